"""Boards from OpenStreetMap railways: extraction, station graph, selection of stations and edges, edge properties."""
