"""Estimates the width of text without a font."""

from __future__ import annotations

import re
import unicodedata
from itertools import combinations, pairwise

_WIDTHS = {
    222: "ijlł", 191: "'’", 260: "|", 278: " !,./:;[\\]fItı", 333: "-()r`‐", 334: "{}", 355: '"“”', 389: "*", 469: "^",
    500: "ckxyszJv", 556: "#$0123456789?Labdeghnopqu_þð–", 584: "+<=>~", 611: "FTZßø", 667: "ABEKPSVXY&Þ",
    722: "CDHNRUwĐ", 778: "GOQØ", 833: "Mm", 889: "%æ", 944: "Wœ", 1000: "Æ—…Œ", 1015: "@",
}  # fmt: skip
"""Letter widths in thousandths of the text size, from Adobe's published metrics of Helvetica."""
_WIDTH_OF = {letter: width / 1000 for width, letters in _WIDTHS.items() for letter in letters}

LOOSE = 1.02
"""Factor for sans-serif fonts wider than Helvetica; the picture requests exactly the width computed here."""
LONGEST_LINE = 26
"""Maximum length of a line of a name, in letters; longer names are broken into several lines."""
MAX_LINES = 4
"""Maximum number of lines of a name."""
LONGEST_NAME = 100
"""Maximum length of a name, in letters, which these lines can hold; the city's tooltip has the full name."""
MAX_WAYS = 3
"""Maximum number of ways to break a name that are tried."""
MAX_PIECES = 12
"""Names of more pieces than this are broken greedily."""
_PIECE = re.compile(r"[^ -]*-+ *|[^ -]+ *")


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


def shortened(name: str, longest: int) -> str:
    """The text, cut off with an ellipsis if it is too long."""
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def breaks(name: str) -> tuple[tuple[str, ...], ...]:
    """The ways to write a name on one or more lines of about equal width.

    Names are broken at spaces and after hyphens, or anywhere if a word is longer than a line.
    """
    text = " ".join(shortened(name, LONGEST_NAME).split()) or name
    if len(text) > LONGEST_LINE and len(_PIECE.findall(text)) > MAX_PIECES:
        return (_filled(text),)
    ways = [way for lines in range(1, MAX_LINES + 1) if (way := broken(text, lines))]
    readable = [way for way in ways if max(map(len, way)) <= LONGEST_LINE]
    return tuple(readable[:MAX_WAYS]) or (_filled(text),)


def broken(name: str, lines: int) -> tuple[str, ...] | None:
    """The name on this many lines of about equal width, or None if it cannot be broken so often."""
    pieces = _PIECE.findall(name)
    cuts = combinations(range(1, len(pieces)), lines - 1)
    ends = [(0, *cut, len(pieces)) for cut in cuts]
    ways = [tuple("".join(pieces[a:b]).strip() for a, b in pairwise(at)) for at in ends]
    return min(ways, key=lambda way: max(text_width(line, 1.0) for line in way), default=None)


def _filled(name: str) -> tuple[str, ...]:
    """The name on lines that are as long as possible; words that are longer than a line are cut."""
    lines = [""]
    for piece in _PIECE.findall(name) or [name]:
        for start in range(0, len(piece), LONGEST_LINE):
            part = piece[start : start + LONGEST_LINE]
            if len((lines[-1] + part).strip()) > LONGEST_LINE:
                lines.append("")
            lines[-1] += part
    return tuple(line.strip() for line in lines)
