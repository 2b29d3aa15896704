"""How players are introduced to people who choose an opponent: names at the table, and characters as well as levels.

A character is an existing player whose way of playing a person can feel. Nothing here needs the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from railwright.players.kit.entry import LevelRating


@dataclass(frozen=True, slots=True)
class LevelFace:
    """A level as people meet it."""

    title: str
    names: tuple[str, ...]
    """What players of this level are called at the table. The first letter tells the level: A is level 1."""
    style: str
    """How it plays, in a sentence."""


@dataclass(frozen=True, slots=True)
class Character:
    """A way of playing, with a name that reads well in sentences."""

    name: str
    style: str
    """How it plays, in a sentence."""
    rating: LevelRating
    """Its strength on the scale of the levels, by ``benchmarks/characters.py``."""


LEVEL_FACES: Mapping[str, LevelFace] = {
    "beginner": LevelFace(
        "beginner",
        ("Ann", "Alf", "Amy", "Abe", "Ari"),
        "Overlooks half of the tracks, takes any ticket, and never counts.",
    ),
    "casual": LevelFace(
        "casual",
        ("Ben", "Bea", "Bob", "Bess", "Bo"),
        "Overlooks a third of the tracks, and draws new tickets as soon as its own are done.",
    ),
    "regular": LevelFace(
        "regular",
        ("Cleo", "Carl", "Cora", "Curt", "Cam"),
        "Knows the whole board, but does not see the end coming.",
    ),
    "skilled": LevelFace(
        "skilled",
        ("Dora", "Dan", "Dee", "Dirk", "Dot"),
        "Plans for all its tickets together, and counts the turns to come.",
    ),
    "advanced": LevelFace(
        "advanced",
        ("Emil", "Eve", "Ed", "Elsa", "Ezra"),
        "Plans, and tries out its best moves before it makes one.",
    ),
    "expert": LevelFace(
        "expert",
        ("Fay", "Finn", "Flora", "Fred", "Fritz"),
        "Judges every move by what it learned in games against itself.",
    ),
    "master": LevelFace(
        "master",
        ("Greta", "Gus", "Gwen", "Glen", "Gil"),
        "Judges like an expert, and also tries out its best moves.",
    ),
}
"""The levels by the names of their players, weakest first."""

CHARACTERS: Mapping[str, Character] = {
    "hoard": Character(
        "The Hoarder",
        "Saves cards for twenty rounds, then claims the longest tracks one after another.",
        LevelRating(1404, 27),
    ),
    "hungry": Character(
        "The Ticket Hunter",
        "Draws tickets until it has work for all its trains, and only then builds.",
        LevelRating(1243, 26),
    ),
    "long-route": Character(
        "The Long Hauler",
        "Goes for the longest tracks, with two cheap tickets on the way.",
        LevelRating(1181, 28),
    ),
    "rule": Character(
        "The Commuter",
        "Takes its tickets one at a time, and builds the shortest path of each.",
        LevelRating(1232, 30),
    ),
    "one-step": Character(
        "The One-Track Mind",
        "Has eyes only for its most valuable ticket, until that is done.",
        LevelRating(1223, 29),
    ),
    "evaluation": Character(
        "The Bookkeeper",
        "Plans the cheapest network for all its tickets, and counts what every action is worth.",
        LevelRating(1214, 28),
    ),
}
"""The characters by the names of their players."""
