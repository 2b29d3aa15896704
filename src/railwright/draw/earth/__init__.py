"""The real Earth under a board: outlines of countries and lakes, and how they follow the board's own geometry."""
