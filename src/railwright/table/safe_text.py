"""Makes text from users safe for display."""

from __future__ import annotations

from railwright.say import Said


def shortened(text: str, most: int = 40) -> str:
    """Shorten a text from a user so that it can be quoted in a message."""
    text = printable(text).strip()
    return text if len(text) <= most else text[: most - 3] + "..."


def shortened_text(text: str | Said, most: int) -> str | Said:
    """Shorten a text. One that can be said in other languages still can be if nothing had to be changed."""
    words = str(text)
    short = shortened(words, most)
    return text if short == words else short


def printable(text: str) -> str:
    """Replace characters that would move the cursor or colour the screen by spaces."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
