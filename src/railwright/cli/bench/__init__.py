"""``railwright bench``: options, and the measurement."""
