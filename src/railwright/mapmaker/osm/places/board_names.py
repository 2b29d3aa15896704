"""What a town or a station without a town is called on the board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from railwright.mapmaker.osm.places.town import WORD, Town, words_of

MAIN_STATION = re.compile(
    r"\b(hbf|hauptbahnhof|hb|central|centrale|centraal|centralstation|centrum|centre|centro|termini|"
    r"g[łl][óo]wny|g[łl][óo]wna|hl\. ?n|hlavn[íi]|keleti|glavni|union|c)\b\.?",
    re.IGNORECASE,
)
"""Words for the main station of a town."""
STATION_WORDS = re.compile(r"[\s,-]+(hbf|hauptbahnhof|bahnhof|bhf|bf|station|gare|gara)\.?$", re.IGNORECASE)

USUAL_SHARE = 0.6
"""A longer name of a town is taken if this share of the stations has it that have the most frequent name."""


def town_name(town: Town, stations: Sequence[str]) -> str:
    """The name of a town, given the names of its stations.

    The list of the world's towns often has the English name. Stations have the local one, so the name with which most
    of them begin is taken.
    """
    if town.is_named or not stations:
        return town.name
    known = {words_of(name): name for name in reversed(town.names)}
    counts: Counter[tuple[str, ...]] = Counter()
    for station in stations:
        words = words_of(station)
        counts.update({words[:length] for length in range(1, len(words) + 1)} & known.keys())
    if not counts:
        return town.name
    main = words_of(town.name)
    least = USUAL_SHARE * max(counts.values())
    best = max(counts, key=lambda words: (counts[words] >= least, words == main, len(words), counts[words], words))
    if best == main:
        return town.name
    spelt = Counter(_beginning(station, len(best)) for station in stations if words_of(station)[: len(best)] == best)
    return min(spelt, key=lambda name: (-spelt[name], name))


def station_alone(name: str) -> str:
    """The name of a station that serves no known town, without the word for a station."""
    return STATION_WORDS.sub("", name) or name


def is_main_station(name: str) -> bool:
    """Whether the name of a station says that it is the main one of its town."""
    return MAIN_STATION.search(name) is not None


def _beginning(name: str, count: int) -> str:
    """The first words of a name, as they are written there."""
    ends = [word.end() for word in WORD.finditer(name)]
    if len(ends) < count:
        return name
    end = ends[count - 1]
    beginning = name[:end]
    return beginning + name[end : end + 1] if beginning.count("(") > beginning.count(")") else beginning
