"""What players are made of: the interface, options, and the choices and shortest paths that several of them share."""
