"""Writes the tables: quality of the boards, and results of the players on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from railwright.mapmaker.classic_size import CLASSIC_EDGES
from railwright.mapmaker.criteria import PUBLISHED
from railwright.report.document import Bullets, Grid, Paragraph, Part
from railwright.studies.friedsam_rupp2024.effort import PLAYERS
from railwright.studies.friedsam_rupp2024.findings import OURS, EvaluatedBoard
from railwright.studies.friedsam_rupp2024.remarks import MEASURES, SEGMENTS
from railwright.studies.study_runner import Content

MEASURED = ("spread", "smallest_angle", "length_variation")
HEADINGS = ("board", "", "stations", "edges", "segments", "parts", "crossings", "spread", "angle", "variation")


def quality_table(boards: Sequence[EvaluatedBoard], failures: Sequence[str]) -> Content:
    """Criteria Q.1 to Q.8 for our boards, the published maps of the same countries and the official board."""
    rows = tuple(_quality_row(made) for made in boards)
    names = sum(made.quality["repeated_names"] for made in boards if made.kind == OURS)
    odd = sum(made.quality["odd_routes"] for made in boards if made.kind == OURS)
    text = (
        f"Paper, section 3.1. On our boards, {odd} routes have a length outside 1 to 6 or more than two tracks (Q.6), "
        f"and {names} names are not unique (Q.8)."
    )
    parts: list[Part] = [Paragraph(text), Grid("", HEADINGS, rows, frozenset({0, 1})), Bullets((*MEASURES, SEGMENTS))]
    if failures:
        parts.append(Bullets(tuple(f"No board: {reason}" for reason in failures)))
    data = tuple({"board": made.title, "kind": made.kind, **made.quality} for made in boards)
    return Content(tuple(parts), data)


def _quality_row(made: EvaluatedBoard) -> tuple[str, ...]:
    found = made.quality
    crossings = max(found["crossings_mercator"], found["crossings_drawn"])
    counts = (found["stations"], found["edges"], found["segments"], found["parts"], crossings)
    return (
        made.title, made.kind, *map(str, counts), f"{found['spread']:.2f}", f"{found['smallest_angle']:.0f}°",
        f"{found['length_variation']:.3f}",
    )  # fmt: skip


def medians_table(boards: Sequence[EvaluatedBoard], maps: Sequence[Mapping[str, Any]]) -> Content:
    """Medians of our boards and of all published maps."""
    groups: list[tuple[str, list[Mapping[str, Any]]]] = [
        (f"published, {CLASSIC_EDGES} edges", [one for one in maps if one["edges"] == CLASSIC_EDGES]),
        ("published, all", list(maps)),
        (f"ours, {CLASSIC_EDGES} edges", [one for one in _ours(boards) if one["edges"] == CLASSIC_EDGES]),
        ("ours, all", _ours(boards)),
    ]
    rows = [
        (name, str(len(found)), f"{median(one['edges'] for one in found):g}",
         *(f"{median(one[measure] for one in found):.3f}" for measure in MEASURED))
        for name, found in groups
        if found
    ]  # fmt: skip
    text = (
        f"Medians. For the published maps with {CLASSIC_EDGES} edges, their README gives {PUBLISHED.spread:g}, "
        f"{PUBLISHED.smallest_angle:g} degrees and {PUBLISHED.length_variation:g}."
    )
    headings = ("boards", "number", "edges", "spread", "angle", "variation")
    data = tuple(dict(zip(headings, row, strict=True)) for row in rows)
    return Content((Paragraph(text), Grid("", headings, tuple(rows))), data)


def _ours(boards: Sequence[EvaluatedBoard]) -> list[Mapping[str, Any]]:
    return [made.quality for made in boards if made.kind == OURS]


def making_table(boards: Sequence[EvaluatedBoard]) -> Content:
    """How long each board took to make, what was left out of it, and which targets it missed."""
    ours = [made for made in boards if made.kind == OURS]
    rows = tuple((made.title, f"{made.seconds:.1f}", "; ".join(made.shortfalls) or "none") for made in ours)
    grid = Grid("", ("board", "seconds", "shortfalls"), rows, frozenset({0, 2}))
    lines = tuple(f"{made.title}, left out: {', '.join(made.left_out)}." for made in ours if made.left_out)
    data = tuple(
        {"board": made.title, "seconds": made.seconds, "shortfalls": list(made.shortfalls),
         "left_out": list(made.left_out)}
        for made in ours
    )  # fmt: skip
    return Content((grid, Bullets(lines)) if lines else (grid,), data)


def players_table(boards: Sequence[EvaluatedBoard], games: int) -> Content:
    """Results of the players on every board (not in the paper)."""
    rows = tuple(
        (made.title, made.kind, *(_rate(made, player) for player in PLAYERS), f"{made.points:.0f}",
         f"{made.completion:.0%}", f"{made.turns:.1f}")
        for made in boards
    )  # fmt: skip
    headings = ("board", "", *PLAYERS, "points", "tickets completed", "turns")
    text = (
        f"Four players at one table, {games:,} games on each board: win rates, mean points of all four, share of the "
    )
    text += "kept tickets that were completed, and turns per seat."
    data = tuple(
        {"board": made.title, "kind": made.kind, "points": made.points, "completion": made.completion,
         "turns": made.turns, "win_rates": {row.player: row.win_rate for row in made.players}}
        for made in boards
    )  # fmt: skip
    return Content((Paragraph(text), Grid("", headings, rows, frozenset({0, 1}))), data)


def _rate(made: EvaluatedBoard, player: str) -> str:
    row = next(row for row in made.players if row.player == player)
    return f"{row.win_rate:.2f} ({row.low:.2f}-{row.high:.2f})"
