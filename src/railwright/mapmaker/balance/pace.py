"""Estimate of how long a search will take on this machine, by a short probe."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from railwright.mapmaker.balance.problem.design import of_board
from railwright.mapmaker.balance.problem.judge import DesignTrial, play_trial
from railwright.maps.load import board_ruleset, load_board
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import Call

BOARD = "usa"
"""Board of the probe."""
ROUNDS = 20
"""Rounds in each part of the probe."""
PARTS = 3
"""Parts of the probe for each worker. The first one also loads compiled code, so the median is used."""

PLAY_SHARE = 0.65
"""Share of a search's time spent on games; the rest goes into proposals."""


def search_seconds(games: int, players: Sequence[str], pool: WorkerPool) -> float:
    """Estimated seconds for a search with this many games on these workers."""
    board = load_board(BOARD)
    canvas, design = of_board(board, board_ruleset(board), board.decks[0])
    calls = [
        Call("a probe", play_trial, (DesignTrial(canvas, design, number, ROUNDS), tuple(players)))
        for number in range(PARTS * pool.size)
    ]
    each = median(seconds for _, _, seconds in pool.call(calls)) / (ROUNDS * len(players))
    return games * each / pool.size / PLAY_SHARE
