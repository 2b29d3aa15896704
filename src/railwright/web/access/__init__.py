"""Who may ask for what, and how much: addresses, connections, limits, refusals."""
