"""``railwright tournament``: options, the tournament and its folder."""
