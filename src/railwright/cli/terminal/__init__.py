"""The game at the terminal: screens, input, and the loop between them."""
