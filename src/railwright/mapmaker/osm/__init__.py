"""Boards from OpenStreetMap railways: extraction, station graph, selection of stations and edges, edge properties.

Names here are those of the paper (Friedsam and Rupp, 2024), not those of the game:

=========  =================================================
here       in the game
=========  =================================================
station    city
edge       route, which can have one or two tracks
segment    space of a track
double     route with two parallel tracks (double route)
=========  =================================================

In ``extract``, a track is a real railway track.
"""
