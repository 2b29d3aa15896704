"""The two phases of the published method, each with two optimisers that exchange what they have chosen.

Phase one: the destination value optimiser and the single-double route optimiser. Phase two: the route length optimiser
and the route colour optimiser. A phase leaves settled variables alone, so one optimiser can also run on its own.

Our readings, in addition to those of ``tree_search`` and ``evaluator``:
- Variables come in the order of the canvas, tickets and routes alike. The colours of a route's tracks are one variable.
- In phase one, the candidates of the two optimisers are tried in pairs, first with first, second with second; the
  shorter list is repeated. A value that was tried several times is labelled with its mean distance.
- In phase two, each step first tries the values of the next route in the same way. Then all combinations of the four
  lengths and the four colours with the lowest mean distances are evaluated, and the best one is final ("is selected").
  So this phase does not backtrack, and ends after one step for each route.
- Unassigned variables are redrawn for each evaluation. In phase one, lengths and colours are also redrawn when an
  assignment must show that it is consistently below the threshold.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from statistics import fmean
from typing import TypeVar

from railwright.mapmaker.balance.problem.design import DesignCanvas
from railwright.mapmaker.balance.published.assignments import Choices, Colors, Partial, open_numbers
from railwright.mapmaker.balance.published.evaluator import Draft, Evaluator, Verdict, evaluate
from railwright.mapmaker.balance.published.phase_progress import Log, PhaseProgress
from railwright.mapmaker.balance.published.tree_search import TreeSearch

THRESHOLD_ONE = 0.2
"""Threshold of phase one (paper)."""
THRESHOLD_TWO = 0.1
"""Threshold of phase two. The paper does not give it; its boards came out at 0.101 to 0.134."""
CANDIDATES_ONE = 4
"""Values drawn for a variable in phase one: as many as are explored in phase two."""
CANDIDATES_TWO = 9
"""Values drawn for a variable in phase two: all lengths and all colours of a single route."""
BEST = 4
"""Values of each feature kept in phase two, of which all combinations are evaluated (paper)."""
STEPS_PER_VARIABLE = 10
"""Limit on the steps of phase one for each open variable: the tree is too large to exhaust."""

One = TypeVar("One", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)


def phase_one(
    evaluator: Evaluator, canvas: DesignCanvas, choices: Choices, rng: Random, log: Log
) -> Iterator[PhaseProgress]:
    """Choose ticket values and which routes are double; the result is in the log."""
    tickets, routes = open_numbers(choices.values), open_numbers(choices.tracks)
    values, tracks = (
        TreeSearch(domains, threshold=THRESHOLD_ONE, candidates=CANDIDATES_ONE, rng=rng)
        for domains in ([choices.values[k] for k in tickets], [choices.tracks[k] for k in routes])
    )

    def with_other_rest(draft: Draft) -> Draft:
        design = draft[1]
        chosen = Partial(values=dict(enumerate(design.values)), tracks=dict(enumerate(map(len, design.colors))))
        return canvas, choices.complete(rng, chosen)

    for _ in range(STEPS_PER_VARIABLE * (len(tickets) + len(routes))):
        pairs = side_by_side(values.draw(), tracks.draw())
        partials = [Partial(values=_by_number(tickets, a), tracks=_by_number(routes, b)) for a, b in pairs]
        drafts = [(canvas, choices.complete(rng, partial)) for partial in partials]
        verdicts = evaluate(evaluator, drafts, THRESHOLD_ONE, with_other_rest)
        log.note(verdicts)
        yield log.report()
        if log.accepted:
            return
        for search, nodes in ((values, [a for a, _ in pairs]), (tracks, [b for _, b in pairs])):
            for node, distance in mean_distances(nodes, verdicts).items():
                search.label(node, distance)
            search.choose()
        if values.exhausted and tracks.exhausted:
            return


def phase_two(
    evaluator: Evaluator, canvas: DesignCanvas, choices: Choices, rng: Random, log: Log
) -> Iterator[PhaseProgress]:
    """Choose lengths and colours. Ticket values and numbers of tracks must be settled."""
    colors_of = [own[counts[0]] for own, counts in zip(choices.colors, choices.tracks, strict=True)]
    lengths: dict[int, int] = {}
    colors: dict[int, Colors] = {}
    for route in sorted({*open_numbers(choices.lengths), *open_numbers(colors_of)}):

        def judge(pairs: Sequence[tuple[int, Colors]], route: int = route) -> list[Verdict]:
            partials = (Partial(lengths={**lengths, route: a}, colors={**colors, route: b}) for a, b in pairs)
            drafts = [(canvas, choices.complete(rng, partial)) for partial in partials]
            verdicts = evaluate(evaluator, drafts, THRESHOLD_TWO)
            log.note(verdicts)
            return verdicts

        tried = side_by_side(_some(choices.lengths[route], rng), _some(colors_of[route], rng))
        verdicts = judge(tried)
        if not log.accepted:
            good_lengths = _lowest(mean_distances([a for a, _ in tried], verdicts))
            good_colors = _lowest(mean_distances([b for _, b in tried], verdicts))
            combined = list(product(good_lengths, good_colors))
            verdicts = judge(combined)
        yield log.report()
        if log.accepted:
            return
        best = min(range(len(combined)), key=lambda k: verdicts[k].distance)
        lengths[route], colors[route] = combined[best]


def side_by_side(ones: Sequence[One], others: Sequence[Other]) -> list[tuple[One, Other]]:
    """Pair two lists in order; the shorter one is repeated until the longer one ends."""
    count = max(len(ones), len(others))
    return [(ones[k % len(ones)], others[k % len(others)]) for k in range(count)]


def mean_distances(tried: Sequence[One], verdicts: Sequence[Verdict]) -> dict[One, float]:
    """The mean distance found with each value, in the order in which the values were first tried."""
    found: dict[One, list[float]] = {}
    for value, verdict in zip(tried, verdicts, strict=True):
        found.setdefault(value, []).append(verdict.distance)
    return {value: fmean(distances) for value, distances in found.items()}


def _lowest(labels: Mapping[One, float]) -> list[One]:
    return sorted(labels, key=lambda value: labels[value])[:BEST]


def _some(values: Sequence[One], rng: Random) -> list[One]:
    return rng.sample(values, min(CANDIDATES_TWO, len(values)))


def _by_number(numbers: Sequence[int], node: Sequence[int]) -> dict[int, int]:
    """The values of a node by variable number; unassigned variables are missing."""
    return dict(zip(numbers, node, strict=False))
