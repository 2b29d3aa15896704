"""Plays players against each other and says what came of it."""
