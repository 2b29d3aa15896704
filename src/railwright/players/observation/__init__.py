"""What a seat sees as numbers: observations and action numbers for players that learn."""
