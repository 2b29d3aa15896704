"""An experiment: games between named players under one set of rules, and whose results are wanted."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from railwright.game.game import MAX_SEED
from railwright.game.setup import Setup
from railwright.maps.load import load_setup
from railwright.players.registry import split_options


@dataclass(frozen=True, slots=True)
class Variant:
    """What is played."""

    name: str
    """Short, for file names."""
    title: str
    board: str
    deck: str
    ruleset: str

    def setup(self) -> Setup:
        """The variant, ready to be played."""
        return load_setup(self.board, tickets=self.deck, ruleset=self.ruleset)


@dataclass(frozen=True, slots=True)
class Chair:
    """One place in a line-up."""

    player: str
    """The player's name, with its options."""
    label: str = ""
    """Under which name its results are reported; without one they are not."""


Lineup = tuple[Chair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """Games between one or more line-ups, each as often as the others. Equal labels are counted together."""

    name: str
    """Also the name of its file."""
    variant: Variant
    lineups: tuple[Lineup, ...]
    games: int
    """In all line-ups together: a whole number of rounds for each, so that everyone has every seat equally often."""
    deals: str = ""
    """Experiments with the same word here begin their games with the same deals."""

    def __post_init__(self) -> None:
        seats = {len(lineup) for lineup in self.lineups}
        if len(seats) != 1 or self.games % (len(self.lineups) * max(seats)) or self.games < 2 * max(seats):
            raise ValueError(f"{self.name}: {self.games} games are not two or more whole rounds of every line-up")

    @property
    def seats(self) -> int:
        """Players in each game."""
        return len(self.lineups[0])

    @property
    def labels(self) -> tuple[str, ...]:
        """Whose results are reported, in the order of their first appearance."""
        return tuple(dict.fromkeys(chair.label for lineup in self.lineups for chair in lineup if chair.label))

    @property
    def names(self) -> dict[str, str]:
        """Which player, without its options, is reported under each label."""
        chairs = [chair for lineup in self.lineups for chair in lineup]
        return {chair.label: split_options(chair.player)[0] for chair in chairs if chair.label}

    @property
    def players(self) -> tuple[str, ...]:
        """Every player that takes part."""
        return tuple(dict.fromkeys(chair.player for lineup in self.lineups for chair in lineup))

    def seed(self, seed: int, lineup: int) -> int:
        """The seed of one line-up's match. It follows from the study's seed and the names alone."""
        text = f"{seed}/{self.deals or self.name}/{lineup}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % MAX_SEED

    def describe(self, seed: int) -> dict[str, Any]:
        """Everything that the result follows from: an equal description has an equal result."""
        setup = self.variant.setup()
        return {
            "experiment": self.name,
            "seed": seed,
            "games": self.games,
            "deals": self.deals,
            "board": self.variant.board,
            "tickets": self.variant.deck,
            "ruleset": self.variant.ruleset,
            "rules": _digest(json.dumps([setup.board.to_dict(), setup.ruleset.to_dict()], sort_keys=True)),
            "lineups": [[[chair.player, chair.label] for chair in lineup] for lineup in self.lineups],
            "program": _program(tuple(sorted({split_options(player)[0] for player in self.players}))),
        }


@cache
def _program(players: tuple[str, ...]) -> dict[str, str]:
    """Fingerprints of the engine and of some players: an edit of any of them makes another."""
    from railwright.arena.tournament import source_digests  # here: a study without games does not load the engine

    return source_digests(players)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
