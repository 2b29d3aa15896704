"""Interprets OpenStreetMap tags: which railways and stations belong to the train network."""

from __future__ import annotations

from collections.abc import Collection, Mapping

Tags = Mapping[str, str]

LINES = frozenset(
    {"rail", "narrow_gauge", "light_rail", "subway", "tram", "monorail", "funicular", "miniature", "preserved"}
)
"""Values of ``railway`` for lines in operation, of any kind."""

SHUNTING = frozenset({"yard", "spur"})
"""Values of ``service`` that are left out, because no train between stations uses them. Sidings stay, because platform
tracks are sometimes tagged as sidings (for example in Cologne's main station). Crossovers stay too, because parallel
tracks and station throats would be disconnected without them."""
OTHER_USAGE = frozenset({"industrial", "military", "tourism", "leisure", "scientific", "test"})
"""Values of ``usage`` for lines that regular trains do not use."""

STATIONS = frozenset({"station", "halt"})
OTHER_MODES = ("subway", "light_rail", "monorail", "funicular", "tram", "miniature", "aerialway", "ferry", "bus")
"""Other modes of transport: keys that are ``yes`` at their stops, and values of ``station``."""
CITY_STATIONS = ("tram_stop",)
"""Values of ``railway`` for the stops of city railways."""
OUT_OF_USE = ("disused", "abandoned", "construction", "proposed", "razed")


def is_line(tags: Tags) -> bool:
    """Whether it is a railway of any kind in operation."""
    return tags.get("railway") in LINES


def is_track(tags: Tags, kinds: Collection[str]) -> bool:
    """Whether it is a track of the network: of one of the kinds, in use, and not only for shunting."""
    return (
        tags.get("railway") in kinds
        and tags.get("service") not in SHUNTING
        and tags.get("usage") not in OTHER_USAGE
        and not _is_out_of_use(tags)
    )


def is_crossover(tags: Tags) -> bool:
    """Whether the track only connects two parallel tracks."""
    return tags.get("service") == "crossover"


def is_station(tags: Tags) -> bool:
    """Whether it is tagged as a station or halt of any railway."""
    if tags.get("railway") in STATIONS:
        return True
    return tags.get("public_transport") == "station" and tags.get("train") == "yes"


def is_city_station(tags: Tags, kinds: Collection[str]) -> bool:
    """Whether it is a station, halt or stop of a city railway of one of the kinds, in use."""
    if _is_out_of_use(tags):
        return False
    if tags.get("railway") in CITY_STATIONS:
        return "tram" in kinds or any(tags.get(kind) == "yes" for kind in kinds)
    if tags.get("railway") not in STATIONS and tags.get("public_transport") not in ("station", "stop_position"):
        return False
    return tags.get("station") in kinds or any(tags.get(kind) == "yes" for kind in kinds)


def is_stop(tags: Tags) -> bool:
    """Whether it is a stop position on a track."""
    if tags.get("public_transport") == "stop_position":
        return tags.get("train") == "yes" or tags.get("railway") == "stop"
    return tags.get("railway") == "stop"


def is_for_trains(tags: Tags) -> bool:
    """Whether trains can stop there: it is in use and does not belong to a subway, tram or the like."""
    if _is_out_of_use(tags) or tags.get("train") == "no" or tags.get("usage") in OTHER_USAGE:
        return False
    if tags.get("station") in OTHER_MODES:
        return False
    return tags.get("train") == "yes" or not any(tags.get(mode) == "yes" for mode in OTHER_MODES)


def _is_out_of_use(tags: Tags) -> bool:
    return any(tags.get(key, "no") != "no" for key in OUT_OF_USE)
