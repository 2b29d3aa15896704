"""A town, and how names of towns and stations are compared."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

WORD = re.compile(r"[^\W_]+")
EQUAL_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not decompose into a letter and an accent."""


@dataclass(frozen=True, slots=True)
class Town:
    """A town or village that stations can serve."""

    name: str
    latitude: float
    longitude: float
    population: int
    other_names: tuple[str, ...] = ()
    """Its names in other languages."""
    is_named: bool = False
    """Whether its name is that of the extract, or in the requested language, so that nothing else may replace it."""

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, the main one first."""
        return (self.name, *self.other_names)


@cache
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name without case, accents and punctuation: ``Köln-Deutz`` has the words koln and deutz."""
    letters = unicodedata.normalize("NFKD", name)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
    return tuple(WORD.findall(plain.translate(EQUAL_LETTERS)))


def begins_with(station: str, town: str) -> bool:
    """Whether a station's name begins with the words of a town's name."""
    words = words_of(town)
    return bool(words) and words_of(station)[: len(words)] == words
