"""The results in a few sentences at the beginning of the report."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.mapmaker.balance.problem.board_style import OFFICIAL
from railwright.mapmaker.balance.problem.brief import RACING
from railwright.studies.smith_anton2022 import published
from railwright.studies.smith_anton2022.cases import SUBJECTS, TITLES
from railwright.studies.smith_anton2022.findings import MadeBoard, find, of_ours, of_theirs, on, original
from railwright.studies.smith_anton2022.published import TARGET


def sentences(boards: Sequence[MadeBoard]) -> tuple[str, ...]:
    """The results of the study, as far as it was done."""
    graphs = [graph for graph in SUBJECTS if on(boards, graph)]
    found = [_of_graph(boards, graph) for graph in graphs]
    return tuple(filter(None, [*found, _start(boards), _times(boards), _printed()])) if boards else ()


def _of_graph(boards: Sequence[MadeBoard], graph: str) -> str:
    """How close the methods came to equal shares on a graph."""
    parts = []
    theirs, ours, styled = of_theirs(boards, graph), of_ours(boards, graph), find(boards, graph, RACING, OFFICIAL)
    if ours is not None:
        parts.append(f"our method {_distance(ours)}")
    if styled is not None:
        parts.append(f"our method in the official style {_distance(styled)}")
    if theirs is not None:
        parts.append(f"the published method {_distance(theirs)}")
    right = TARGET.distance(published.SHARES[graph])
    random = on(boards, graph)[0].random_mean
    return (
        f"Distances from equal shares on the {TITLES[graph]}: {', '.join(parts)}. For comparison: the printed shares "
        f"{right:.3f}, random boards {random:.3f} on average."
    )


def _distance(made: MadeBoard) -> str:
    return f"{made.after.distance:.3f} ({made.after.low:.3f}-{made.after.high:.3f})"


def _start(boards: Sequence[MadeBoard]) -> str:
    before = original(boards)
    if before is None:
        return ""
    shares = published.SHARES[published.ORIGINAL]
    return (
        f"On the original board the distance is {before.distance:.3f}; the printed shares give "
        f"{TARGET.distance(shares):.3f}, with `hungry` winning {shares[-1]:.0%} of the games instead of our "
        f"{before.shares[-1]:.1%}."
    )


def _times(boards: Sequence[MadeBoard]) -> str:
    """Games and time, for graphs on which both methods made a board."""
    both = [(of_theirs(boards, graph), of_ours(boards, graph)) for graph in SUBJECTS]
    pairs = [(theirs, ours) for theirs, ours in both if theirs is not None and ours is not None]
    if not pairs:
        return ""
    theirs_games, ours_games = [theirs.games for theirs, _ in pairs], [ours.games for _, ours in pairs]
    theirs_time, ours_time = [theirs.seconds for theirs, _ in pairs], [ours.seconds for _, ours in pairs]
    return (
        f"The published method takes {_range(theirs_games)} games and {_range(theirs_time)} CPU seconds for a board "
        f"(in the paper: more than {published.HOURS} hours); ours takes {_range(ours_games)} games and "
        f"{_range(ours_time)} CPU seconds."
    )


def _range(numbers: Sequence[float]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,.0f}" if low == high else f"{low:,.0f} to {high:,.0f}"


def _printed() -> str:
    return (
        f"The printed distances are divided by {published.PRINTED_WORST:g} instead of {TARGET.worst:g}; by the paper's "
        f"own formula they would be {published.PRINTED_WORST / TARGET.worst:.2f} times as large."
    )
