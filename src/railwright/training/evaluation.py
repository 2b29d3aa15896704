"""Evaluations of a network, without search, against players that it never meets in training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.arena.intervals import Estimate, estimate_mean, estimate_rate
from railwright.players.express.neural_network import ExpressNetwork
from railwright.training.opponents import LEARNER, PLANNER
from railwright.training.self_play import SelfPlay
from railwright.training.training_plan import TrainingTable

HELD_OUT = ("evaluation", "mcts:budget=2000", "express1:iterations=10")
"""Players that never train with the network, with so little search that a game takes a fraction of a second."""

THE_PLANNER = "planner"
OPPONENTS = (THE_PLANNER, *HELD_OUT)

EVALUATION_SEED = 4_000_000_007
"""Evaluation deals: fixed, and disjoint from training deals."""


@dataclass(frozen=True, slots=True)
class EvaluationRow:
    """The result against one opponent at one table."""

    updates: int
    decisions: int
    """Decisions that the network had learned from."""
    board: str
    seats: int
    opponent: str
    """All other seats are played by it."""
    games: int
    wins: float
    """Mean share of the win."""
    wins_low: float
    wins_high: float
    """Its 95% confidence interval."""
    points: float
    best_other: float
    """Mean points of the network, and of the best other seat."""

    def to_dict(self) -> dict[str, Any]:
        """The row as an object for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """The games of an evaluation."""

    wins: NDArray[np.float64]
    """The share of the win in each game; the games of a round are neighbours."""
    points: NDArray[np.float64]
    best_other: NDArray[np.float64]
    seats: int

    @property
    def rounds(self) -> NDArray[np.int64]:
        """The round of each game: the same deal, once with each seat."""
        return np.arange(len(self.wins)) // self.seats


def play_evaluation(network: ExpressNetwork, table: TrainingTable, opponent: str, games: int) -> PlayedGames:
    """Play at least ``games`` games, in whole rounds; the network always takes the choice with the highest score."""
    seats = table.seats
    play = SelfPlay(
        table.setup, seats, games=-(-games // seats) * seats, seed=EVALUATION_SEED, autoreset=False,
        opponent=PLANNER if opponent == THE_PLANNER else opponent,
    )  # fmt: skip
    play.begin()
    while not play.done.all():
        play.step(play.best_choices(network))
    is_learner = play.players == LEARNER
    others = np.where(is_learner, -np.inf, play.points).max(axis=1)
    return PlayedGames(
        play.wins[is_learner].astype(float), play.points[is_learner].astype(float), others.astype(float), seats
    )


def summarise_games(
    played: PlayedGames, table: TrainingTable, opponent: str, *, updates: int, decisions: int
) -> EvaluationRow:  # fmt: skip
    """The row of an evaluation."""
    rate = estimate_rate(played.wins, played.rounds)
    means = [round(float(number), 4) for number in (rate.mean, rate.low, rate.high)]
    points = [round(float(numbers.mean()), 2) for numbers in (played.points, played.best_other)]
    return EvaluationRow(updates, decisions, table.board, table.seats, opponent, len(played.wins), *means, *points)


def compare_wins(
    before: Sequence[NDArray[np.float64]], after: Sequence[NDArray[np.float64]], seats: Sequence[int]
) -> Estimate | None:
    """How much more often the network wins after training than before, in the same deals; each table has an entry."""
    changes = np.concatenate([new - old for old, new in zip(before, after, strict=True)])
    rounds = [np.arange(len(old)) // count for old, count in zip(before, seats, strict=True)]
    lengths = np.array([len(part) for part in rounds])
    numbered = np.concatenate(rounds) + np.repeat(np.cumsum(lengths) - lengths, lengths)
    return estimate_mean(changes, numbered)
