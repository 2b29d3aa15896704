"""The real Earth under a board: outlines of countries and lakes, deformed to follow the board's geometry."""
