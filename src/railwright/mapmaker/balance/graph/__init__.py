"""Underlying graphs."""
