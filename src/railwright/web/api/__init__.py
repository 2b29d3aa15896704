"""The HTTP and WebSocket API, one module per resource."""
