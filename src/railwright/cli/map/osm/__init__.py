"""``railwright map osm``: options, and the board with its files."""
