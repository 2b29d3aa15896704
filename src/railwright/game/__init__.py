"""The rules of the game. Pure: no files, no clock, no global randomness, no printing."""
