"""Tasks and processes beside the requests: time, engines, presence, webhooks, other servers."""
