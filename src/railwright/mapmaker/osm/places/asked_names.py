"""Finds the stations that are asked for by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from railwright.errors import OptionError
from railwright.mapmaker.osm.places.ranking import Ranking
from railwright.mapmaker.osm.places.town import words_of

SUGGESTIONS = 3


def with_asked(ranking: Ranking, *, include: Sequence[str], exclude: Sequence[str]) -> Ranking:
    """The ranking with the stations that must be on the board, and those that must not.

    A name means the largest town called so, or else the station itself; an excluded name means all of them. Raises
    OptionError for a name that nothing has, and for one that is both included and excluded.
    """
    excluded = frozenset(number for name in exclude for number in _called(ranking, name, "exclude"))
    included: list[int] = []
    for name in include:
        station = min(_called(ranking, name, "include"), key=lambda number: (-ranking.population[number], number))
        if station in excluded:
            raise OptionError(f"include: {name!r} is excluded as well; ask for one of the two")
        if ranking.stations[station].name in {ranking.stations[other].name for other in included if other != station}:
            raise OptionError(f"include: two of the stations are called {ranking.stations[station].name!r}")
        included.append(station)
    return replace(ranking, included=tuple(dict.fromkeys(included)), excluded=excluded)


def _called(ranking: Ranking, name: str, option: str) -> list[int]:
    """All stations with this name, ignoring case and accents. Further stations go with the excluded town."""
    wanted = words_of(name)
    found = [
        number for number, names in enumerate(ranking.known_as)
        if wanted and any(words_of(other) == wanted for other in names)
    ]  # fmt: skip
    if found:
        towns = {ranking.town[number] for number in found if ranking.population[number]}
        others = [number for number in ranking.seconds if ranking.town[number] in towns] if option == "exclude" else []
        return sorted({*found, *others})
    known = {station.name.casefold(): station.name for station in ranking.stations}
    close = [known[other] for other in get_close_matches(name.casefold(), known, SUGGESTIONS)]
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise OptionError(f"{option}: no town or station on these railways is called {name!r}{hint}")
