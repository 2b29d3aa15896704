"""Numbers and plurals for messages."""

from __future__ import annotations

from collections.abc import Iterable


def count(number: float, noun: str) -> str:
    """A number with its noun, in the plural unless the number is 1.

    >>> count(1, "table"), count(2.0, "city"), count(1200, "game")
    ('1 table', '2 cities', '1,200 games')
    """
    return f"{number:,}".removesuffix(".0") + f" {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """The plural of a regular noun.

    >>> plural("city"), plural("way")
    ('cities', 'ways')
    """
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2] not in "aeiou" else f"{noun}s"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listed(["Paris"]), listed(["Paris", "Dieppe"]), listed("123", "or")
    ('Paris', 'Paris and Dieppe', '1, 2 or 3')
    """
    *first, final = [*words] or [""]
    return f"{', '.join(first)} {last} {final}" if first else final
