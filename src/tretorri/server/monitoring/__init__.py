"""What the host can see of a running server: metrics and the log."""
