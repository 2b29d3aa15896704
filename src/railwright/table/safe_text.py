"""Makes text from users safe for display."""

from __future__ import annotations


def shortened(text: str, most: int = 40) -> str:
    """Shorten a text from a user so that it can be quoted in a message."""
    text = printable(text).strip()
    return text if len(text) <= most else text[: most - 3] + "..."


def printable(text: str) -> str:
    """Replace characters that would move the cursor or colour the screen by spaces."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
