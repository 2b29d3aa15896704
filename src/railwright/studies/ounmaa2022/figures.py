"""Writes the figures."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.maps.load import load_board
from railwright.report.document import Bullets, Grid, Paragraph, Part, Picture
from railwright.report.figures import Bars, Mark, draw_bars, draw_boxes, draw_scatter
from railwright.studies.contest_outcome import ContestOutcome, ContestOutcomes
from railwright.studies.ounmaa2022.board_facts import facts, routes_by_length, tickets_by_points
from railwright.studies.ounmaa2022.experiments import TESTED, GridPoint
from railwright.studies.ounmaa2022.published import BEST_SEARCH, FIGURE_PAGES, ODD_SEARCH
from railwright.studies.player_outcome import TIED_WIN_RATE
from railwright.studies.rank_agreement import rank_correlation
from railwright.studies.study_runner import Content

PANELS = {2: ("usa", ("base",)), 3: ("europe", ("base",)), 4: ("germany", ("germany_2017",)),
          5: ("usa", ("1910", "big_cities")), 6: ("usa", ("mega",))}  # fmt: skip
"""Board and decks of figures 2 to 6."""

WITH_ROUTES = (2, 3, 4)
"""The figures that also show routes."""


def board_figure(number: int) -> Content:
    """Routes by length and tickets by points (figures 2 to 6)."""
    name, decks = PANELS[number]
    board = load_board(name)
    panels = [Bars("Routes", "length (double routes once)", routes_by_length(board))] if number in WITH_ROUTES else []
    panels += [Bars(f"Tickets, deck {deck}", "points", tickets_by_points(board, deck)) for deck in decks]
    stated = facts(number)
    rows = tuple((fact.text, fact.published, fact.ours, "yes" if fact.agrees else "no") for fact in stated)
    grid = Grid("Facts stated in the thesis", ("fact", "published", "ours", "agrees"), rows, frozenset({0, 3}))
    caption = f"Figure {number}: {board.title}, from our data"
    data = tuple(
        {"fact": fact.text, "published": fact.published, "ours": fact.ours, "agrees": fact.agrees} for fact in stated
    )
    remarks = tuple(f"{fact.text.capitalize()}: {fact.remark}" for fact in stated if fact.remark)
    parts: list[Part] = [
        Paragraph(f"Thesis, page {FIGURE_PAGES[number]}."),
        Picture(f"figure-{number}", caption, draw_bars(f"figure-{number}", panels)),
        grid,
    ]
    return Content((*parts, Bullets(remarks)) if remarks else tuple(parts), data)


def parameter_figure(points: Sequence[GridPoint], outcomes: ContestOutcomes, remarks: Sequence[str]) -> Content:
    """Win rates of the parameters tried, against K and against the rollout length (figure 10)."""
    marks = [_mark(outcomes[point.experiment.name]) for point in points]
    panels: dict[str, list[tuple[float, Mark]]] = {
        "K": [(point.k, mark) for point, mark in zip(points, marks, strict=True)],
        "rollout length": [(point.rollout, mark) for point, mark in zip(points, marks, strict=True)],
    }
    notes = {
        i: f"K {point.k:g}, rollout {point.rollout}"
        for i, point in enumerate(points)
        if (point.k, point.rollout) in (BEST_SEARCH, ODD_SEARCH[:2])
    }
    svg = draw_scatter("figure-10", panels, ylabel="win rate", notes=notes, chance=0.25)
    ranked = sorted(zip(points, marks, strict=True), key=lambda found: -found[1].value)
    rows = tuple(
        (
            f"{point.k:g}",
            str(point.rollout),
            _published(point),
            f"{mark.value:.3f}",
            f"{mark.low:.3f} to {mark.high:.3f}",
        )
        for point, mark in ranked
    )
    data = tuple(
        {"k": point.k, "rollout": point.rollout, "ours": mark.value, "low": mark.low, "high": mark.high}
        for point, mark in ranked
    )
    grid = Grid(
        "All points, best first", ("K", "rollout length", "published", "ours", "95% interval"), rows, frozenset()
    )
    return Content(
        (
            Paragraph(f"Thesis, page {FIGURE_PAGES[10]}. {_tendency(points, marks)}"),
            Picture("figure-10", "Figure 10: win rate of the tested player; orange: points named in the text", svg),
            grid,
            Bullets(tuple(remarks)),
        ),
        data,
    )


def _mark(outcome: ContestOutcome) -> Mark:
    estimate = outcome[TESTED][TIED_WIN_RATE]
    return Mark(estimate.value, estimate.low, estimate.high)


def _published(point: GridPoint) -> str:
    k, rollout, rate = ODD_SEARCH
    if (point.k, point.rollout) == (k, rollout):
        return f"{rate:.2f}"
    return "the highest" if (point.k, point.rollout) == BEST_SEARCH else "-"


def _tendency(points: Sequence[GridPoint], marks: Sequence[Mark]) -> str:
    """The thesis finds a lower K better and no effect of the rollout length; our results as rank correlations."""
    values = [mark.value for mark in marks]
    over_k = rank_correlation([point.k for point in points], values)
    over_rollout = rank_correlation([point.rollout for point in points], values)
    return (
        "It finds that a higher K leads to fewer wins and that the rollout length has no effect. In our games, the "
        f"rank correlation of the win rate is {over_k:+.2f} with K and {over_rollout:+.2f} with the rollout length "
        f"({len(points)} points; absolute values above about {2 / len(points) ** 0.5:.2f} are unlikely to be chance)."
    )


def points_figure(outcome: ContestOutcome, remarks: Sequence[str]) -> Content:
    """The points of the four heuristics (figure 11)."""
    groups = {player.label: player.points for player in outcome.players.values()}
    svg = draw_boxes("figure-11", groups, ylabel="points")
    rows = tuple((label, f"{min(points):g}", f"{max(points):g}") for label, points in groups.items())
    lowest = max(groups, key=lambda label: min(groups[label]))
    highest = max(groups, key=lambda label: max(groups[label]))
    text = (
        f"Thesis, page {FIGURE_PAGES[11]}. It finds similar distributions, with both the highest minimum and the "
        f"highest maximum for CollectAtFirst. In our games, {lowest} has the highest minimum and {highest} the highest "
        "maximum."
    )
    data = tuple(
        {"heuristic": label, "lowest": min(points), "highest": max(points)} for label, points in groups.items()
    )
    return Content(
        (
            Paragraph(text),
            Picture("figure-11", "Figure 11: points by heuristic", svg),
            Grid("", ("heuristic", "lowest", "highest"), rows),
            Bullets(tuple(remarks)),
        ),
        data,
    )
