"""Boards on which the strategies at the table win as often as their designer wants (after Smith and Anton 2022)."""
