"""Boards balanced so that each strategy wins as often as the designer asks (after Smith and Anton 2022)."""
