"""The server: games as append-only logs, played over HTTP and WebSocket; see README.md."""

from tretorri.core.extras import require_extra

require_extra("server")
