"""Estimates the width of text without a font."""

from __future__ import annotations

import unicodedata

_WIDTHS = {
    222: "ijlł", 191: "'’", 260: "|", 278: " !,./:;[\\]fItı", 333: "-()r`‐", 334: "{}", 355: '"“”', 389: "*", 469: "^",
    500: "ckxyszJv", 556: "#$0123456789?Labdeghnopqu_þð–", 584: "+<=>~", 611: "FTZßø", 667: "ABEKPSVXY&Þ",
    722: "CDHNRUwĐ", 778: "GOQØ", 833: "Mm", 889: "%æ", 944: "Wœ", 1000: "Æ—…Œ", 1015: "@",
}  # fmt: skip
"""Letter widths in thousandths of the text size, from Adobe's published metrics of Helvetica."""
_WIDTH_OF = {letter: width / 1000 for width, letters in _WIDTHS.items() for letter in letters}

LOOSE = 1.09
"""Factor for sans-serif fonts wider than Helvetica; the picture requests exactly the width computed here."""
LONGEST = 26
"""Maximum length of a label, in letters; the city's tooltip has the full name."""


def text_width(text: str, size: float) -> float:
    """Width of a line of text in a common sans-serif font."""
    return LOOSE * size * sum(_letter_width(letter) for letter in unicodedata.normalize("NFD", text))


def _letter_width(letter: str) -> float:
    if letter in _WIDTH_OF:
        return _WIDTH_OF[letter]
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Cc", "Mn", "Me"):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    return 0.72 if letter.isupper() else 0.6


def shortened(name: str, longest: int = LONGEST) -> str:
    """The name, cut off with an ellipsis if it is too long."""
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def broken(name: str) -> tuple[str, str] | None:
    """The name on two lines of about equal width, or None if it cannot be broken."""
    places = [i for i, letter in enumerate(name) if letter in " -" and 0 < i < len(name) - 1]
    options = [(name[:i].rstrip() if name[i] == " " else name[: i + 1], name[i + 1 :].lstrip()) for i in places]
    options = [(first, second) for first, second in options if first and second]
    return min(options, key=lambda pair: max(text_width(line, 1.0) for line in pair), default=None)
