"""Boards from OpenStreetMap railways: extraction, station graph, choice of stations and edges, edge properties."""
