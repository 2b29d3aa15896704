"""Underlying graphs of boards: which cities there are and which pairs of them have a route; also wholly new ones."""
