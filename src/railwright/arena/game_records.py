"""The games of a match as records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.matches.results import Block


def block_records(setup: Setup, names: Sequence[str], block: Block) -> Iterator[Record]:
    """A record for each game of a block that was played with ``keep_actions=True``."""
    if block.actions is None:
        raise ValueError("the block was played without keep_actions=True")
    for i, order in enumerate(block.seating()):
        seats = [{"player": names[player]} for player in order]
        actions = tuple(int(action) for action in block.actions[i, : block.game_stats["actions"][i]])
        unfinished = Record(setup, tuple(seats), int(block.seeds[i]), actions)
        yield Record.of(unfinished.replay(), seats)
