"""Checks that a player conforms: it acts legally, sees only what its seat sees, and repeats itself for a seed."""
