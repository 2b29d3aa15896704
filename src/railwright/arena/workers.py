"""Divides a match into blocks of games and plays them, in this process or in several."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any

from railwright.arena.match import Block, play
from railwright.errors import OptionError
from railwright.game.setup import Setup
from railwright.players.registry import load_player

BLOCK_GAMES = 250
"""Most games in a block: long enough to keep a worker busy, short enough to show progress."""

BLOCK_SECONDS = 0.5
"""In one process, blocks are made so long: Ctrl-C is heard between blocks."""


def play_match(
    setup: Setup, names: Sequence[str], *, games: int, seed: int, workers: int = 1, keep_actions: bool = False
) -> Iterator[Block]:
    """Play a match block by block, always in the order of the games. Workers do not change any game."""
    if games < 1:
        raise OptionError(f"a match has at least 1 game, not {games}")
    if not 1 <= workers <= 4 * (os.cpu_count() or 1):
        raise OptionError(f"the number of workers must be from 1 to {4 * (os.cpu_count() or 1)}, not {workers}")
    size = min(BLOCK_GAMES, -(-games // workers))
    blocks = [(first, min(size, games - first)) for first in range(0, games, size)]
    if workers == 1:
        yield from _play_here(setup, names, games, seed, keep_actions)
    else:
        yield from _play_in_processes(setup, names, blocks, seed, min(workers, len(blocks)), keep_actions)


def _play_here(setup: Setup, names: Sequence[str], games: int, seed: int, keep_actions: bool) -> Iterator[Block]:
    """In this process, in blocks that grow until they take about BLOCK_SECONDS."""
    players = [load_player(name) for name in names]
    first, size = 0, 1
    while first < games:
        began = time.perf_counter()
        block = play(setup, players, seed=seed, first=first, games=min(size, games - first), keep_actions=keep_actions)
        seconds = time.perf_counter() - began
        yield block
        first += len(block)
        if seconds < BLOCK_SECONDS / 2:
            size = min(2 * size, BLOCK_GAMES)
        elif seconds > 2 * BLOCK_SECONDS:
            size = max(size // 2, 1)


def _play_in_processes(
    setup: Setup, names: Sequence[str], blocks: list[tuple[int, int]], seed: int, workers: int, keep_actions: bool
) -> Iterator[Block]:
    context = multiprocessing.get_context("spawn")
    task = (setup.board, setup.ruleset, setup.deck, tuple(names), seed, keep_actions)
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(task,)) as executor:
        waiting: dict[Future[Block], int] = {executor.submit(_play_one, *block): block[0] for block in blocks}
        finished: dict[int, Block] = {}
        try:
            for first, _ in blocks:
                while first not in finished:
                    done, _pending = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        finished[waiting.pop(future)] = future.result()
                yield finished.pop(first)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise


_work: dict[str, Any] = {}
"""What a worker process plays: set once, when it begins."""


def _begin(task: tuple[Any, ...]) -> None:
    board, ruleset, deck, names, seed, keep_actions = task
    _work.update(
        setup=Setup(board, ruleset, deck),
        players=[load_player(name) for name in names],
        seed=seed,
        keep_actions=keep_actions,
    )


def _play_one(first: int, games: int) -> Block:
    return play(
        _work["setup"],
        _work["players"],
        seed=_work["seed"],
        first=first,
        games=games,
        keep_actions=_work["keep_actions"],
    )
