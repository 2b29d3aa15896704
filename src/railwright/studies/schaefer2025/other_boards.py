"""Writes the tables and figures that are not in the paper: the same study for every board and deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import Any

from railwright.optimum.sweep import Frequency
from railwright.report.document import Bullets, Grid, Paragraph, Part, Picture
from railwright.report.figures import Line, Mark, draw_lines, draw_scatter
from railwright.studies.schaefer2025.cells import number, signed, span, yes
from railwright.studies.schaefer2025.figures import draw_optimum
from railwright.studies.schaefer2025.findings import Findings, Optimum, TicketRange, middle, ticket_name
from railwright.studies.schaefer2025.remarks import PER_TRAIN, PRICES
from railwright.studies.study_runner import Content

SMALLEST = 5
"""Number of tickets listed in each direction: those whose price would have to change least."""


def scores_table(found: Sequence[Findings]) -> Content:
    """The best scores of all boards and decks, and maps of the optima."""
    rows = [(one.variant, one.best) for one in found]
    grid = Grid(
        "",
        ("board and deck", "trains", "best score", "from routes", "from tickets", "tickets completed", "routes",
         "trains used", "optima"),
        tuple(
            (variant.title, str(best.trains), number(best.score), number(best.route_points),
             number(best.ticket_points), f"{len(best.tickets)} of {len(best.setup.tickets)}", str(len(best.tracks)),
             str(best.trains_used), best.count)
            for variant, best in rows
        ),
    )  # fmt: skip
    maps = [
        Picture(f"best-{variant.name}", f"{variant.title}: the optimum", draw_optimum(best, variant.name))
        for variant, best in rows[1:]
    ]
    text = "The board and deck of the paper, whose map is figure 2, and all other official ones."
    data = tuple(
        {"variant": variant.name, "trains": best.trains, "score": best.score, "route_points": best.route_points,
         "ticket_points": best.ticket_points, "tickets": len(best.tickets), "optima": best.optima,
         "complete": best.complete}
        for variant, best in rows
    )  # fmt: skip
    return Content((Paragraph(text), grid, *maps), data)


def scores_figure(found: Sequence[Findings]) -> Content:
    """The best score by number of trains, one picture for each board."""
    parts: list[Part] = []
    for board in dict.fromkeys(one.variant.board for one in found):
        mine = [one for one in found if one.variant.board == board]
        lines = [Line(one.variant.deck, list(one.swept.scores), list(one.swept.scores.values())) for one in mine]
        name = f"figure-A-{board}"
        caption = f"{mine[0].best.setup.board.title}: the best score by number of trains and deck"
        parts.append(Picture(name, caption, draw_lines(name, lines, xlabel="trains", ylabel="points")))
    data = tuple(
        {"variant": one.variant.name, "trains": trains, "score": score}
        for one in found
        for trains, score in one.swept.scores.items()
    )
    return Content(tuple(parts), data)


def tickets_table(found: Sequence[Findings]) -> Content:
    """The tickets that the optimum favours, and the correlation with their points."""
    grids: list[Part] = []
    data: list[Mapping[str, Any]] = []
    for one in found:
        setup, top = one.swept.setup, one.swept.top_tickets
        rows = [
            (ticket_name(setup, ticket), str(setup.tickets[ticket].points), f"{one.per_train[ticket]:.2f}",
             _span(one.swept.tickets[ticket]), yes(ticket in one.best.tickets))
            for ticket in top
        ]  # fmt: skip
        title = f"{one.variant.title}: the ten most frequent tickets"
        headings = ("ticket", "points", "per train", f"of {len(one.swept.scores)} budgets", "in the optimum")
        grids += [Grid(title, headings, tuple(rows), frozenset({0, 4})), _scatter(one)]
        data += [
            {"variant": one.variant.name, "ticket": ticket_name(setup, ticket), "points": setup.tickets[ticket].points,
             "per_train": round(one.per_train[ticket], 3), "always": frequency.always, "sometimes": frequency.sometimes}
            for ticket, frequency in one.swept.tickets.items()
        ]  # fmt: skip
    return Content((_tendencies(found), *grids, Bullets((PER_TRAIN,))), tuple(data))


def _span(frequency: Frequency) -> str:
    return span(frequency.always, frequency.sometimes)


def _tendencies(found: Sequence[Findings]) -> Grid:
    rows = []
    for one in found:
        tickets, top = one.swept.setup.tickets, one.swept.top_tickets
        never = sum(frequency.sometimes == 0 for frequency in one.swept.tickets.values())
        rows.append((
            one.variant.title, f"{fmean(ticket.points for ticket in tickets):.1f}",
            f"{fmean(tickets[i].points for i in top):.1f}", f"{never} of {len(tickets)}",
            f"{one.tendency({i: ticket.points for i, ticket in enumerate(tickets)}):+.2f}",
            f"{one.tendency(one.per_train):+.2f}",
        ))  # fmt: skip
    headings = ("board and deck", "mean points of the deck", "of the top ten", "never chosen", "frequency and points",
                "frequency and points per train")  # fmt: skip
    return Grid("Does the optimum favour tickets with many points? (rank correlations over all tickets)", headings,
                tuple(rows))  # fmt: skip


def _scatter(one: Findings) -> Picture:
    count = len(one.swept.scores)
    marks = {
        ticket: Mark(middle(found) / count, found.always / count, found.sometimes / count)
        for ticket, found in one.swept.tickets.items()
    }
    panels = {
        "points": [(float(one.swept.setup.tickets[ticket].points), mark) for ticket, mark in marks.items()],
        "points per train": [(one.per_train[ticket], mark) for ticket, mark in marks.items()],
    }
    name = f"tickets-{one.variant.name}"
    mean = fmean(mark.value for mark in marks.values())
    svg = draw_scatter(name, panels, ylabel="share of budgets", notes={}, chance=mean)
    return Picture(name, f"{one.variant.title}: frequency of tickets in the optimum; dotted line: the mean", svg)


def routes_table(found: Sequence[Findings]) -> Content:
    """The routes that the optimum favours."""
    grids, data = [], []
    for one in found:
        tracks = one.swept.setup.board.tracks
        rows = tuple(
            (tracks[track].name, str(tracks[track].length), _span(one.swept.tracks[track]),
             signed(one.best.impacts.get(track)))
            for track in one.swept.top_tracks
        )  # fmt: skip
        headings = ("route", "length", f"of {len(one.swept.scores)} budgets", "impact on the best score")
        grids.append(Grid(f"{one.variant.title}: the ten most frequent routes", headings, rows))
        data += [
            {"variant": one.variant.name, "route": tracks[track].name, "length": tracks[track].length,
             "always": frequency.always, "sometimes": frequency.sometimes, "impact": one.best.impacts.get(track)}
            for track, frequency in one.swept.tracks.items()
        ]  # fmt: skip
    text = "The impact is the change of the best score if the route is removed; a dash means not in the optimum."
    return Content((Paragraph(text), *grids), tuple(data))


def prices_table(found: Sequence[Findings]) -> Content:
    """The price at which the optimum is indifferent to each ticket."""
    grids, data = [], []
    for one in found:
        inside = sorted((price for price in one.best.ranges if price.completed), key=_size)
        outside = sorted((price for price in one.best.ranges if not price.completed), key=_size)
        bound = [price for price in inside if not price.is_free]
        shown = (*inside, *outside) if one is found[0] else (*bound[:SMALLEST], *outside[:SMALLEST])
        words = "all tickets" if one is found[0] else "the smallest changes down and up"
        grids.append(Grid(
            f"{one.variant.title}, {one.best.trains} trains: {words}",
            ("ticket", "points", "indifferent at", "change", "in the optimum"),
            tuple(_price_row(one.best, price) for price in shown),
            frozenset({0, 4}),
        ))  # fmt: skip
        data += [
            {"variant": one.variant.name, "ticket": ticket_name(one.best.setup, price.ticket), "points": price.points,
             "indifferent": price.indifferent, "or_more": price.is_beyond, "completed": price.completed}
            for price in (*inside, *outside)
        ]  # fmt: skip
    return Content((_balance(found), Bullets(PRICES), *grids), tuple(data))


def _size(price: TicketRange) -> tuple[bool, float, bool, int]:
    """Sort key: tickets whose price matters first, then by the size of the change."""
    return price.is_free, abs(price.change), price.is_beyond, price.ticket


def _price_row(best: Optimum, price: TicketRange) -> tuple[str, ...]:
    more = " or more" if price.is_beyond else ""
    at = "any price" if price.is_free else f"{price.indifferent:g}{more}"
    change = "-" if price.is_free else f"{signed(price.change)}{more}"
    return ticket_name(best.setup, price.ticket), str(price.points), at, change, yes(price.completed)


def _balance(found: Sequence[Findings]) -> Grid:
    rows = []
    for one in found:
        inside = [price for price in one.best.ranges if price.completed]
        bound = [price for price in inside if not price.is_free]
        outside = [price for price in one.best.ranges if not price.completed]
        near = [price for price in outside if not price.is_beyond]
        rows.append((
            one.variant.title, str(len(inside)), str(len(inside) - len(bound)), _median(bound), str(len(outside)),
            str(len(near)), _median(near),
        ))  # fmt: skip
    headings = ("board and deck", "in the optimum", "of these at any price", "median change of the others",
                "not in it", "of these below twice the points", "median change of these")  # fmt: skip
    return Grid("Price changes that would change the optimum, one at a time", headings, tuple(rows))


def _median(prices: Sequence[TicketRange]) -> str:
    return signed(median(price.change for price in prices)) if prices else "-"
