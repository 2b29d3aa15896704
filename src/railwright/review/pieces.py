"""The pieces of a review: each covers a few actions of a game and can be computed anywhere, in any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from railwright.game.game import Game
from railwright.game.record import Record
from railwright.review.chances import chances
from railwright.review.decisions import Decision, judge
from railwright.review.effort import ReviewEffort
from railwright.review.moments import games_before, is_estimated
from railwright.say import Said
from railwright.table.reasons import reason_for
from railwright.table.wording import action_text

_APART = 1_000_003
"""Distance between the seeds of a game's moments, so that those of different reviews do not overlap."""


@dataclass(frozen=True, slots=True)
class ToldDecision:
    """A decision in words."""

    decision: Decision
    words: Said
    """What was done."""
    best_words: Said | None
    """What would have been better; None if nothing."""
    reason: Said | None
    """Why that would have been good; None if nothing was better."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The results for a few consecutive actions."""

    chances: Mapping[int, list[float]]
    """Each seat's chance to win, keyed by the number of actions played so far."""
    judged: tuple[ToldDecision, ...]


def compute_piece(
    record: Record, names: Sequence[str], first: int, last: int, *, seed: int, effort: ReviewEffort
) -> Piece:  # fmt: skip
    """Estimate the chances and judge the decisions from action ``first`` up to ``last`` (exclusive).

    ``names`` are those of the seats.
    """
    found: dict[int, list[float]] = {}
    judged = []
    for game, action in zip(games_before(record, first, last), record.actions[first:last], strict=True):
        step = len(game.actions)
        if is_estimated(game):
            found[step] = chances(game, seed=_seed(seed, step), games=effort.games)
        decision = judge(game, action, seed=_seed(seed, step), effort=effort)
        if decision is not None:
            judged.append(_in_words(game, decision, names))
    return Piece(found, tuple(judged))


def _seed(seed: int, step: int) -> int:
    return seed * _APART + step


def _in_words(game: Game, decision: Decision, names: Sequence[str]) -> ToldDecision:
    words = action_text(game, decision.action)
    if not decision.is_mistake:
        return ToldDecision(decision, words, None, None)
    return ToldDecision(decision, words, action_text(game, decision.best), reason_for(game, decision.best, names))
