"""``railwright board``: list, check and draw boards."""
