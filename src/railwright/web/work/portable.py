"""Serialises games and setups for worker processes. Each process caches the setups that it has received."""

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
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.game.state import STATE

MOST_SETUPS = 32
"""Most setups in the cache of a process."""


@dataclass(frozen=True, slots=True)
class PackedSetup:
    """A serialised setup."""

    key: str
    data: bytes


@dataclass(frozen=True, slots=True)
class PackedGame:
    """A serialised game: its setup, its state, and its other attributes."""

    setup: PackedSetup
    state: bytes
    rest: Mapping[str, Any]


_packed: WeakKeyDictionary[Setup, PackedSetup] = WeakKeyDictionary()
_unpacked: OrderedDict[str, Setup] = OrderedDict()


def pack_setup(setup: Setup) -> PackedSetup:
    """Serialise a setup; the result is cached."""
    packed = _packed.get(setup)
    if packed is None:
        data = pickle.dumps((setup.board, setup.ruleset, setup.deck))
        packed = _packed[setup] = PackedSetup(hashlib.sha256(data).hexdigest(), data)
    return packed


def unpack_setup(packed: PackedSetup) -> Setup:
    """Restore a setup; the result is cached."""
    setup = _unpacked.get(packed.key)
    if setup is None:
        setup = _unpacked[packed.key] = Setup(*pickle.loads(packed.data))
        while len(_unpacked) > MOST_SETUPS:
            _unpacked.popitem(last=False)
    _unpacked.move_to_end(packed.key)
    return setup


def pack_game(game: Game) -> PackedGame:
    """Serialise a game without its log."""
    rest = {key: value for key, value in vars(game).items() if key not in ("setup", "states", "log", "actions")}
    return PackedGame(pack_setup(game.setup), game.states.tobytes(), {**rest, "actions": tuple(game.actions)})


def unpack_game(packed: PackedGame) -> Game:
    """Restore a game, without its log."""
    game = Game.__new__(Game)
    vars(game).update(packed.rest)
    game.setup, game.actions, game.log = unpack_setup(packed.setup), list(packed.rest["actions"]), new_log(BRIEF_LOG)
    game.states = np.frombuffer(packed.state, STATE).copy()
    game._keeps_log = False
    return game


def record_to_replay(game: Game, players: tuple[Mapping[str, Any], ...]) -> Record:
    """The record of a game without its result, which is not needed to replay it."""
    return Record(game.setup, players, game.seed, tuple(game.actions), renewals=game.renewals)
