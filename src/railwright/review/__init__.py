"""Reviews of finished games: chances to win over the game, luck and skill, and the costliest decisions."""
