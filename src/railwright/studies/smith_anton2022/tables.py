"""Writes the tables of win shares and distances: 1 and 2, 6 and 7, 8 and 9, and C, which checks the printed ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from railwright.mapmaker.balance.problem.board_style import FREE
from railwright.mapmaker.balance.problem.brief import PUBLISHED, PUBLISHED_PLAYERS
from railwright.report.document import Bullets, Grid, Paragraph
from railwright.studies.smith_anton2022 import published
from railwright.studies.smith_anton2022.cases import TITLES
from railwright.studies.smith_anton2022.findings import MadeBoard, Played, of_theirs, on, original
from railwright.studies.smith_anton2022.published import ORIGINAL, TARGET
from railwright.studies.smith_anton2022.remarks import DENOMINATOR
from railwright.studies.study_runner import Content

PRINTED, CHANCE = "printed", "chance"


@dataclass(frozen=True, slots=True)
class ShareRow:
    """How often the players win on a board."""

    board: str
    by: str
    games: int
    shares: tuple[float, ...]
    margins: tuple[float, ...] | None
    """Half the widths of the 95% intervals; None for printed shares."""

    def cells(self) -> tuple[str, ...]:
        """The cells of its row."""
        margins = self.margins or (None,) * len(self.shares)
        shares = (_share(share, margin) for share, margin in zip(self.shares, margins, strict=True))
        return self.board, self.by, f"{self.games:,}", *shares


def shares_table(boards: Sequence[MadeBoard], graphs: Sequence[str], about: str, remarks: Sequence[str]) -> Content:
    """How often each player wins on the boards of some graphs, and on the original if it was played."""
    rows = share_rows(boards, graphs)
    headings = ("board", "by", "games", *(f"`{player}`" for player in PUBLISHED_PLAYERS))
    grid = Grid("", headings, tuple(row.cells() for row in rows), frozenset({0, 1}))
    data = tuple({**asdict(row), "players": list(PUBLISHED_PLAYERS)} for row in rows)
    return Content((Paragraph(about), grid, *([Bullets(tuple(remarks))] if remarks else [])), data)


def share_rows(boards: Sequence[MadeBoard], graphs: Sequence[str]) -> list[ShareRow]:
    """Printed shares, each followed by those of the boards that were made."""
    rows = []
    before = original([made for graph in graphs for made in on(boards, graph)])
    if before is not None:
        rows += [_printed_shares(ORIGINAL, ORIGINAL), _played_shares(ORIGINAL, "played by us", before)]
    for graph in graphs:
        rows.append(_printed_shares(TITLES[graph], graph))
        for made in on(boards, graph):
            if made.case.method == PUBLISHED:
                rows.append(_played_shares(TITLES[graph], made.case.by, made.short))
            rows.append(_played_shares(TITLES[graph], made.case.by, made.after))
    return rows


def _printed_shares(title: str, board: str) -> ShareRow:
    return ShareRow(title, PRINTED, published.GAMES, published.SHARES[board], None)


def _played_shares(title: str, by: str, played: Played) -> ShareRow:
    return ShareRow(title, by, played.games, played.shares, played.margins)


def _share(share: float, margin: float | None) -> str:
    if margin is None:
        return f"{share:g}"
    return f"{share:.3f} ({max(share - margin, 0):.3f}-{min(share + margin, 1):.3f})"


@dataclass(frozen=True, slots=True)
class DistanceRow:
    """How far a board is from balance."""

    board: str
    by: str
    games: int
    played: tuple[float, float, float] | None
    """The distance and the ends of its interval; for random boards their mean, smallest and largest."""
    printed: float | None = None
    by_formula: float | None = None
    """The printed distance as it should be by the paper's formula."""

    def cells(self) -> tuple[str, ...]:
        """The cells of its row."""
        known = _number(self.printed), _number(self.by_formula), _number(self.played[0] if self.played else None)
        interval = f"{self.played[1]:.3f}-{self.played[2]:.3f}" if self.played else ""
        note = " (range)" if self.by == CHANCE else ""
        return self.board, self.by, f"{self.games:,}", *known, interval + note


def distances_table(boards: Sequence[MadeBoard], graphs: Sequence[str], about: str, remarks: Sequence[str]) -> Content:
    """The distances of the boards of some graphs, of the original, and of random boards."""
    rows = distance_rows(boards, graphs)
    headings = ("board", "by", "games", "printed", "by the formula", "played by us", "95% interval")
    grid = Grid("", headings, tuple(row.cells() for row in rows), frozenset({0, 1}))
    return Content((Paragraph(about), grid, Bullets(tuple(remarks))), tuple(asdict(row) for row in rows))


def distance_rows(boards: Sequence[MadeBoard], graphs: Sequence[str]) -> list[DistanceRow]:
    """Printed distances are compared with their closest counterpart: the published method with as many games."""
    rows = []
    before = original([made for graph in graphs for made in on(boards, graph)])
    if before is not None:
        rows.append(_row(ORIGINAL, "", before, ORIGINAL))
    for graph in graphs:
        if of_theirs(boards, graph) is None:
            rows.append(DistanceRow(TITLES[graph], PRINTED, published.GAMES, None, *_known(graph)))
        for made in on(boards, graph):
            if made.case.method == PUBLISHED:
                rows.append(_row(TITLES[graph], made.case.by, made.short, graph))
            rows.append(_row(TITLES[graph], made.case.by, made.after))
        rows += [_random_row(made) for made in on(boards, graph) if made.case.style == FREE][:1]
    return rows


def _row(title: str, by: str, played: Played, board: str | None = None) -> DistanceRow:
    known = _known(board) if board else (None, None)
    return DistanceRow(title, by, played.games, (played.distance, played.low, played.high), *known)


def _known(board: str) -> tuple[float, float]:
    """The printed distance, and the one by the paper's formula."""
    return published.DISTANCES[board], TARGET.distance(published.SHARES[board])


def _random_row(made: MadeBoard) -> DistanceRow:
    """The mean of random boards, with the smallest and the largest distance."""
    graph, distances = made.case.graph, [one.distance for one in made.random]
    printed = published.RANDOM_DISTANCES.get(graph)
    right = published.by_formula(printed) if printed is not None else None
    title = f"{TITLES[graph]}: mean of {len(distances)} random boards"
    games = sum(one.games for one in made.random)
    return DistanceRow(title, CHANCE, games, (made.random_mean, min(distances), max(distances)), printed, right)


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:.4f}"


def check_table() -> Content:
    """Table C, not in the paper: the denominator of the printed distances."""
    rows = []
    for board, shares in published.SHARES.items():
        formula = TARGET.distance(shares)
        wrong, total = published.as_printed(shares), formula * TARGET.worst
        rows.append((TITLES.get(board, board), published.DISTANCES[board], total, wrong, formula))
    cells = tuple(
        (title, f"{printed:g}", f"{total:.4f}", f"{wrong:.4f}", f"{formula:.4f}")
        for title, printed, total, wrong, formula in rows
    )
    names = ("board", "printed", "sum", "2 + 2 min d", "2 - 2 min d")
    headings = (*names[:2], "sum of the differences", f"divided by {names[3]}", f"divided by {names[4]}")
    text = "Not in the paper. From the printed shares of tables 1, 6 and 8, with either sign in the denominator."
    data = tuple(dict(zip(names, row, strict=True)) for row in rows)
    return Content((Paragraph(text), Grid("", headings, cells), Bullets((DENOMINATOR,))), data)
