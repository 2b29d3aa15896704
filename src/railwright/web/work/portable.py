"""Games and setups on their way to another process. A process that has seen a setup before does not make it again."""

from __future__ import annotations

import hashlib
import pickle
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from railwright.game.game import Game
from railwright.game.log import BRIEF_LOG, new_log
from railwright.game.setup import Setup
from railwright.game.state import STATE

MOST_SETUPS = 32
"""That a process remembers."""


@dataclass(frozen=True, slots=True)
class PackedSetup:
    """A setup as bytes."""

    key: str
    data: bytes


@dataclass(frozen=True, slots=True)
class PackedGame:
    """A game as bytes: its setup, its state, and everything else that it consists of."""

    setup: PackedSetup
    state: bytes
    rest: Mapping[str, Any]


_packed: WeakKeyDictionary[Setup, PackedSetup] = WeakKeyDictionary()
_unpacked: OrderedDict[str, Setup] = OrderedDict()


def pack_setup(setup: Setup) -> PackedSetup:
    """A setup to be sent; each is packed once."""
    found = _packed.get(setup)
    if found is None:
        data = pickle.dumps((setup.board, setup.ruleset, setup.deck))
        found = _packed[setup] = PackedSetup(hashlib.sha256(data).hexdigest(), data)
    return found


def unpack_setup(packed: PackedSetup) -> Setup:
    """The setup that was sent."""
    setup = _unpacked.get(packed.key)
    if setup is None:
        setup = _unpacked[packed.key] = Setup(*pickle.loads(packed.data))
        while len(_unpacked) > MOST_SETUPS:
            _unpacked.popitem(last=False)
    _unpacked.move_to_end(packed.key)
    return setup


def pack_game(game: Game) -> PackedGame:
    """A game to be sent, without what its log says of the past."""
    rest = {key: value for key, value in vars(game).items() if key not in ("setup", "states", "log", "actions")}
    return PackedGame(pack_setup(game.setup), game.states.tobytes(), {**rest, "actions": tuple(game.actions)})


def unpack_game(packed: PackedGame) -> Game:
    """The game that was sent."""
    game = Game.__new__(Game)
    vars(game).update(packed.rest)
    game.setup, game.actions, game.log = unpack_setup(packed.setup), list(packed.rest["actions"]), new_log(BRIEF_LOG)
    game.states = np.frombuffer(packed.state, STATE).copy()
    game._keeps_log = False
    return game
