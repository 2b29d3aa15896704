"""What the server answers over HTTP: one module for each kind of thing."""
