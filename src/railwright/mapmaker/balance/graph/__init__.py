"""Graphs of boards (cities, and the pairs of them joined by a route), including newly generated ones."""
