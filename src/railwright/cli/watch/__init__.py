"""``railwright watch``: options, and the game it shows."""
