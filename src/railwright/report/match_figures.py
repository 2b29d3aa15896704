"""Figures of match results. They need no display, and equal results give equal files."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from railwright.arena.stats import PlayerSummary, Tally
from railwright.draw.palette import SEAT_FILLS

_BINS = 60
_ROW_FILL = 0.85
"""Height of a histogram's highest bar, as a fraction of its row."""
_STYLE: dict[Any, Any] = {"svg.hashsalt": "railwright", "svg.fonttype": "none", "font.size": 9}
_DOTS_PER_INCH = 160


def draw_match(tally: Tally, summaries: Sequence[PlayerSummary], *, title: str, suffix: str) -> bytes:
    """One row for each player: the distribution of its points, and its win rate with its interval.

    ``suffix`` is the file type: .svg or .png.
    """
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(9, 1.6 + 0.8 * len(summaries)), layout="constrained")
        points, wins = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
        rows = np.arange(len(summaries))[::-1]
        _draw_points(points, rows, tally.column("points"), summaries)
        _draw_rates(wins, rows + _ROW_FILL / 3, summaries)
        points.set_yticks(rows + _ROW_FILL / 3, [summary.player for summary in summaries])
        points.set_ylim(-0.15, len(summaries))
        figure.suptitle(title)
        return _file(figure, suffix)


def _draw_points(axes: Axes, rows: NDArray[Any], points: NDArray[Any], summaries: Sequence[PlayerSummary]) -> None:
    low, high = float(points.min()), float(points.max())
    edges = np.linspace(low, max(high, low + 1), min(_BINS, int(high - low) + 1) + 1)
    heights = [np.histogram(points[:, p], edges)[0] for p in range(len(summaries))]
    most = max(int(height.max()) for height in heights)
    for p, (row, height, summary) in enumerate(zip(rows, heights, summaries, strict=True)):
        color = SEAT_FILLS[p % len(SEAT_FILLS)]
        axes.stairs(row + _ROW_FILL * height / most, edges, baseline=row, fill=True, color=color, alpha=0.75)
        quantiles = summary.points_quantiles
        axes.plot([quantiles["5%"], quantiles["95%"]], [row, row], color="black", linewidth=1)
        axes.plot([quantiles["25%"], quantiles["75%"]], [row, row], color="black", linewidth=3)
        axes.plot(summary.points_median, row, "o", color="white", markeredgecolor="black", markersize=5)
    axes.set_xlabel("points (5 to 95%, 25 to 75%, median)")
    _clear(axes)


def _draw_rates(axes: Axes, rows: NDArray[Any], summaries: Sequence[PlayerSummary]) -> None:
    for p, (row, summary) in enumerate(zip(rows, summaries, strict=True)):
        interval = [summary.win_rate_low, summary.win_rate_high]
        axes.plot(interval, [row, row], color=SEAT_FILLS[p % len(SEAT_FILLS)], linewidth=5, solid_capstyle="butt")
        axes.plot(summary.win_rate, row, "|", color="black", markersize=14, markeredgewidth=1.5)
    axes.axvline(1 / len(summaries), color="gray", linestyle="--", linewidth=1)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel("win rate with 95% interval")
    axes.tick_params(axis="y", left=False)
    _clear(axes)


def _clear(axes: Axes) -> None:
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(axis="x", color="lightgray", linewidth=0.5)
    axes.set_axisbelow(True)


def _file(figure: Figure, suffix: str) -> bytes:
    kind = suffix.removeprefix(".")
    if kind not in ("svg", "png"):
        raise ValueError(f"unknown file type {suffix!r}; use .svg or .png")
    file = io.BytesIO()
    figure.savefig(file, format=kind, dpi=_DOTS_PER_INCH, metadata={"Date": None} if kind == "svg" else {})
    return file.getvalue()
