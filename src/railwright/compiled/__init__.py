"""How compiled code is made, cached and laid out: the decorator, record types, bit sets and random numbers."""
