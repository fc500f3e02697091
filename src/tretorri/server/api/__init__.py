"""HTTP and WebSocket: `app` joins middleware and routes."""
