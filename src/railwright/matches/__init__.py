"""Plays games between players in this process: many at once in compiled code."""
