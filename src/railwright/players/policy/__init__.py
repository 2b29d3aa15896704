"""Trained policies as players: networks from files, and classes that decide for many games at once."""
