"""How players are introduced to people who choose an opponent: names at the table, and characters as well as levels.

A character is an existing player whose way of playing a person can feel. Nothing here needs the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from railwright.players.kit.entry import LevelRating
from railwright.say import Said, say


@dataclass(frozen=True, slots=True)
class LevelFace:
    """A level as people meet it."""

    title: Said
    names: tuple[str, ...]
    """What players of this level are called at the table. The first letter tells the level: A is level 1."""
    style: Said
    """How it plays, in a sentence."""


@dataclass(frozen=True, slots=True)
class Character:
    """A way of playing, with a name that reads well in sentences."""

    name: Said
    style: Said
    """How it plays, in a sentence."""
    rating: LevelRating
    """Its strength on the scale of the levels, by ``benchmarks/characters.py``."""


LEVEL_FACES: Mapping[str, LevelFace] = {
    "beginner": LevelFace(
        say("beginner", "level"),
        ("Ann", "Alf", "Amy", "Abe", "Ari"),
        say("Overlooks half of the tracks, takes any ticket, and never counts."),
    ),
    "casual": LevelFace(
        say("casual", "level"),
        ("Ben", "Bea", "Bob", "Bess", "Bo"),
        say("Overlooks a third of the tracks, and draws new tickets as soon as its own are done."),
    ),
    "regular": LevelFace(
        say("regular", "level"),
        ("Cleo", "Carl", "Cora", "Curt", "Cam"),
        say("Knows the whole board, but does not see the end coming."),
    ),
    "skilled": LevelFace(
        say("skilled", "level"),
        ("Dora", "Dan", "Dee", "Dirk", "Dot"),
        say("Plans for all its tickets together, and counts the turns to come."),
    ),
    "advanced": LevelFace(
        say("advanced", "level"),
        ("Emil", "Eve", "Ed", "Elsa", "Ezra"),
        say("Plans, and tries out its best moves before it makes one."),
    ),
    "expert": LevelFace(
        say("expert", "level"),
        ("Fay", "Finn", "Flora", "Fred", "Fritz"),
        say("Judges every move by what it learned in games against itself."),
    ),
    "master": LevelFace(
        say("master", "level"),
        ("Greta", "Gus", "Gwen", "Glen", "Gil"),
        say("Judges like an expert, and also tries out its best moves."),
    ),
}
"""The levels by the names of their players, weakest first."""

CHARACTERS: Mapping[str, Character] = {
    "hoard": Character(
        say("The Hoarder"),
        say("Saves cards for twenty rounds, then claims the longest tracks one after another."),
        LevelRating(1404, 27),
    ),
    "hungry": Character(
        say("The Ticket Hunter"),
        say("Draws tickets until it has work for all its trains, and only then builds."),
        LevelRating(1243, 26),
    ),
    "long-route": Character(
        say("The Long Hauler"),
        say("Goes for the longest tracks, with two cheap tickets on the way."),
        LevelRating(1181, 28),
    ),
    "rule": Character(
        say("The Commuter"),
        say("Takes its tickets one at a time, and builds the shortest path of each."),
        LevelRating(1232, 30),
    ),
    "one-step": Character(
        say("The One-Track Mind"),
        say("Has eyes only for its most valuable ticket, until that is done."),
        LevelRating(1223, 29),
    ),
    "evaluation": Character(
        say("The Bookkeeper"),
        say("Plans the cheapest network for all its tickets, and counts what every action is worth."),
        LevelRating(1214, 28),
    ),
}
"""The characters by the names of their players."""
