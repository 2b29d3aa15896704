"""The variants of the thesis, and the same boards under the official rules."""

from __future__ import annotations

from railwright.studies.variant import Variant


def _thesis(name: str, title: str, board: str, deck: str, ruleset: str) -> Variant:
    """A variant of the thesis: only the shortest path completes a ticket (``readings``)."""
    return Variant(name, title, board, deck, ruleset, ticket_ways="shortest")


USA = _thesis("usa", "North America (base)", "usa", "base", "usa-thesis")
EUROPE = _thesis("europe", "Europe", "europe", "base", "europe-thesis")
GERMANY = _thesis("germany", "Germany", "germany", "germany_2017", "germany-thesis")
USA_1910 = _thesis("1910", "North America (1910)", "usa", "1910", "usa-thesis")
MEGA = _thesis("mega", "North America (mega)", "usa", "mega", "usa-thesis")
BIG_CITIES = _thesis("big-cities", "North America (big cities)", "usa", "big_cities", "usa-thesis")
LINEAR = _thesis("linear", "North America (4.5 points per space)", "usa", "base", "usa-thesis-linear")

SIX = (USA, EUROPE, GERMANY, USA_1910, MEGA, BIG_CITIES)
"""The six variants of the second research question."""

BY_NAME = {variant.name: variant for variant in (*SIX, LINEAR)}

OFFICIAL = (
    Variant("usa", "North America (official)", "usa", "base", "usa"),
    Variant("europe", "Europe (official)", "europe", "base", "europe"),
    Variant("germany", "Germany (official)", "germany", "germany_2017", "germany"),
)
