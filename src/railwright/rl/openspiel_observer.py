"""What a player of an OpenSpiel game sees: as a tensor, as named pieces of it, and as text."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel

from railwright.errors import OptionError
from railwright.game.json_reader import brief
from railwright.game.view import View
from railwright.players.observation.space import ObservationSpace

BEFORE_THE_DEAL = "nothing has been dealt"
"""The text of an observation while the seed is drawn."""


def is_supported(kind: Any) -> bool:
    """Whether a kind of observation is offered: what a seat sees now, public and its own.

    There is none with perfect recall, because a view does not remember everything that a player saw.
    """
    single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    return bool(kind.public_info and single and not kind.perfect_recall)


class RailwrightObserver:
    """Observes states for OpenSpiel. Its arrays are overwritten by each ``set_from``."""

    def __init__(self, space: ObservationSpace, params: Any = None) -> None:
        if params:
            raise OptionError(f"an observer takes no parameters, but got {brief(params)}")
        self.tensor = np.zeros(space.size, np.float32)
        """The whole observation."""
        self.dict = space.split(self.tensor)
        """Its fields by name, each in its shape; they share the memory of the tensor."""

    def set_from(self, state: Any, player: int) -> None:
        """Observe a state for a player; zeros before the deal."""
        state.observe(player, self.tensor)

    def string_from(self, state: Any, player: int) -> str:
        """The observation as text."""
        return observation_text(state.view(player)) if state.is_dealt else BEFORE_THE_DEAL


def observation_text(view: View) -> str:
    """A view in words. The last line stands for all that a seat sees: two views with the same text are equal."""
    tracks = view.setup.board.tracks
    lines = [str(view)]
    for seat in range(view.seats):
        owned = ", ".join(tracks[track].name for track in view.tracks(seat)) or "none"
        lines.append(f"tracks of seat {seat}: {owned}")
    seen = hashlib.blake2s(view.table.tobytes() + view.mine.tobytes(), digest_size=8).hexdigest()
    return "\n".join([*lines, f"fingerprint of all that seat {view.seat} sees: {seen}"])
