"""The seven levels: which player each is, with which options, and how strong."""

from __future__ import annotations

from collections.abc import Mapping

from railwright.players.kit.entry import Entry, LevelRating

_CARELESS = {"rush": "0", "min_gain": "0", "share": "300", "locomotives": "9", "replan_below": "0"}
"""A planner that does not count turns, builds whatever it can, and wastes locomotives."""

LEVELS: Mapping[str, Entry] = {
    "beginner": Entry(
        "levels.player",
        "Level 1: overlooks half of the tracks, goes for any ticket, and never counts.",
        "Railwright",
        {**_CARELESS, "overlooked": "54", "draw_tickets_above": "0", "long_tickets": "3", "turn": "100"},
        rating=LevelRating(1091, 68),
    ),
    "casual": Entry(
        "levels.player",
        "Level 2: overlooks a third of the tracks, and takes new tickets as soon as its own are completed.",
        "Railwright",
        {**_CARELESS, "overlooked": "33", "draw_tickets_above": "1"},
        rating=LevelRating(1266, 45),
    ),
    "regular": Entry(
        "levels.player",
        "Level 3: knows the board, but builds whatever it can and does not see the end coming.",
        "Railwright",
        _CARELESS,
        rating=LevelRating(1417, 44),
    ),
    "skilled": Entry(
        "levels.player", "Level 4: plans for all its tickets together, and counts the turns to come.", "Railwright",
        rating=LevelRating(1500, 0),
    ),
    "advanced": Entry(
        "express1.player", "Level 5: plans, and searches its best moves.", "Railwright", {"iterations": "60"},
        rating=LevelRating(1622, 41),
    ),
    "expert": Entry(
        "express.player", "Level 6: judges by what it learned in games against itself.", "Railwright",
        {"iterations": "0"},
        rating=LevelRating(1802, 52),
    ),
    "master": Entry(
        "express.player", "Level 7: express, which also searches its best moves.", "Railwright",
        rating=LevelRating(1876, 66),
    ),
}  # fmt: skip
"""The levels by name, weakest first. They are meant to win two games in three against the one before."""
