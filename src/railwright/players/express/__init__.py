"""Express, our own player."""
