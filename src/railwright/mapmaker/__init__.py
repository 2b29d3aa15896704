"""Makes boards: from railways of the real world, from files of other programs, and for print."""
