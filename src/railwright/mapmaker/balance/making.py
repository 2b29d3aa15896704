"""From a brief to a balanced board: search, then evaluate the result on deals that the search never saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from railwright.arena.intervals import Z_95, Estimate
from railwright.mapmaker.balance.problem.board_style import draw_within
from railwright.mapmaker.balance.problem.brief import PUBLISHED, PUBLISHED_GAMES, Brief, space_of
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.design_space import DesignSpace
from railwright.mapmaker.balance.problem.distance import estimate_distance
from railwright.mapmaker.balance.problem.graph_source import GraphSource
from railwright.mapmaker.balance.problem.judge import SEED_BITS, DesignTrial, Judge
from railwright.mapmaker.balance.problem.progress import Progress
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.mapmaker.balance.published.phase_progress import PhaseProgress
from railwright.mapmaker.balance.published.two_phase_search import PublishedSearch
from railwright.mapmaker.balance.search.racing_search import RacingSearch
from railwright.mapmaker.balance.search.rival_searches import best_of, searches_for
from railwright.mapmaker.balance.search.starts import starts_of

EVALUATION_GAMES = 10_000
RANDOM_BOARDS, RANDOM_GAMES = 10, 1000
"""Random boards of the same style for comparison, and the games on each (paper, section Experiments and Results),
unless the evaluation has fewer."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A design and the games played on it after the search."""

    design: Design
    sample: Sample
    distance: Estimate

    @property
    def margins(self) -> tuple[float, ...]:
        """Half the width of each share's 95% confidence interval."""
        if self.sample.rounds < 2:
            return (1.0,) * len(self.sample.totals)
        return tuple(float(Z_95 * sqrt(variance)) for variance in self.sample.covariance_of_mean.diagonal())

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {
            "games": self.sample.games, "shares": [round(float(share), 6) for share in self.sample.mean],
            "distance": round(self.distance.mean, 6), "low": round(self.distance.low, 6),
            "high": round(self.distance.high, 6),
        }  # fmt: skip


CHECKPOINTS, CHECKPOINT_GAMES = 10, 2000
"""Number of points of a search whose best design is played again afterwards, and the games on each, unless the
evaluation has fewer."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The design that a search considered best at some point, evaluated on deals that it never saw."""

    games: int
    """Games that the search had played by then."""
    found: Judged


@dataclass(frozen=True, slots=True)
class BalancedBoard:
    """A balanced board and how it was found."""

    brief: Brief
    canvas: DesignCanvas
    before: Judged | None
    """The original board; None for a new graph."""
    after: Judged
    random: tuple[Judged, ...]
    history: tuple[Progress, ...]
    games: int
    """Games that the search took."""
    checkpoints: tuple[Checkpoint, ...] = ()
    """Checkpoints of the search, all evaluated on the same deals."""

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        judged = {"before": self.before, "after": self.after}
        return {
            "board": self.canvas.graph.name, "brief": self.brief.to_dict(), "search_games": self.games,
            **{name: found.to_dict() for name, found in judged.items() if found is not None},
            "random_distances": [round(found.distance.mean, 6) for found in self.random],
        }  # fmt: skip


def balance(
    brief: Brief, source: GraphSource, judge: Judge, *, evaluation_games: int = EVALUATION_GAMES
) -> BalancedBoard:
    """Make the board that the brief asks for."""
    start = source.find_start(brief, judge)
    canvas, original = start.canvas, start.original
    space = start.space or space_of(brief, canvas, original)
    history = start.history or tuple(search(brief, canvas, space, start.first or original, judge))
    games, best = judge.games, history[-1].best
    rng, style = Random(f"{brief.seed} random boards"), brief.style_on(canvas)
    others = [draw_within(canvas, space, style, rng) for _ in range(RANDOM_BOARDS)]
    chosen = [best] if original is None else [best, original]
    judged = evaluate(canvas, chosen, brief, judge, games=evaluation_games)
    random = evaluate(canvas, others, brief, judge, games=min(RANDOM_GAMES, evaluation_games))
    before = judged[1] if original is not None else None
    checkpoints = _replay(history, canvas, brief, judge, games=min(CHECKPOINT_GAMES, evaluation_games))
    return BalancedBoard(
        brief, source.final_canvas(canvas, best, brief), before, judged[0], random, history, games, checkpoints
    )


def _replay(
    history: Sequence[Progress], canvas: DesignCanvas, brief: Brief, judge: Judge, *, games: int
) -> tuple[Checkpoint, ...]:  # fmt: skip
    """Evaluate the best designs at some points of a search on the same new deals.

    Steps on other canvases are left out: on subgames, and on the joined subgames with their own tickets.
    """
    whole = [step for step in history if not isinstance(step, PhaseProgress) or step.canvas == canvas]
    places = sorted({round(k * (len(whole) - 1) / (CHECKPOINTS - 1)) for k in range(CHECKPOINTS)})
    steps = [whole[place] for place in places]
    designs = list(dict.fromkeys(step.best for step in steps))
    found = dict(zip(designs, evaluate(canvas, designs, brief, judge, games=games), strict=True))
    return tuple(Checkpoint(step.games, found[step.best]) for step in steps)


def all_games(brief: Brief, evaluation_games: int) -> int:
    """Approximate total number of games: by the search, then on its board, on the original and on other boards."""
    searched = PUBLISHED_GAMES if brief.method == PUBLISHED else brief.games
    random = RANDOM_BOARDS * min(RANDOM_GAMES, evaluation_games)
    return searched + 2 * evaluation_games + random + CHECKPOINTS * min(CHECKPOINT_GAMES, evaluation_games)


def evaluate(
    canvas: DesignCanvas, designs: Sequence[Design], brief: Brief, judge: Judge, *, games: int
) -> tuple[Judged, ...]:  # fmt: skip
    """Play designs on deals that no search saw, the same deals for all."""
    rounds = -(-games // len(brief.players))
    seed = Random(f"{brief.seed} evaluation").getrandbits(SEED_BITS)
    samples = judge.try_all([DesignTrial(canvas, design, seed, rounds) for design in designs])
    return tuple(
        Judged(design, sample, estimate_distance(brief.target, sample, seed=brief.seed))
        for design, sample in zip(designs, samples, strict=True)
    )


def search(
    brief: Brief, canvas: DesignCanvas, space: DesignSpace, known: Design | None, judge: Judge
) -> Iterator[Progress]:  # fmt: skip
    """Run the search that the brief names, step by step. Our own method starts from the known design, if any."""
    if brief.method == PUBLISHED:
        return PublishedSearch(canvas, space, brief.target, judge, seed=brief.seed).run()
    starts = starts_of(brief, canvas, space, known)
    games = brief.games - judge.games
    searches = [
        RacingSearch(
            starts.problem, judge, games=games, seed=brief.seed, number=number, starts=starts.first, draw=starts.draw
        )
        for number in range(searches_for(games))
    ]
    return best_of(searches, judge, games)
