"""Building blocks of players: the interface, options, and the choices and shortest paths that several players share."""
