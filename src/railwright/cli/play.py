"""Placeholder until the terminal game is copied in."""

EXAMPLE = ""


def play() -> None:
    """Play in the terminal."""
