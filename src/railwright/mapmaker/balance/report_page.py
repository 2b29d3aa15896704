"""The page about a balanced board."""

from __future__ import annotations

from railwright.mapmaker.balance.making import BalancedBoard, Judged
from railwright.mapmaker.balance.problem.design import OUT
from railwright.mapmaker.balance.tables import all_tables
from railwright.report.document import Bullets, Grid, Paragraph, Picture, Report, Section
from railwright.report.figures import Mark, Share, Trace, draw_shares, draw_trace

PAPER = (
    'The distance, and the tables below, are those of the paper "Artificial Intelligence Approaches to Build Ticket to '
    'Ride Maps" of Iain Smith and Calin Anton (AAAI 2022).'
)

THOUSAND = 1000


def report_of(made: BalancedBoard, picture: str) -> Report:
    """Before and after, the tables of the paper for this board, how the search went, and the tickets."""
    graph, brief = made.canvas.graph, made.brief
    grids = tuple(Grid(table.title, table.headings, table.rows) for table in all_tables(made))
    bounds = brief.style_on(made.canvas).described()
    kept = tuple(f"{name}: {bound}" for name, bound in bounds.items()) or ("no bounds",)
    shares = Picture("shares", "How often each player wins, with 95 % intervals.", _shares(made))
    course = Picture("history", "How the search went.", _course(made))
    tickets = Grid("", ("from", "to", "shortest way", "points"), _tickets(made), frozenset({0, 1}))
    return Report(
        graph.title,
        (Paragraph(_about(made)), shares, Picture(graph.name, graph.title, picture)),
        (
            Section("Numbers", (Paragraph(PAPER), *grids)),
            Section("The search", (Paragraph(_search_words(made)), course)),
            Section("Kept to", (Paragraph(f"The {brief.style} style, and bounds that were given:"), Bullets(kept))),
            Section("Tickets", (tickets,)),
        ),
    )  # fmt: skip


def _about(made: BalancedBoard) -> str:
    after = made.after.distance
    return (
        f"Made so that {_wish(made)}. In {made.after.sample.games:,} games on deals that the search never saw, its win "
        f"shares are {after.mean:.3f} from that ({after.low:.3f} to {after.high:.3f}), where 0 is exact and 1 as far "
        "off as can be."
    )


def _wish(made: BalancedBoard) -> str:
    shares = made.brief.target.shares
    wanted = zip(made.brief.players, shares, strict=True)
    return ", ".join(f"`{player}` wins {100 * share:.3g} %" for player, share in wanted) + " of the games"


def _shares(made: BalancedBoard) -> str:
    rows = [
        Share(player, wanted, _mark(made.after, number), _mark(made.before, number) if made.before else None)
        for number, (player, wanted) in enumerate(zip(made.brief.players, made.brief.target.shares, strict=True))
    ]
    return draw_shares("shares", rows, xlabel="share of the games won")


def _mark(judged: Judged, player: int) -> Mark:
    share, margin = float(judged.sample.mean[player]), judged.margins[player]
    return Mark(share, max(share - margin, 0.0), min(share + margin, 1.0))


def _course(made: BalancedBoard) -> str:
    trace = Trace(
        [each.games / THOUSAND for each in made.course],
        [Mark(d.mean, d.low, d.high) for d in (each.found.distance for each in made.course)],
    )
    return draw_trace(
        "history", trace, xlabel="thousand games of search", ylabel="distance from the wanted shares",
        best="least of these so far",
    )  # fmt: skip


def _search_words(made: BalancedBoard) -> str:
    brief, games = made.brief, made.course[0].found.sample.games
    return (
        f"Method: {brief.method}, seed {brief.seed}, {made.games:,} games. The dots show the boards that the search "
        f"thought best after so many games, each played afterwards in {games:,} games on the same deals, which the "
        "search never saw, with 95 % intervals. Even a board that is balanced exactly shows a distance above 0."
    )


def _tickets(made: BalancedBoard) -> tuple[tuple[str, ...], ...]:
    """With their ways, the most valuable first."""
    design = made.after.design
    ways = made.canvas.ways.spaces(design.lengths)
    found = [
        (*ticket.places, way, value)
        for ticket, way, value in zip(made.canvas.tickets, ways, design.values, strict=True)
        if value != OUT
    ]
    return tuple((a, b, str(way), str(value)) for a, b, way, value in sorted(found, key=lambda t: (-t[3], t[:2])))
