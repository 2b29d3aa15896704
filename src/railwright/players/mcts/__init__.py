"""Monte Carlo tree search: one search, whose options make the published players."""
