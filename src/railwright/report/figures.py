"""Figures as SVG: plain, readable for colour-blind people, and identical on every run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import accumulate, chain
from typing import Any

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

# Okabe and Ito's palette, made for colour-blind readers.
BLUE, ORANGE, GREEN, PURPLE, GRAY, BLACK = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c8c8c", "#1a1a1a"

MAX_COLUMNS = 3
"""Most panels side by side in a figure of rates."""

APART = 1.12
"""Horizontal factor that separates the marks of searches that ended together."""

HEADROOM = 1.05
"""Upper limit of an axis, as a multiple of the highest value."""

PAIR_GAP = 0.16
"""Vertical distance of our mark and the published one from the middle of their row."""

_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.edgecolor": GRAY,
    "axes.axisbelow": True,
    "grid.color": "#e3e3e3",
    "text.color": BLACK,
}


@dataclass(frozen=True, slots=True)
class Bars:
    """A panel of counts by whole number."""

    title: str
    xlabel: str
    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """A value with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Pair:
    """One row of a comparison: our value, and the published one, if any."""

    label: str
    ours: Mark
    published: Mark | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """A group of comparisons."""

    title: str
    pairs: Sequence[Pair]
    chance: float
    """The rate that equal players would have."""


@dataclass(frozen=True, slots=True)
class BoundedValue:
    """Lower and upper bounds on a number, and the published one, if any."""

    label: str
    low: float
    high: float
    published: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Values of y over x."""

    label: str
    x: Sequence[float]
    y: Sequence[float]


def draw_lines(name: str, lines: Sequence[Line], *, xlabel: str, ylabel: str) -> str:
    """Lines with a common x-axis, each labelled at its end."""
    colors = (BLUE, ORANGE, BLACK, GRAY)
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(6.4, 3.8), layout="constrained")
        axes = figure.subplots()
        for i, line in enumerate(lines):
            color = colors[i % len(colors)]
            axes.plot(line.x, line.y, color=color, linewidth=1.5, marker="o", markersize=3)
            _note(axes, line.label, (line.x[-1], line.y[-1]), (-8, 2), color, ha="right")
        for axis, values in ((axes.xaxis, [line.x for line in lines]), (axes.yaxis, [line.y for line in lines])):
            if all(isinstance(value, int) for value in chain(*values)):
                axis.set_major_locator(MaxNLocator(integer=True))  # no tick at two and a half trains
        axes.grid(axis="y")
        axes.set(xlabel=xlabel, ylabel=ylabel)
        return _svg(figure)


def draw_reliability(name: str, stated: Sequence[float], came_true: Sequence[Mark]) -> str:
    """A reliability diagram, all in percent; perfectly calibrated forecasts lie on the diagonal."""
    shares = [mark.value for mark in came_true]
    reach = [[mark.value - mark.low for mark in came_true], [mark.high - mark.value for mark in came_true]]
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(4.6, 4.4), layout="constrained")
        axes = figure.subplots()
        axes.plot([0, 100], [0, 100], color=GRAY, linewidth=1)
        axes.errorbar(stated, shares, yerr=reach, fmt="o-", color=BLUE, linewidth=1.5, markersize=4)
        axes.grid()
        axes.set(xlim=(0, 100), ylim=(0, 100), xlabel="stated chance to win, %", ylabel="came true, %")
        return _svg(figure)


@dataclass(frozen=True, slots=True)
class Share:
    """How often a player should win, does win, and won before, if that is known."""

    label: str
    wanted: float
    now: Mark
    before: Mark | None = None


def draw_shares(name: str, shares: Sequence[Share], *, xlabel: str) -> str:
    """Shares with intervals, one row each: before above after, and the target as a vertical line."""
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(6.4, 1.0 + 0.5 * len(shares)), layout="constrained")
        axes = figure.subplots()
        axes.grid(axis="x")
        drawn: dict[str, Any] = {}
        for row, share in enumerate(shares):
            if share.before is not None:
                drawn["before"] = _mark(axes, share.before, row - PAIR_GAP, ORANGE, "D", "")
            drawn["after"] = _mark(axes, share.now, row + PAIR_GAP, BLUE, "o", "")
            (drawn["target"],) = axes.plot([share.wanted] * 2, [row - 0.4, row + 0.4], color=BLACK, linewidth=1.5)
        highest = max(mark.high for share in shares for mark in (share.before, share.now) if mark is not None)
        axes.set(xlabel=xlabel, xlim=(0, max(HEADROOM * highest, 2 * shares[0].wanted)), ylim=(len(shares) - 0.4, -0.6))
        axes.set_yticks(range(len(shares)), [share.label for share in shares])
        figure.legend(list(drawn.values()), list(drawn), loc="outside upper left", ncols=3, frameon=False)
        return _svg(figure)


@dataclass(frozen=True, slots=True)
class Trace:
    """Measured values over x, each with its interval."""

    x: Sequence[float]
    marks: Sequence[Mark]


def draw_trace(name: str, trace: Trace, *, xlabel: str, ylabel: str, best: str) -> str:
    """Values with intervals, and the smallest so far as a line that never rises."""
    least = list(accumulate((mark.value for mark in trace.marks), min))
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(6.4, 3.6), layout="constrained")
        axes = figure.subplots()
        axes.grid(axis="y")
        for x, mark in zip(trace.x, trace.marks, strict=True):
            axes.plot([x, x], [mark.low, mark.high], color=BLUE, linewidth=1.5, alpha=0.5)
            axes.plot([x], [mark.value], marker="o", color=BLUE, markersize=5, linestyle="none")
        axes.step(trace.x, least, where="post", color=ORANGE, linewidth=1.5, label=best)
        axes.legend(loc="upper right", frameon=False)
        axes.set(xlabel=xlabel, ylabel=ylabel)
        axes.set_ylim(bottom=0)
        return _svg(figure)


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """The progress of a search: its own estimates over the effort spent, and the final measurement."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    end: Mark
    """Value measured after the search."""


def draw_search_traces(name: str, panels: Mapping[str, Sequence[SearchTrace]], *, xlabel: str, ylabel: str) -> str:
    """Courses of searches on a logarithmic x-axis, one panel for each group; equal labels have equal colours."""
    labels = list(dict.fromkeys(trace.label for traces in panels.values() for trace in traces))
    colors = dict(zip(labels, (ORANGE, BLUE, GREEN, PURPLE), strict=False))
    columns = min(len(panels), 2)
    lines = -(-len(panels) // columns)
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(4.6 * columns, 0.4 + 3.0 * lines), layout="constrained")
        places = figure.subplots(lines, columns, squeeze=False, sharex=True, sharey=True).flat
        drawn: dict[str, Any] = {}
        for axes, (title, traces) in zip(places, panels.items(), strict=False):
            axes.grid(axis="y")
            axes.set(title=title, xlabel=xlabel, ylabel=ylabel, xscale="log")
            axes.xaxis.set_major_formatter("{x:g}")
            for number, trace in enumerate(traces):
                drawn[trace.label] = _draw_search_trace(axes, trace, colors[trace.label], number)
        highest = max(max(*trace.y, trace.end.high) for traces in panels.values() for trace in traces)
        figure.axes[0].set_ylim(0, HEADROOM * highest)
        for axes in list(places):
            axes.remove()
        figure.legend([drawn[label] for label in labels], labels, loc="outside upper left", ncols=3, frameon=False)
        return _svg(figure)


def _draw_search_trace(axes: Any, trace: SearchTrace, color: str, number: int) -> Any:
    (line,) = axes.step(trace.x, trace.y, where="post", color=color, linewidth=1.2)
    place, end = trace.x[-1] * APART**number, trace.end
    axes.plot([place] * 2, [end.low, end.high], color=color, linewidth=2, solid_capstyle="butt")
    axes.plot([place], [end.value], marker="o", color=color, markersize=6, linestyle="none")
    return line


def draw_bars(name: str, panels: Sequence[Bars]) -> str:
    """Panels of bars side by side, each bar with its count."""
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(4.6 * len(panels), 3.2), layout="constrained")
        for axes, panel in zip(_row(figure, len(panels)), panels, strict=True):
            values = list(range(min(panel.counts), max(panel.counts) + 1))
            heights = [panel.counts.get(value, 0) for value in values]
            axes.bar(values, heights, color=BLUE, width=0.75)
            for value, height in zip(values, heights, strict=True):
                if height:
                    _note(axes, str(height), (value, height), (0, 2), BLACK, ha="center")
            axes.set(title=panel.title, xlabel=panel.xlabel, xticks=values if len(values) < 12 else values[::2])
            axes.set_yticks([])
            axes.spines["left"].set_visible(False)
        return _svg(figure)


def draw_pairs(name: str, panels: Sequence[Panel], *, xlabel: str) -> str:
    """Rates with intervals, ours above the published ones, one panel for each group."""
    columns = min(len(panels), MAX_COLUMNS)
    lines = -(-len(panels) // columns)
    height = 0.9 + 0.45 * max(len(panel.pairs) for panel in panels)
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(max(5.5, 3.7 * columns), height * lines), layout="constrained")
        places = figure.subplots(lines, columns, squeeze=False, sharex=True).flat
        for i, (axes, panel) in enumerate(zip(places, panels, strict=False)):
            axes.grid(axis="x")
            axes.axvline(panel.chance, color=GRAY, linewidth=1, linestyle=":")
            axes.set(title=panel.title, xlabel=xlabel, xlim=(-0.03, 1.03), ylim=(len(panel.pairs) - 0.4, -0.6))
            axes.set_yticks(range(len(panel.pairs)), [pair.label for pair in panel.pairs])
            for row, pair in enumerate(panel.pairs):
                _draw_pair(axes, pair, row, is_first=i == row == 0)
        for axes in list(places):
            axes.remove()
        return _svg(figure)


def _draw_pair(axes: Any, pair: Pair, row: int, *, is_first: bool) -> None:
    """Draw one row; the first pair of a figure labels its marks."""
    if pair.published is None:
        _mark(axes, pair.ours, row, BLUE, "o", "")
        return
    _mark(axes, pair.ours, row - PAIR_GAP, BLUE, "o", "ours" if is_first else "")
    _mark(axes, pair.published, row + PAIR_GAP, ORANGE, "D", "published" if is_first else "")


def _mark(axes: Any, mark: Mark, y: float, color: str, marker: str, label: str) -> Any:
    axes.plot([mark.low, mark.high], [y, y], color=color, linewidth=2, solid_capstyle="butt")
    fill = color if marker == "o" else "white"
    (drawn,) = axes.plot(
        [mark.value], [y], marker=marker, color=color, markerfacecolor=fill, markersize=6, linestyle="none"
    )
    if label and mark.value > 0.5:  # where there is room
        _note(axes, label, (mark.low, y), (-4, 0), color, ha="right", va="center")
    elif label:
        _note(axes, label, (mark.high, y), (4, 0), color, ha="left", va="center")
    return drawn


def _note(axes: Any, text: str, place: tuple[float, float], offset: tuple[int, int], color: str, **align: str) -> None:
    axes.annotate(text, place, xytext=offset, textcoords="offset points", size=8, color=color, **align)


def draw_ranges(name: str, rows: Sequence[BoundedValue], *, xlabel: str, most: float) -> str:
    """Ranges as bars, one row each, with the published value as a diamond."""
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(7.2, 0.8 + 0.3 * len(rows)), layout="constrained")
        axes = figure.subplots()
        axes.grid(axis="x")
        axes.set(xlabel=xlabel, xlim=(0, most), ylim=(len(rows) - 0.4, -0.6))
        axes.set_yticks(range(len(rows)), [row.label for row in rows])
        axes.locator_params(axis="x", integer=True)
        for y, row in enumerate(rows):
            axes.barh(y, row.low, color=BLUE, height=0.55)
            axes.barh(y, row.high - row.low, left=row.low, color=BLUE, alpha=0.35, height=0.55)
            if row.published is not None:
                axes.plot([row.published], [y], marker="D", color=ORANGE, markerfacecolor="white", linestyle="none")
        return _svg(figure)


def draw_scatter(
    name: str,
    panels: Mapping[str, Sequence[tuple[float, Mark]]],
    *,
    ylabel: str,
    notes: Mapping[int, str],
    chance: float,
) -> str:
    """The same values over several quantities, one panel for each. ``notes`` labels points of the first panel."""
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(4.6 * len(panels), 3.6), layout="constrained")
        for axes, (xlabel, points) in zip(_row(figure, len(panels), sharey=True), panels.items(), strict=True):
            axes.grid(axis="y")
            axes.axhline(chance, color=GRAY, linewidth=1, linestyle=":")
            for i, (x, mark) in enumerate(points):
                color = ORANGE if i in notes else BLUE
                axes.plot([x, x], [mark.low, mark.high], color=color, linewidth=1, alpha=0.6)
                marker = "D" if i in notes else "o"
                axes.plot([x], [mark.value], marker=marker, color=color, markersize=5, linestyle="none")
                if i in notes and axes is figure.axes[0]:
                    _note(axes, notes[i], (x, mark.value), (5, -12 if i % 2 else 4), color)
            axes.set(xlabel=xlabel, ylim=(-0.02, 1.02))
        figure.axes[0].set_ylabel(ylabel)
        return _svg(figure)


def draw_boxes(name: str, groups: Mapping[str, Sequence[float]], *, ylabel: str) -> str:
    """Box plots: median, quartiles, and whiskers to the furthest value within one and a half box lengths."""
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(1.5 + 1.5 * len(groups), 3.6), layout="constrained")
        axes = figure.subplots()
        line = {"color": BLACK}
        drawn = axes.boxplot(
            list(groups.values()), widths=0.5, patch_artist=True, medianprops={"color": ORANGE, "linewidth": 2},
            whiskerprops=line, capprops=line, flierprops={"marker": "o", "markersize": 3, "markeredgecolor": GRAY},
        )  # fmt: skip
        for box in drawn["boxes"]:
            box.set(facecolor="#d6e6f2", edgecolor=BLUE)
        axes.set_xticks(range(1, len(groups) + 1), list(groups))
        axes.set_ylabel(ylabel)
        axes.grid(axis="y")
        return _svg(figure)


def _row(figure: Figure, count: int, **options: Any) -> Sequence[Any]:
    """Panels side by side."""
    found: Sequence[Any] = figure.subplots(1, count, squeeze=False, **options)[0]
    return found


def _svg(figure: Figure) -> str:
    """The SVG text of a figure, without the date and the library version, which would differ between runs."""
    text = StringIO()
    FigureCanvasSVG(figure).print_svg(text, metadata={"Date": None, "Creator": "Railwright"})  # type: ignore[no-untyped-call]
    return text.getvalue()
