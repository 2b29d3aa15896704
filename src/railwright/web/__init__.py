"""The game table in the browser: the server, its rooms, and the page."""
