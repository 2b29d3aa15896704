"""The exact best score: of a board, of a budget of trains, of a game in progress."""
