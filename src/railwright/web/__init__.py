"""The table in the browser: server, rooms, and the page."""
