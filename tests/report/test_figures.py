"""Figures of reports."""

from __future__ import annotations

import re

from railwright.report.figures import ORANGE, Mark, Share, Trace, draw_shares, draw_trace


def test_the_least_so_far_never_rises() -> None:
    values = [0.3, 0.1, 0.2, 0.05, 0.15]
    marks = [Mark(value, value - 0.02, value + 0.02) for value in values]
    drawn = draw_trace("trace", Trace([1, 2, 3, 4, 5], marks), xlabel="games", ylabel="distance", best="least so far")
    assert "least so far" in drawn
    paths = re.findall(rf'<path d="([^"]*)"[^>]*stroke: {ORANGE}', drawn)
    line = max(paths, key=len)
    heights = [float(y) for _, y in re.findall(r"[ML] ([\d.]+) ([\d.]+)", line)]
    assert len(heights) > len(values)
    assert heights == sorted(heights), "further down in a drawing is less"


def test_shares_show_what_is_wanted_and_what_was_before() -> None:
    rows = [Share("path", 0.5, Mark(0.4, 0.3, 0.5), Mark(0.1, 0.05, 0.2)), Share("hoard", 0.5, Mark(0.6, 0.5, 0.7))]
    drawn = draw_shares("shares", rows, xlabel="share of the games")
    for word in ("path", "hoard", "before", "after", "target", "share of the games"):
        assert f">{word}<" in drawn
