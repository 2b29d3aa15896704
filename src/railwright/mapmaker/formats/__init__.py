"""Reading and writing boards in the formats of other programs."""
