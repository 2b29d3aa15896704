"""Friedsam and Rupp (2024): boards from OpenStreetMap railways, and how they play."""
