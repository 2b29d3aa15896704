"""Schaefer and Schaefer (2025): the best possible score, on the published board and on all others."""
