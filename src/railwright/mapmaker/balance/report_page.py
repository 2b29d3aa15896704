"""The report on a balanced board."""

from __future__ import annotations

from railwright.mapmaker.balance.making import BalancedBoard, Judged
from railwright.mapmaker.balance.paper_tables import all_tables
from railwright.mapmaker.balance.problem.design import OUT
from railwright.report.document import Bullets, Grid, Paragraph, Picture, Report, Section
from railwright.report.figures import Mark, Share, Trace, draw_shares, draw_trace

PAPER = (
    'The distance and the tables below are those of the paper "Artificial Intelligence Approaches to Build Ticket to '
    'Ride Maps" by Iain Smith and Calin Anton (AAAI 2022).'
)

THOUSAND = 1000


def report_of(made: BalancedBoard, picture: str) -> Report:
    """Win shares before and after, the paper's tables for this board, the progress of the search, and the tickets."""
    graph, brief = made.canvas.graph, made.brief
    grids = tuple(Grid(table.title, table.headings, table.rows) for table in all_tables(made))
    bounds = brief.style_on(made.canvas).described()
    kept = tuple(f"{name}: {bound}" for name, bound in bounds.items()) or ("none",)
    shares = Picture("shares", "How often each player wins, with 95% confidence intervals.", _shares(made))
    progress = Picture("history", "Progress of the search.", _progress(made))
    tickets = Grid("", ("from", "to", "shortest path", "points"), _tickets(made), frozenset({0, 1}))
    return Report(
        graph.title,
        (Paragraph(_about(made)), shares, Picture(graph.name, graph.title, picture)),
        (
            Section("Numbers", (Paragraph(PAPER), *grids)),
            Section("The search", (Paragraph(_search_words(made)), progress)),
            Section("Bounds", (Paragraph(f"The board satisfies these bounds ({brief.style} style):"), Bullets(kept))),
            Section("Tickets", (tickets,)),
        ),
    )  # fmt: skip


def _about(made: BalancedBoard) -> str:
    after = made.after.distance
    return (
        f"Target: {_wish(made)}. In {made.after.sample.games:,} games on deals that the search never saw, the distance "
        f"of the win shares from the target is {after.mean:.3f} (95% confidence interval {after.low:.3f} to "
        f"{after.high:.3f}), where 0 is exact and 1 is as far off as possible."
    )


def _wish(made: BalancedBoard) -> str:
    shares = made.brief.target.shares
    wanted = zip(made.brief.players, shares, strict=True)
    return ", ".join(f"`{player}` wins {100 * share:.3g}%" for player, share in wanted) + " of the games"


def _shares(made: BalancedBoard) -> str:
    rows = [
        Share(player, wanted, _mark(made.after, number), _mark(made.before, number) if made.before else None)
        for number, (player, wanted) in enumerate(zip(made.brief.players, made.brief.target.shares, strict=True))
    ]
    return draw_shares("shares", rows, xlabel="share of games won")


def _mark(judged: Judged, player: int) -> Mark:
    share, margin = float(judged.sample.mean[player]), judged.margins[player]
    return Mark(share, max(share - margin, 0.0), min(share + margin, 1.0))


def _progress(made: BalancedBoard) -> str:
    trace = Trace(
        [each.games / THOUSAND for each in made.checkpoints],
        [Mark(d.mean, d.low, d.high) for d in (each.found.distance for each in made.checkpoints)],
    )
    return draw_trace(
        "history", trace, xlabel="games of the search (thousands)", ylabel="distance from the target",
        best="smallest so far",
    )  # fmt: skip


def _search_words(made: BalancedBoard) -> str:
    brief, games = made.brief, made.checkpoints[0].found.sample.games
    return (
        f"Method: {brief.method}, seed {brief.seed}, {made.games:,} games. Each dot is the board that the search "
        f"considered best at that point, evaluated afterwards in {games:,} games on the same deals, which the search "
        "never saw; bars are 95% confidence intervals. Because of chance, even an exactly balanced board shows a "
        "distance above 0."
    )


def _tickets(made: BalancedBoard) -> tuple[tuple[str, ...], ...]:
    """The tickets with the spaces of their shortest paths, most valuable first."""
    design = made.after.design
    path_lengths = made.canvas.path_lengths.spaces(design.lengths)
    found = [
        (*ticket.places, way, value)
        for ticket, way, value in zip(made.canvas.tickets, path_lengths, design.values, strict=True)
        if value != OUT
    ]
    return tuple((a, b, str(way), str(value)) for a, b, way, value in sorted(found, key=lambda t: (-t[3], t[:2])))
