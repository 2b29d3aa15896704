"""What a decision cost: the chosen action compared with the best one, judged from what the seat could see.

All choices are tried in a few worlds. Those that look better than the chosen one are compared with it in fresh
worlds, so that the luck of the screening does not count. Which one is best, and whether it is clearly better,
is decided by the network's value, as in hints, since it varies less.

What was given away is stated in the chance to win, by the smaller of two estimates: the difference of the network's
win probability, and that of its value, converted. Either one alone calls some good moves costly, since the network errs
in some positions; games continued with the real cards agree with the smaller one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.game.actions import decode
from railwright.game.game import Game
from railwright.players.express.search import CLEAR
from railwright.review.effort import ReviewEffort
from railwright.review.trials import DecisionTrials, Difference, difference
from railwright.table.reasons import is_block

CHANCE_PER_VALUE = 0.4
"""The chance to win that one unit of the network's value is converted to; it counts the lead in points, too."""

CONTENDERS = 3
"""Maximum number of choices compared with the chosen one after the screening."""

OPENING, BLOCKING = "opening tickets", "blocking"
KINDS = {
    "keep": "tickets", "tickets": "tickets", "row": "cards", "deck": "cards", "claim": "claims", "pay": "payments",
    "station": "stations", "passenger": "passengers", "decline": "tunnels", "pass": "passes",
}  # fmt: skip
"""The other kinds of decisions, by the kind of the action that was chosen."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision and what it cost."""

    step: int
    """The number of actions played before it."""
    seat: int
    kind: str
    stage: str
    action: int
    best: int
    """The best action; the chosen one itself if no other is clearly better."""
    win_chance: float
    """What a hint would have stated for the position."""
    loss: float
    """The chance to win that the action gave away; 0 if it is about equal to the best."""
    error: float
    """The standard error of the loss or, if the choices are about equal, of the compared difference."""
    worlds: int
    """The number of worlds in which it was compared with the best action."""

    @property
    def is_mistake(self) -> bool:
        """Whether another action was clearly better, and the loss is significantly above zero.

        A loss that is not significant still counts in the sums of a review, but is not listed.
        """
        return self.best != self.action and self.loss > CLEAR * self.error


def kind_of(game: Game, action: int, best: int) -> str:
    """The kind of a decision: to block or not, if the chosen action or the best one blocks another seat."""
    meaning = decode(action)
    assert meaning is not None
    if game.state.table.opening:
        return OPENING
    if any(is_block(game, one) for one in {action, best}):
        return BLOCKING
    return "tunnels" if game.stage == "tunnel" else KINDS[meaning.kind]


def judge(game: Game, action: int, *, seed: int, effort: ReviewEffort) -> Decision | None:
    """Judge an action of the deciding seat; None if there was nothing to decide, or nothing else worth a trial."""
    if len(game.legal()) == 1:
        return None
    trials = DecisionTrials(game, seed=seed)
    actions = [action, *(other for other in trials.candidates if other != action)]
    if len(actions) == 1:
        return _about_equal(game, action, trials, 0.0, 0)
    screened = trials.ahead(actions, 0, effort.screening)
    rivals = _rivals(screened[:, :, 0])
    if not rivals:
        return _about_equal(game, action, trials, 0.0, effort.screening)
    compared = trials.ahead([action, *(actions[i] for i in rivals)], effort.screening, effort.comparing)
    rival = 1 + int(np.argmax(compared[:, 1:, 0].mean(axis=0)))
    value, loss = _compare(compared, rival)
    if value.mean <= CLEAR * value.error or loss.mean <= 0:
        return _about_equal(game, action, trials, loss.error, effort.comparing)
    best = actions[rivals[rival - 1]]
    return Decision(
        len(game.actions), game.seat, kind_of(game, action, best), game.stage, action, best, trials.odds, loss.mean,
        loss.error, effort.comparing,
    )  # fmt: skip


def _about_equal(game: Game, action: int, trials: DecisionTrials, error: float, worlds: int) -> Decision:
    kind = kind_of(game, action, action)
    return Decision(
        len(game.actions), game.seat, kind, game.stage, action, action, trials.odds, 0.0, error, worlds
    )  # fmt: skip


def _rivals(values: NDArray[np.float64]) -> list[int]:
    """The choices that looked better than the first in the screening, the best first."""
    means = values.mean(axis=0)
    order = sorted(range(1, len(means)), key=lambda i: (-means[i], i))
    return [i for i in order if means[i] > means[0]][:CONTENDERS]


def _compare(compared: NDArray[np.float64], rival: int) -> tuple[Difference, Difference]:
    """How much better a rival is than the first choice: in the network's value, and in the chance to win."""
    value = difference(compared[:, rival, 0], compared[:, 0, 0])
    odds = difference(compared[:, rival, 1], compared[:, 0, 1])
    converted = Difference(CHANCE_PER_VALUE * value.mean, CHANCE_PER_VALUE * value.error)
    return value, min(odds, converted, key=lambda one: one.mean)
