"""The exact best score on a board, for a budget of trains, or from a position in a game."""
