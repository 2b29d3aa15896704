"""What the tags of OpenStreetMap say about railways and stations: which of them belong to the network of trains."""

from __future__ import annotations

from collections.abc import Collection, Mapping

Tags = Mapping[str, str]

LINES = frozenset(
    {"rail", "narrow_gauge", "light_rail", "subway", "tram", "monorail", "funicular", "miniature", "preserved"}
)
"""Values of ``railway`` for lines on which something runs."""

SHUNTING = frozenset({"yard", "spur"})
"""Values of ``service`` that are left out: no train between stations uses them. Sidings stay, since platform tracks are
mapped as such (in Cologne's main station, for one), and so do crossovers, without which parallel tracks and the throats
of stations come apart."""
OTHER_USAGE = frozenset({"industrial", "military", "tourism", "leisure", "scientific", "test"})
"""Values of ``usage`` of lines that regular trains do not use."""

STATIONS = frozenset({"station", "halt"})
OTHER_MODES = ("subway", "light_rail", "monorail", "funicular", "tram", "miniature", "aerialway", "ferry", "bus")
"""Keys that say, with ``yes``, what stops there, and values of ``station``."""
OUT_OF_USE = ("disused", "abandoned", "construction", "proposed", "razed")


def is_line(tags: Tags) -> bool:
    """Is it a railway of any kind on which something runs?"""
    return tags.get("railway") in LINES


def is_track(tags: Tags, kinds: Collection[str]) -> bool:
    """Is it a track of the network: of one of the kinds, in use, for more than shunting?"""
    return (
        tags.get("railway") in kinds
        and tags.get("service") not in SHUNTING
        and tags.get("usage") not in OTHER_USAGE
        and not _is_out_of_use(tags)
    )


def is_crossover(tags: Tags) -> bool:
    """Does the track only lead from one track to another beside it?"""
    return tags.get("service") == "crossover"


def is_station(tags: Tags) -> bool:
    """Is it tagged as a station or halt, of whatever railway?"""
    if tags.get("railway") in STATIONS:
        return True
    return tags.get("public_transport") == "station" and tags.get("train") == "yes"


def is_stop(tags: Tags) -> bool:
    """Is it a place on a track where trains stop at a platform?"""
    if tags.get("public_transport") == "stop_position":
        return tags.get("train") == "yes" or tags.get("railway") == "stop"
    return tags.get("railway") == "stop"


def is_for_trains(tags: Tags) -> bool:
    """Can trains stop there: is the station or stop in use, and not one of a subway, a tram or the like?"""
    if _is_out_of_use(tags) or tags.get("train") == "no" or tags.get("usage") in OTHER_USAGE:
        return False
    if tags.get("station") in OTHER_MODES:
        return False
    return tags.get("train") == "yes" or not any(tags.get(mode) == "yes" for mode in OTHER_MODES)


def _is_out_of_use(tags: Tags) -> bool:
    return any(tags.get(key, "no") != "no" for key in OUT_OF_USE)
