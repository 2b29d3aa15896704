"""Turns a station graph into the plan of a board: selects stations as cities and railways as routes."""
