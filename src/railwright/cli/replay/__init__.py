"""``railwright replay``: options, and what is done with a record."""
