"""Makes a board by one of the methods and evaluates it. The results are plain values for JSON files."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from railwright.mapmaker.balance.making import BalancedBoard, Judged, balance, evaluate
from railwright.mapmaker.balance.problem.brief import Brief
from railwright.mapmaker.balance.problem.design import to_board
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.graph_source import GraphSource
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.workers.pool import WorkerPool

DIGITS = 6


def try_method(
    graph: GraphSource, *, players: Sequence[str], method: str, style: str, restrict_lengths: int | None,
    search_games: int, evaluation_games: int, printed_games: int, seed: int,
) -> dict[str, Any]:  # fmt: skip
    """Make a board for equal shares in this process, and evaluate it, the original and random boards."""
    brief = Brief(
        players=tuple(players), target=Target.even(len(players)), restrict_lengths=restrict_lengths, style=style,
        method=method, games=search_games, seed=seed,
    )  # fmt: skip
    with WorkerPool(1) as pool:
        clock = _Clock()
        judge = Judge(brief.players, pool, done=clock.note)
        made = balance(brief, graph, judge, evaluation_games=evaluation_games)
        other_deals = replace(brief, seed=seed + 1)
        short = evaluate(made.canvas, [made.after.design], other_deals, judge, games=printed_games)[0]
    return {
        "board": to_board(made.canvas, made.after.design).to_dict(),
        "games": made.games,
        "seconds": round(clock.seconds(made.games), 1),
        "history": _history(made),
        "after": _judged(made.after),
        "short": _judged(short),
        "before": _judged(made.before) if made.before else None,
        "random": [_judged(one) for one in made.random],
    }


@dataclass
class _Clock:
    """Measures the CPU time of games, whatever else runs on the machine."""

    began: float = field(default_factory=time.process_time)
    games: int = 0
    noted: list[tuple[int, float]] = field(default_factory=list)

    def note(self, games: int) -> None:
        """Record that this many more games were played."""
        self.games += games
        self.noted.append((self.games, time.process_time() - self.began))

    def seconds(self, games: int) -> float:
        """CPU seconds until this many games had been played."""
        return next(seconds for total, seconds in self.noted if total >= games)


def _history(made: BalancedBoard) -> list[tuple[int, float]]:
    """Games so far and the search's estimate for its best board; steps on subgames are left out."""
    routes = len(made.after.design.lengths)
    steps = [step for step in made.history if len(step.best.lengths) == routes]
    return [(step.games, round(step.distance, DIGITS)) for step in steps]


def _judged(judged: Judged) -> dict[str, Any]:
    """As a dictionary, with half the width of each share's 95% interval."""
    return {**judged.to_dict(), "margins": [round(margin, DIGITS) for margin in judged.margins]}
