"""``railwright simulate``: options, the match, its files and its tables."""
