"""Makes boards: from real railways, from other programs' files, and for printing."""
