"""Games of all kinds of play, each as one digest, to be compared between ways of running the rules.

It needs nothing but the rules, so that a process that compiles them anew compiles nothing else.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

import numpy as np

from game.invariants import SETUPS, STYLES, choose
from railwright.compiled.kernel import kernel
from railwright.game.game import Game


def told(record: Any) -> bytes:
    """The numbers of a record, whatever their width."""
    if getattr(record, "dtype", None) is not None and record.dtype.names:
        return b"(" + b",".join(told(record[name]) for name in record.dtype.names) + b")"
    return repr(record.tolist()).encode()


def play_games(count: int, actions: int, samples: int) -> list[str]:
    """Play the beginnings of games, look at samples of them, and give a digest of each."""
    digests = []
    for number in range(count):
        setup, style = SETUPS[number * 5 % len(SETUPS)], sorted(STYLES)[number % len(STYLES)]
        game, chooser = Game(setup, seats=2 + number % 4, seed=number), random.Random(number)
        seen = hashlib.sha256(told(game.states))
        while not game.is_over and len(game.actions) < actions:
            options = game.legal()
            seen.update(repr(options).encode())
            game.play(choose(game, options, style, chooser))
            if len(game.actions) % (actions // samples) == 0:
                view = game.view(len(game.actions) % game.seats)
                sample = Game.from_states(setup, view.sample(np.random.default_rng(number)))
                seen.update(told(game.states) + told(sample.states) + told(game.result_record()))
        seen.update(told(game.states) + told(game.result_record()))
        digests.append(seen.hexdigest())
    return digests


@kernel
def _read(numbers: Any, place: int) -> int:
    return int(numbers[place])


def play_checked_games(count: int, actions: int, samples: int) -> list[str]:
    """The same, where an access outside of an array is an error; it is tried whether it is."""
    try:
        _read(np.zeros(1, np.int64), 1)
    except IndexError:
        return play_games(count, actions, samples)
    raise AssertionError("an access outside of an array was not noticed")
