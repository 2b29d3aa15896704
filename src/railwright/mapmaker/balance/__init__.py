"""Boards on which every strategy has the chance that the designer wants, after Smith and Anton (2022)."""
