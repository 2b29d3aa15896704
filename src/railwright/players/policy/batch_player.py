"""Players in ordinary Python that decide for many positions at once, as networks do best."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railwright.errors import PlayerError
from railwright.game.json_reader import brief
from railwright.game.setup import Setup
from railwright.game.view import View
from railwright.players.kit.interface import Player
from railwright.players.policy.policy import OBSERVATIONS

if TYPE_CHECKING:
    from railwright.players.observation.action_space import ActionSpace
    from railwright.players.observation.space import ObservationSpace

_KEPT = 16
"""Setups whose spaces are kept."""


class BatchPlayer(Player):
    """Base class of players that are asked for many games at once.

    >>> import numpy as np
    >>> import railwright
    >>> from railwright.rl import BatchPlayer, best_actions
    >>> class Last(BatchPlayer):
    ...     "Takes the last legal action."
    ...
    ...     def decide(self, observations, masks, luck):
    ...         return best_actions(np.arange(masks.shape[1]) * np.ones(masks.shape), masks)
    >>> len(railwright.play_games("usa", [Last, "random"], seed=1, games=4))
    4

    ``play_games`` plays many games side by side and asks one object for all that wait for a decision. So ``decide``
    must use nothing but its arguments and what all objects of the class share, such as a network. Where one position is
    to be decided, as in the browser, it is asked for that one.

    Matrix products can differ in the last digits with the number of rows. If two actions are that close, a game can
    depend on how many are played at once.
    """

    observation: ClassVar[str] = "raw"
    """The kind of observations that it gets: ``raw`` or ``planner``."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if cls.observation not in OBSERVATIONS:
            words = f"observation must be {' or '.join(OBSERVATIONS)}, not {brief(cls.observation)}"
            raise PlayerError(f"the player {cls.name or cls.__name__!r}: {words}")

    @abstractmethod
    def decide(self, observations: NDArray[np.float32], masks: NDArray[np.bool_], luck: NDArray[np.float64]) -> Any:
        """Choose for each row one of the actions whose mask is True, as ``rl.ActionSpace`` numbers them.

        ``luck`` has a random number from 0 to 1 for each row, from the random numbers of that game.
        """

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Choose for one position."""
        return choose_many(self, [view], [legal], [self.rng.random()])[0]


def choose_many(
    player: BatchPlayer, views: Sequence[View], legal: Sequence[Sequence[int]], luck: Sequence[float]
) -> list[int]:
    """The action numbers that a player chooses for some positions of games on the same setup."""
    observations, actions = _spaces(views[0].setup, views[0].seats, player.observation)
    masks = np.zeros((len(views), actions.size), bool)
    for row, numbers in enumerate(legal):
        masks[row, actions.compact[list(numbers)]] = True
    seen = np.stack([observations.of(view) for view in views])
    chosen = np.asarray(player.decide(seen, masks, np.array(luck)))
    if chosen.shape != (len(views),) or chosen.dtype.kind not in "iu":
        expected = f"{len(views)} whole numbers, one for each row"
        raise PlayerError(f"decide must return {expected}, not an array of {chosen.dtype} of shape {chosen.shape}")
    if chosen.min() < 0 or chosen.max() >= actions.size:
        raise PlayerError(
            f"decide must return actions from 0 to {actions.size - 1}, not {chosen.min()} to {chosen.max()}"
        )
    return [int(number) for number in actions.numbers[chosen]]


@lru_cache(maxsize=_KEPT)
def _spaces(setup: Setup, seats: int, option: str) -> tuple[ObservationSpace, ActionSpace]:
    """The spaces of a setup. They are imported when they are needed, since that compiles them."""
    from railwright.players.observation.action_space import ActionSpace
    from railwright.players.observation.space import ObservationSpace

    return ObservationSpace(setup, seats, option), ActionSpace(setup)


def best_actions(scores: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The allowed action with the highest score in each row."""
    best: NDArray[np.int64] = np.where(masks, scores, -np.inf).argmax(axis=1)
    return best


def drawn_actions(scores: NDArray[Any], masks: NDArray[np.bool_], luck: NDArray[np.float64]) -> NDArray[np.int64]:
    """An allowed action for each row, drawn with the probabilities of a softmax by the luck of the row."""
    allowed = np.where(masks, scores, -np.inf).astype(np.float64)
    shares = np.exp(allowed - allowed.max(axis=1, keepdims=True))
    sums = shares.cumsum(axis=1)
    drawn: NDArray[np.int64] = (sums > (luck * sums[:, -1])[:, None]).argmax(axis=1)
    return drawn
