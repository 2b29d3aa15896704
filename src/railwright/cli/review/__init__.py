"""``railwright review``: options, the work, and the page."""
