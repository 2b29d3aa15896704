"""Levels: players of graded strength for people, who make the mistakes that people make."""
