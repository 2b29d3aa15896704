"""How long a search will take here, by a short probe."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from railwright.mapmaker.balance.problem.design import of_board
from railwright.mapmaker.balance.problem.judge import Trial, play_trial
from railwright.maps.load import board_ruleset, load_board
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import Call

BOARD = "usa"
"""On which the probe is played."""
ROUNDS = 20
"""Of each of its parts."""
PARTS = 3
"""For each worker. The first one also loads what is compiled, so that the middle one counts."""

PLAY_SHARE = 0.65
"""Of a search's time that goes into games; the rest into proposals."""


def search_seconds(games: int, players: Sequence[str], pool: WorkerPool) -> float:
    """About how many seconds a search with so many games takes with these workers."""
    board = load_board(BOARD)
    canvas, design = of_board(board, board_ruleset(board), board.decks[0])
    calls = [
        Call("a probe", play_trial, (Trial(canvas, design, number, ROUNDS), tuple(players)))
        for number in range(PARTS * pool.size)
    ]
    each = median(seconds for _, _, seconds in pool.call(calls)) / (ROUNDS * len(players))
    return games * each / pool.size / PLAY_SHARE
