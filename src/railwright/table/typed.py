"""Text that somebody typed, fit to be shown."""

from __future__ import annotations


def shortened(text: str, most: int = 40) -> str:
    """A text that was typed, fit to be repeated in a message."""
    text = printable(text).strip()
    return text if len(text) <= most else text[: most - 3] + "..."


def printable(text: str) -> str:
    """A text without the characters that would move the cursor or colour the screen."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
