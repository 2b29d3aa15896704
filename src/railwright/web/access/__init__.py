"""Access control: client addresses, connections, rate limits, refusals."""
