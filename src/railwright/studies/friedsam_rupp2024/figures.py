"""Draws the boards."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.draw import draw_board
from railwright.mapmaker.osm.making import name_of
from railwright.report.document import Paragraph, Part, Picture
from railwright.studies.friedsam_rupp2024.findings import OURS, PUBLISHED, EvaluatedBoard
from railwright.studies.study_runner import Content


def gallery(boards: Sequence[EvaluatedBoard]) -> Content:
    """All boards: each of ours, followed by the published map of the same country."""
    parts: list[Part] = [Paragraph("The paper's figures 1 and 4 show its boards of the United States and of Germany.")]
    for made in boards:
        if made.kind in (OURS, PUBLISHED):
            name = f"{made.kind}-{name_of(made.title)}"
            parts.append(Picture(name, f"{made.title}, {made.kind}", draw_board(made.board)))
    return Content(tuple(parts), tuple({"board": made.title, "kind": made.kind} for made in boards))
