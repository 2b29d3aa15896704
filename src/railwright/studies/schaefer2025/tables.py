"""Writes the tables of the paper, compared with ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from railwright.optimum.board_instance import board_instance
from railwright.optimum.flow import flow_size
from railwright.report.document import Bullets, Grid, Paragraph, Picture
from railwright.report.figures import BoundedValue, draw_ranges
from railwright.studies.schaefer2025 import published
from railwright.studies.schaefer2025.cells import number, signed, span, yes
from railwright.studies.schaefer2025.findings import (
    Optimum,
    SecondOpinion,
    Swept,
    find_route,
    find_ticket,
    ticket_name,
)
from railwright.studies.schaefer2025.remarks import FREQUENCY, IMPACT_OF_ZERO, SECOND
from railwright.studies.study_runner import Content
from railwright.studies.variant import Variant

CONFIRMED, REFUTED, OPEN = "confirmed by both", "refuted by both", "one method only"


@dataclass(frozen=True, slots=True)
class RouteRow:
    """A route of the published optimum, or of ours."""

    route: str
    published: int | None
    """Its length, if it is in the published optimum."""
    ours: int | None
    """Its length, if it is in our optimum."""
    impact: float | None
    """Change of the best score without the route."""


def routes_table(best: Optimum) -> Content:
    """Table 1: the routes of the optimum."""
    tracks = best.setup.board.tracks
    printed = {find_route(best.setup, pair): length for pair, length in published.TABLE_1.items()}
    rows = [
        RouteRow(
            tracks[one].name, printed.get(one), tracks[one].length if one in best.tracks else None,
            best.impacts.get(one),
        )
        for one in dict.fromkeys((*printed, *best.tracks))
    ]  # fmt: skip
    agree = sum(row.published == row.ours for row in rows)
    text = (
        f"Paper, table 1. {agree} of {len(rows)} routes are in both. {uniqueness(best)} Mean length: published "
        f"{published.MEAN_ROUTE_LENGTH}, ours {best.trains_used / len(best.tracks):g}. The last column, which is not "
        "in the paper, is the change of the best score if the route is removed."
    )
    grid = Grid(
        "",
        ("route", "published length", "ours", "impact of the route"),
        tuple((row.route, number(row.published), number(row.ours), signed(row.impact)) for row in rows),
    )
    return Content((Paragraph(text), grid), tuple(asdict(row) for row in rows))


def uniqueness(best: Optimum) -> str:
    """Whether there are other optima, in a sentence."""
    if best.is_unique:
        return "This optimum is unique."
    return f"There are {best.count} optima; this is one of them."


@dataclass(frozen=True, slots=True)
class ImpactRow:
    """The impact of a ticket of the optimum: the change of the best score without it."""

    ticket: str
    points: int
    published: int
    ours: float
    second: float | None
    """The impact by the second method; None if it was not computed."""
    verdict: str


def impacts_table(best: Optimum, second: SecondOpinion) -> Content:
    """Table 2: the impact of each ticket of the optimum."""
    rows = impact_rows(best, second)
    checked = [row for row in rows if row.verdict != OPEN]
    refuted = [row.ticket for row in checked if row.verdict == REFUTED]
    text = (
        f"Paper, table 2. The best score is {best.score:g} = {best.route_points:g} from routes + "
        f"{best.ticket_points:g} from {len(best.tickets)} tickets (published: {published.SCORE}, "
        f"{published.TICKET_SCORE} from {len(published.TABLE_2)} tickets). Of {len(checked)} published impacts checked "
        f"by two methods, {len(checked) - len(refuted)} are confirmed by both and {len(refuted)} refuted by both"
        + (f": {', '.join(refuted)}." if refuted else ".")
    )
    grid = Grid(
        "",
        ("ticket", "points", "published impact", "ours", "second method", "verdict"),
        tuple(
            (row.ticket, str(row.points), signed(row.published), signed(row.ours), signed(row.second), row.verdict)
            for row in rows
        ),
        frozenset({0, 5}),
    )
    remarks = (SECOND, IMPACT_OF_ZERO) if best.is_unique else (SECOND,)
    return Content((Paragraph(text), grid, Bullets(remarks)), tuple(asdict(row) for row in rows))


def impact_rows(best: Optimum, second: SecondOpinion) -> list[ImpactRow]:
    """The published impacts and ours by two methods, which must agree."""
    ours = {one.ticket: one.impact for one in best.ranges}
    rows = []
    for pair, (points, impact) in published.TABLE_2.items():
        ticket = find_ticket(best.setup, pair)
        name, again = ticket_name(best.setup, ticket), second.impact(ticket)
        if again is not None and again != ours[ticket]:
            raise RuntimeError(f"two methods disagree about {name}: {ours[ticket]} and {again}")
        verdict = OPEN if again is None else CONFIRMED if impact == again else REFUTED
        rows.append(ImpactRow(name, points, impact, ours[ticket], again, verdict))
    return rows


@dataclass(frozen=True, slots=True)
class FrequencyRow:
    """Number of budgets in which a ticket is part of the optimum."""

    ticket: str
    points: int
    published: int | None
    """The published number; None if the paper does not list it."""
    always: int
    """Budgets in which every optimum has the ticket."""
    sometimes: int
    """Budgets in which some optimum has the ticket."""
    inside: bool | None
    """Whether the published number lies in our range; None if it cannot be compared."""
    in_our_ten: bool
    in_optimum: bool


def frequencies_table(swept: Swept, best: Optimum) -> Content:
    """Table 3: the most frequently chosen tickets."""
    count = len(swept.scores)
    rows = frequency_rows(swept, best)
    grid = Grid(
        "",
        ("ticket", "points", "published", "ours", "published in our range", "among our ten", "in the optimum"),
        tuple(
            (row.ticket, str(row.points), number(row.published), span(row.always, row.sometimes), yes(row.inside),
             yes(row.in_our_ten), yes(row.in_optimum))
            for row in rows
        ),
        frozenset({0, 4, 5, 6}),
    )  # fmt: skip
    ranges = [
        BoundedValue(row.ticket, row.always, row.sometimes, None if row.inside is None else row.published)
        for row in rows
    ]
    xlabel = f"budgets (of {count}) with the ticket in the optimum"
    marks = "; diamonds: published" if any(one.published for one in ranges) else ""
    caption = f"Table 3: in every optimum (dark) or in some (light){marks}"
    picture = Picture("table-3", caption, draw_ranges("table-3", ranges, xlabel=xlabel, most=count))
    parts = (Paragraph(_frequency_text(swept, rows)), grid, picture, Bullets((FREQUENCY,)))
    return Content(parts, tuple(asdict(row) for row in rows))


def frequency_rows(swept: Swept, best: Optimum) -> list[FrequencyRow]:
    """The tickets of the published table, then the others among our ten."""
    is_same = len(swept.scores) == published.BUDGETS
    top = swept.top_tickets
    printed = {find_ticket(swept.setup, pair): often for pair, (_, often) in published.TABLE_3.items()}
    rows = []
    for ticket in dict.fromkeys((*printed, *top)):
        ours, often = swept.tickets[ticket], printed.get(ticket)
        inside = ours.always <= often <= ours.sometimes if often is not None and is_same else None
        rows.append(FrequencyRow(
            ticket_name(swept.setup, ticket), swept.setup.tickets[ticket].points, often, ours.always, ours.sometimes,
            inside, ticket in top, ticket in best.tickets,
        ))  # fmt: skip
    return rows


def _frequency_text(swept: Swept, rows: Sequence[FrequencyRow]) -> str:
    inside = [row.inside for row in rows if row.inside is not None]
    begin = (
        f"Our sweep ends at {len(swept.scores)} trains and the paper's at {published.BUDGETS}, so the frequencies "
        "cannot be compared."
    )
    if inside:
        begin = f"{sum(inside)} of {len(inside)} published numbers lie in our range."
    worth = [ticket.points for ticket in swept.setup.tickets]
    high = {i for i, points in enumerate(worth) if points >= published.HIGH_TICKET}
    top = swept.top_tickets
    return (
        f"Paper, table 3. {begin} {swept.several} of {len(swept.scores)} budgets have several optima.{swept.caveat} "
        f"Mean points of the deck: published {published.MEAN_TICKET}, ours {sum(worth) / len(worth):.2f}; of the top "
        f"ten: published {published.MEAN_TOP_TICKET}, ours {sum(worth[i] for i in top) / len(top):.1f}. Tickets of "
        f"{published.HIGH_TICKET} points or more: published {published.HIGH_TICKETS}, {published.HIGH_IN_TOP} of them "
        f"in the top ten; ours {len(high)} and {len(high.intersection(top))}."
    )


def size_table(variants: Sequence[Variant]) -> Content:
    """The size of the published model, for the paper's board, which comes first, and for the others."""
    sizes = [(variant.title, flow_size(board_instance(variant.setup()))) for variant in variants]
    setup, size = variants[0].setup(), sizes[0][1]
    tickets, cities, routes = len(setup.tickets), len(setup.board.cities), size.binary
    rows = (
        ("binary variables", published.BINARY, size.binary, f"{routes} routes"),
        ("continuous variables", published.CONTINUOUS, size.continuous,
         f"{tickets} tickets x (2 x {routes} arcs + 1 dummy arc)"),
        ("constraints", published.CONSTRAINTS, size.rows,
         f"(1b): 1, (1c): {tickets} x {routes}, (1d): {tickets} x {cities}"),
    )  # fmt: skip
    once = 1 + routes + tickets * cities
    text = (
        "Paper, section 4. There is a constraint (1c) for each ticket and route. Counting it only once for each route "
        f"gives 1 + {routes} + {tickets} x {cities} = {once:,} constraints, which is the published number."
    )
    cells = tuple((name, f"{said:,}", f"{ours:,}", how) for name, said, ours, how in rows)
    grid = Grid("", ("", "published", "ours", "calculation"), cells, frozenset({0, 3}))
    more = Grid(
        "The same model for every board and deck",
        ("board and deck", "binary", "continuous", "constraints"),
        tuple((title, f"{one.binary:,}", f"{one.continuous:,}", f"{one.rows:,}") for title, one in sizes),
    )
    data = tuple({"size": name, "published": said, "ours": ours} for name, said, ours, _ in rows)
    return Content((Paragraph(text), grid, more), data)
