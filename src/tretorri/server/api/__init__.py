"""HTTP and WebSocket: *app* joins the routes of *games*, *study*, *shelf* and *live*."""
