"""Replays games in another process, where Python iterates over sets of strings in another order.

A player in ordinary Python that depends on that order repeats itself within one process, but not on other workers.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence

from railwright.errors import PlayerError
from railwright.maps.load import load_setup
from railwright.matches.conformance.repetition import play_together
from railwright.matches.results import Block
from railwright.players.registry import load_player

_HASH_SEEDS = ("1", "2")
"""Values of PYTHONHASHSEED: the other process gets one that this process does not have."""


def digest_of(block: Block) -> str:
    """A digest of the actions of some games."""
    if block.actions is None:
        raise ValueError("the block was played without keep_actions=True")
    return hashlib.sha256(block.actions.tobytes()).hexdigest()


def digest_elsewhere(board: str, players: Sequence[str], *, seed: int, games: int) -> str:
    """The digest of the same games, played in another process; PlayerError if they cannot be played there."""
    other = next(value for value in _HASH_SEEDS if value != os.environ.get("PYTHONHASHSEED"))
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=json.dumps({"board": board, "players": list(players), "seed": seed, "games": games}),
        env={**os.environ, "PYTHONHASHSEED": other, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise PlayerError(f"in another process: {reason}")
    return done.stdout.strip()


def main() -> None:
    """Play the games that the other process asks for, and print their digest."""
    asked = json.load(sys.stdin)
    players = [load_player(name) for name in asked["players"]]
    print(digest_of(play_together(load_setup(asked["board"]), players, seed=asked["seed"], games=asked["games"])))


if __name__ == "__main__":
    main()
