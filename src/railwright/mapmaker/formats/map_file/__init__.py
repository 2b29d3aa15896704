"""Reads, checks and writes ``.map`` files of the open-source web version of the game (docs/map-format.md)."""
