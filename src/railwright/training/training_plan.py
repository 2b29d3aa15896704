"""What a training run does: it follows from its plan and the network it starts from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railwright.errors import FileError, OptionError, RailwrightError
from railwright.game.chance import check_seed
from railwright.game.record import setup_dict
from railwright.game.ruleset import MAX_SEATS
from railwright.game.setup import Setup
from railwright.maps.load import LIBRARY, load_setup

DECISIONS_PER_MINUTE = 600_000
"""Decisions that make a minute of the budget: about what one core of 2025 learns from in a minute on a small table.
The budget counts decisions, not time, so that the result is the same on a slow machine."""

MAX_MINUTES = 100_000
EVALUATIONS = 4
"""Evaluations after the one at the beginning, at equal distances."""
ODDS_GAMES_PER_MINUTE, MAX_ODDS_GAMES = 80, 4000
"""Games with two seats to which the win probability is fitted, for each minute of the budget, and at most."""
WARM_UP = 5
"""Updates at the beginning in which only the value learns."""

_BOARD_AND_DECK = re.compile(r"(?P<board>.*\.json|[^/]+)(?:/(?P<deck>[^/]+))?")


def read_board(text: str) -> Setup:
    """Load a setup from ``BOARD`` or ``BOARD/DECK``, such as ``usa/1910`` or ``mine.json``."""
    found = _BOARD_AND_DECK.fullmatch(text)
    if found is None:
        raise OptionError(f"{text!r}: write a board as NAME or FILE.json, with a ticket deck as in usa/1910")
    return load_setup(found["board"], tickets=found["deck"])


def read_seats(text: str) -> tuple[int, ...]:
    """Read numbers of seats such as ``2``, ``2-5`` or ``2,4``."""
    found: set[int] = set()
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        if not (low.isdecimal() and (high.isdecimal() or not dash)):
            raise OptionError(f"--seats {text}: write it as 2, 2-5 or 2,4")
        found.update(range(int(low), int(high or low) + 1) if int(high or low) <= MAX_SEATS else [MAX_SEATS + 1])
    if not found or min(found) < 2 or max(found) > MAX_SEATS:
        raise OptionError(f"--seats {text}: must be from 2 to {MAX_SEATS}")
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class TrainingTable:
    """A setup with a number of seats."""

    setup: Setup
    seats: int

    @property
    def board(self) -> str:
        """The names of the board and the ticket deck."""
        return f"{self.setup.board.name}/{self.setup.deck}"


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The plan of a training run."""

    setups: tuple[Setup, ...]
    seats: tuple[int, ...]
    """Numbers of seats to train for, as far as the rules of each setup allow them."""
    minutes: float
    """The budget; see DECISIONS_PER_MINUTE. With 0, the policy stays as it is and only the odds are fitted."""
    seed: int
    side_by_side: int = 512
    """Games side by side, shared by the tables."""
    steps: int = 64
    """Steps of each game between two updates."""
    evaluation: int = 60
    """Games of an evaluation against each opponent at each table; 0 for no evaluations."""

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if not 0 <= self.minutes <= MAX_MINUTES:
            raise OptionError(f"minutes: must be from 0 to {MAX_MINUTES:,}, not {self.minutes:g}")
        for name, number in (("side_by_side", self.side_by_side), ("steps", self.steps)):
            if number < 1:
                raise OptionError(f"{name}: must be at least 1, not {number}")
        if self.evaluation < 0:
            raise OptionError(f"evaluation: must be 0 or more games, not {self.evaluation}")
        for setup in self.setups:
            low, high = setup.ruleset.seats
            if not any(low <= seats <= high for seats in self.seats):
                raise OptionError(f"{setup.ruleset.name!r} is played by {low} to {high} players; change the seats")

    @property
    def tables(self) -> list[TrainingTable]:
        """All setups with all numbers of seats."""
        return [
            TrainingTable(setup, seats)
            for setup in self.setups
            for seats in self.seats
            if setup.ruleset.seats[0] <= seats <= setup.ruleset.seats[1]
        ]

    @property
    def games_at_a_table(self) -> int:
        """Games side by side at each table."""
        return max(2, self.side_by_side // len(self.tables))

    @property
    def decisions_per_update(self) -> int:
        """Decisions between two updates."""
        return self.steps * self.games_at_a_table * len(self.tables)

    @property
    def updates(self) -> int:
        """Updates that the budget is enough for."""
        if self.minutes == 0:
            return 0
        return max(1, round(self.minutes * DECISIONS_PER_MINUTE / self.decisions_per_update))

    @property
    def warm_up(self) -> int:
        """Updates in which only the value learns."""
        return min(WARM_UP, self.updates // 10)

    @property
    def odds_games(self) -> int:
        """Games with two seats to which the win probability is fitted."""
        if self.minutes == 0:
            return MAX_ODDS_GAMES
        return max(10, min(MAX_ODDS_GAMES, round(self.minutes * ODDS_GAMES_PER_MINUTE)))

    @property
    def evaluated_at(self) -> list[int]:
        """Numbers of updates after which the network is evaluated."""
        if self.evaluation == 0:
            return []
        return sorted({round(self.updates * part / EVALUATIONS) for part in range(EVALUATIONS + 1)})

    def to_dict(self) -> dict[str, Any]:
        """The plan as an object for JSON. Boards that are not built in are part of it."""
        return {
            "setups": [setup_dict(setup, LIBRARY) for setup in self.setups],
            "seats": list(self.seats), "minutes": self.minutes, "seed": self.seed, "side_by_side": self.side_by_side,
            "steps": self.steps, "evaluation": self.evaluation,
        }  # fmt: skip

    @staticmethod
    def from_dict(data: Mapping[str, Any], name: str) -> TrainingPlan:
        """Read a plan. ``name`` is for messages."""
        try:
            setups = tuple(LIBRARY.setup(one["board"], one["ruleset"], one["tickets"]) for one in data["setups"])
            rest: Sequence[int] = [int(data[key]) for key in ("seed", "side_by_side", "steps", "evaluation")]
            return TrainingPlan(setups, tuple(map(int, data["seats"])), float(data["minutes"]), *rest)
        except (KeyError, TypeError, ValueError, RailwrightError) as error:
            raise FileError(f"{name}: has no complete plan of a training ({error})") from error
