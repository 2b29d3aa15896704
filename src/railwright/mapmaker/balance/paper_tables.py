"""The tables of Smith and Anton (2022) for one of our boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from railwright.mapmaker.balance.making import BalancedBoard, Judged
from railwright.mapmaker.balance.problem.design import to_board
from railwright.mapmaker.balance.problem.features import Features, features


@dataclass(frozen=True, slots=True)
class PaperTable:
    """Rows of text and numbers; the first column holds names."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def all_tables(made: BalancedBoard) -> list[PaperTable]:
    """The paper's tables for this board."""
    described = _described(made)
    return [
        shares_table(made),
        distances_table(made),
        features_table(described),
        colors_table(described),
        lengths_table(described, made),
    ]


def _described(made: BalancedBoard) -> dict[str, Features]:
    """The features of the original board, if there is one, and of the balanced one."""
    found = {}
    if made.before is not None:
        found["original"] = features(to_board(made.canvas, made.before.design), made.canvas.deck)
    found["balanced"] = features(to_board(made.canvas, made.after.design), made.canvas.deck)
    return found


def shares_table(made: BalancedBoard) -> PaperTable:
    """Tables 1, 6 and 8: how often each player should win, and does."""
    before = made.before
    headings = ("player", "target", *(["original"] if before else []), "balanced")
    rows = []
    for number, player in enumerate(made.brief.players):
        cells = [_share(found, number) for found in (before, made.after) if found is not None]
        rows.append((player, f"{made.brief.target.shares[number]:.3f}", *cells))
    return PaperTable("Win shares, with 95% confidence intervals (tables 1, 6, 8 of the paper)", headings, tuple(rows))


def _share(judged: Judged, player: int) -> str:
    share, margin = float(judged.sample.mean[player]), judged.margins[player]
    return f"{share:.3f} ({max(share - margin, 0):.3f} to {min(share + margin, 1):.3f})"


def distances_table(made: BalancedBoard) -> PaperTable:
    """Tables 2, 7 and 9: distances from the target, between 0 and 1."""
    judged = [("original", made.before)] if made.before else []
    rows = [
        (
            name,
            f"{found.distance.mean:.3f}",
            f"{found.distance.low:.3f} to {found.distance.high:.3f}",
            f"{found.sample.games:,}",
        )
        for name, found in [*judged, ("balanced", made.after)]
        if found is not None
    ]
    others = [found.distance.mean for found in made.random]
    games = sum(found.sample.games for found in made.random)
    rows.append(
        (
            f"{len(others)} random boards, mean",
            f"{fmean(others):.3f}",
            f"{min(others):.3f} to {max(others):.3f} (range)",
            f"{games:,}",
        )
    )
    headings = ("board", "distance", "95% interval", "games")
    return PaperTable("Distances from the target (tables 2, 7, 9 of the paper)", headings, tuple(rows))


def features_table(described: dict[str, Features]) -> PaperTable:
    """Table 3: the main features."""
    rows = [
        (name, str(f.routes), str(f.tracks), str(f.tickets), f"{f.ticket_value:.1f}", f"{100 * f.double_share:.1f}",
         str(f.spaces), f"{f.length:.2f}")
        for name, f in described.items()
    ]  # fmt: skip
    headings = (
        "board",
        "routes",
        "tracks",
        "tickets",
        "mean ticket value",
        "% double routes",
        "spaces",
        "mean length",
    )
    return PaperTable("Features (table 3 of the paper)", headings, tuple(rows))


def colors_table(described: dict[str, Features]) -> PaperTable:
    """Table 4: the distribution of colours over tracks and spaces."""
    boards = list(described.values())
    headings = ("colour", *(f"% tracks, {name}" for name in described), *(f"% spaces, {name}" for name in described))
    rows = tuple(
        (color, *_percents([f.track_share[color] for f in boards]), *_percents([f.space_share[color] for f in boards]))
        for color in boards[0].track_share
    )
    return PaperTable("Colours (table 4 of the paper)", headings, rows)


def lengths_table(described: dict[str, Features], made: BalancedBoard) -> PaperTable:
    """Table 5: lengths of tracks and their points."""
    boards = list(described.values())
    longest = max(length for f in boards for length in f.length_share)
    chosen = dict(enumerate(made.after.design.points, 1)) or made.canvas.ruleset.route_points
    rows = tuple(
        (str(length), f"{chosen[length]:g}", *_percents([f.length_share.get(length, 0.0) for f in boards]))
        for length in range(1, longest + 1)
    )
    return PaperTable(
        "Lengths (table 5 of the paper)", ("length", "points", *(f"% tracks, {name}" for name in described)), rows
    )


def _percents(shares: Sequence[float]) -> list[str]:
    return [f"{100 * share:.1f}" for share in shares]
