"""``railwright play``: options, and the games it opens."""
