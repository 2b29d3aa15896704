"""Monte Carlo tree search: one search, with options for the published players."""
