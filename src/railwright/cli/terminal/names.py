"""City names as people type them: without accents, in upper or lower case, abbreviated."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence

from railwright.errors import RailwrightError
from railwright.table.safe_text import shortened
from railwright.words import listed

_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not decompose into a plain letter and an accent."""

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""Spellings on a keyboard without these letters: Zuerich, Koeln."""

_BETWEEN = re.compile(r"\s*[,;/]\s*|\s+(?:-+|–|—|to)\s+", re.IGNORECASE)
"""Separators between two cities."""


class MisunderstoodError(RailwrightError):
    """Input that makes no sense here. The message says what would."""


def fold(text: str) -> str:
    """A name in lower case without accents and punctuation, with single spaces."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    plain = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w]|_", " ", plain).split())


def spellings(name: str) -> set[str]:
    """The folded spellings of a name."""
    return {fold(name), fold(unicodedata.normalize("NFC", name.casefold()).translate(_UMLAUTS))}


def find_names(text: str, names: Iterable[str]) -> list[str]:
    """The names that a text can mean: an exact match, else names that start with it, else names with such a word."""
    wanted = fold(text)
    if not wanted:
        return []
    known = {name: spellings(name) for name in names}
    tests: tuple[Callable[[str], bool], ...] = (
        lambda spelling: spelling == wanted,
        lambda spelling: spelling.startswith(wanted),
        lambda spelling: f" {wanted}" in spelling,
    )
    for test in tests:
        found = [name for name, written in known.items() if any(test(spelling) for spelling in written)]
        if found:
            return found
    return []


def find_city(text: str, names: Iterable[str]) -> str:
    """The one city that a text means, or an error."""
    found = find_names(text, names)
    if len(found) == 1:
        return found[0]
    if not text.strip():
        raise MisunderstoodError("Name a city.")
    if not found:
        raise MisunderstoodError(f"There is no city {shortened(text)!r} on this board.")
    raise MisunderstoodError(f"{shortened(text)!r} could be {listed(found, 'or')}.")


def find_route(text: str, neighbours: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """The two cities of a route typed in one line, such as ``new york pitts`` or ``Denver - Omaha``."""
    routes: list[tuple[str, str]] = []
    apart: list[tuple[str, str]] = []
    for first, second in _divisions(text):
        for a in find_names(first, neighbours):
            for b in find_names(second, neighbours):
                pair = (a, b)
                if b in neighbours[a]:
                    if pair not in routes and pair[::-1] not in routes:
                        routes.append(pair)
                elif a != b:
                    apart.append(pair)
    if len(routes) == 1:
        return routes[0]
    if routes:
        raise MisunderstoodError(f"{shortened(text)!r} could be {listed((f'{a} - {b}' for a, b in routes), 'or')}.")
    if len(apart) == 1:
        a, b = apart[0]
        raise MisunderstoodError(f"No track joins {a} and {b}. From {a} tracks lead to {listed(neighbours[a])}.")
    raise MisunderstoodError(_why_no_route(text, neighbours))


def complete_city(start: str, names: Iterable[str]) -> list[str]:
    """The names that a text can be completed to."""
    wanted = fold(start)
    return sorted(name for name in names if any(spelling.startswith(wanted) for spelling in spellings(name)))


def complete_route(start: str, neighbours: Mapping[str, Sequence[str]]) -> list[str]:
    """The completions of the beginning of ``CITY CITY``; the second city is a neighbour of the first."""
    lines = [city for city in complete_city(start, neighbours) if not start.endswith(" ") or fold(city) != fold(start)]
    for city, ends in neighbours.items():
        if start.casefold().startswith(city.casefold() + " "):
            lines += [f"{city} {end}" for end in complete_city(start[len(city) :].strip(), ends)]
    return lines


def _divisions(text: str) -> list[tuple[str, str]]:
    parts = _BETWEEN.split(text.strip())
    if len(parts) == 2:
        return [(parts[0], parts[1])]
    words = text.split()
    return [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]


def _why_no_route(text: str, neighbours: Mapping[str, Sequence[str]]) -> str:
    """Explain why a text names no route: an unknown city, or an ambiguous one."""
    divisions = _divisions(text)
    if not divisions:
        return "Name two cities, for example: claim Denver Omaha." if "Denver" in neighbours else "Name two cities."
    for first, second in divisions:
        known = [bool(find_names(part, neighbours)) for part in (first, second)]
        if any(known) and not all(known):
            return f"There is no city {shortened(second if known[0] else first)!r} on this board."
    if any(find_names(first, neighbours) for first, _ in divisions):
        return f"No track matches {shortened(text)!r}; write out the names of both cities."
    return f"{shortened(text)!r} does not name two cities on this board."
