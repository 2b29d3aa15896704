"""What the environments with one game share: playing an action, and looking at the game."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railwright.errors import IllegalActionError
from railwright.game.game import Game
from railwright.rl.batch import Batch
from railwright.rl.checks import checked_action
from railwright.rl.rendering import Renderer


class IllegalEnd(NamedTuple):
    """The end of a game by an illegal action."""

    reward: float
    reason: str


class SingleGame:
    """The one game in a batch, behind the interface of a library."""

    illegal_reward: float | None
    render_mode: str | None
    _batch: Batch
    _renderer: Renderer

    def _play(self, action: Any) -> IllegalEnd | None:
        """Play an action of the deciding seat; returns the end of the game if it is illegal.

        Raises IllegalActionError, and changes nothing, if it is not in the action space or there is no reward for an
        illegal one.
        """
        number = checked_action(action, self._batch.actions.size)
        try:
            self._batch.step(np.array([number], np.int64))
        except IllegalActionError as error:
            if self.illegal_reward is None:
                raise
            return IllegalEnd(float(self.illegal_reward), str(error))
        return None

    @property
    def game(self) -> Game:
        """A copy of the game with all that is hidden in it, to look at."""
        return self._batch.game(0)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The game as everyone at the table sees it: printed, as text, as pixels or as SVG, by ``render_mode``."""
        return self._renderer.render()

    def _show(self) -> None:
        """In the mode ``human``, every position is shown at once."""
        if self.render_mode == "human":
            self.render()
