"""The best score on a board, for a single player."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from rich.table import Table

from railwright.cli.kit.output import note, print_json, print_table, progress, suggest
from railwright.cli.kit.setups import setup_words
from railwright.cli.optimum.words import (
    print_solution,
    solution_object,
    ticket_object,
    track_object,
)
from railwright.draw.chosen_tracks import draw_choice
from railwright.game.setup import Setup
from railwright.optimum.best_score import Inquiry, ask_board
from railwright.optimum.optima import Optima, all_optima
from railwright.optimum.sensitivity import GoalRange, LinkImpact, goal_ranges, link_impacts
from railwright.optimum.solution import in_points
from railwright.whole_files import write_whole
from railwright.words import count


@dataclass(frozen=True, slots=True)
class Wanted:
    """The question: constraints, method, and what else to compute."""

    trains: int
    held: tuple[int, ...]
    away: tuple[int, ...]
    method: str
    seconds: float
    bonuses: bool
    sensitivity: bool
    optima: int
    """Maximum number of optimal solutions to list; 0 to skip the list."""


@dataclass
class Found:
    """Results beyond the first optimal solution; None if not asked for."""

    optima: Optima | None = None
    goals: list[GoalRange] | None = None
    links: list[LinkImpact] | None = None


def answer_board(setup: Setup, wanted: Wanted, *, command: str, svg: Path | None, as_json: bool) -> None:
    """Solve, print and draw. ``command`` is the command line for the same board, used in suggestions."""
    inquiry = ask_board(setup, trains=wanted.trains, held=wanted.held, away=wanted.away, method=wanted.method,
                        seconds=wanted.seconds)  # fmt: skip
    found = _explore(inquiry, wanted)
    solution = inquiry.solution
    if svg is not None:
        title = f"the best with {count(wanted.trains, 'train')}"
        score = in_points(setup, solution.score)
        write_whole(svg, draw_choice(setup, solution.tracks, solution.completed, title=title, score=score))
    if as_json:
        print_json(_object(setup, wanted, inquiry, found))
        return
    print(f"{setup_words(setup)}, {count(wanted.trains, 'train')}")
    print_solution(setup, solution)
    if wanted.bonuses:
        _print_bonuses(setup, in_points(setup, solution.score))
    if found.optima is not None:
        _print_optima(setup, inquiry, found.optima)
    if found.goals is not None and found.links is not None:
        _print_sensitivity(setup, inquiry, found.goals, found.links)
    if svg is not None:
        print(f"\nDrew the solution to {svg}.")
    suggest(f"{command} --sweep 1:{setup.ruleset.trains} solves it for every number of trains")


def _explore(inquiry: Inquiry, wanted: Wanted) -> Found:
    """Other optimal solutions and sensitivity, if asked for; both need a proven optimum."""
    found = Found()
    if not inquiry.best.is_proven:
        if wanted.optima or wanted.sensitivity:
            note("The best score is not proven, so other solutions and sensitivity are left out.")
        return found
    if wanted.optima:
        found.optima = all_optima(inquiry.search, inquiry.best, wanted.trains, most=wanted.optima)
    if wanted.sensitivity:
        instance, best = inquiry.instance, inquiry.best
        with progress("sensitivity", len(instance.goals) + len(best.chosen)) as done:
            found.goals = goal_ranges(instance, best, done)
            found.links = link_impacts(instance, best, done)
    return found


def _bonuses(setup: Setup) -> dict[str, int]:
    return {"longest_path": setup.dealing.longest_path, "globetrotter": setup.dealing.globetrotter}


def _object(setup: Setup, wanted: Wanted, inquiry: Inquiry, found: Found) -> dict[str, Any]:
    answer: dict[str, Any] = {
        **setup.names,
        "trains": wanted.trains,
        "method": wanted.method,
        "stations_counted": False,
    }
    answer |= solution_object(setup, inquiry.solution)
    if wanted.bonuses:
        answer["bonuses"] = _bonuses(setup)
        answer["score_with_bonuses"] = answer["score"] + sum(_bonuses(setup).values())
    if found.optima is not None:
        answer["optima"] = {
            "count": len(found.optima.choices),
            "complete": found.optima.is_complete,
            "tracks": [
                [track_object(setup, inquiry.instance.links[i].track) for i in sorted(choice)]
                for choice in found.optima.choices
            ],
        }
    if found.goals is not None and found.links is not None:
        answer["ticket_sensitivity"] = [_range_object(setup, inquiry, one) for one in found.goals]
        answer["route_impacts"] = [
            track_object(setup, inquiry.instance.links[one.link].track) | {"impact": in_points(setup, one.impact)}
            for one in found.links
        ]
    return answer


def _range_object(setup: Setup, inquiry: Inquiry, one: GoalRange) -> dict[str, Any]:
    lowest, highest = inquiry.in_ticket_points(one)
    return ticket_object(setup, inquiry.instance.goals[one.goal].ticket) | {
        "completed": one.is_reached,
        "impact": in_points(setup, one.impact),
        "lowest": None if lowest == -inf else in_points(setup, lowest),
        "highest": None if highest == inf else in_points(setup, highest),
    }


def _print_bonuses(setup: Setup, score: float) -> None:
    bonuses = _bonuses(setup)
    total = sum(bonuses.values())
    words = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in bonuses.items() if value) or "none"
    print(f"\nBonuses of these rules: {words}. A player alone at the table gets all of them with any solution,")
    print(f"so they do not change which one is best: {score + total} points with them.")


def _print_optima(setup: Setup, inquiry: Inquiry, optima: Optima) -> None:
    chosen = inquiry.best.chosen
    others = [choice for choice in optima.choices if choice != chosen]
    if not others:
        print("\nThis solution is the only optimal one.")
        return
    number = f"{len(others):,}" if optima.is_complete else f"more than {len(others):,}"
    print(f"\nOther solutions with the same score: {number}")
    for i, choice in enumerate(others, 1):
        new, gone = (_route_names(setup, inquiry, links) for links in (choice - chosen, chosen - choice))
        print(f"  {i:4}. {new} instead of {gone}")


def _route_names(setup: Setup, inquiry: Inquiry, links: Collection[int]) -> str:
    """The names of routes, in a fixed order."""
    tracks = sorted(inquiry.instance.links[i].track for i in links)
    return "; ".join(setup.board.track_names[track] for track in tracks) or "nothing"


def _print_sensitivity(setup: Setup, inquiry: Inquiry, goals: list[GoalRange], links: list[LinkImpact]) -> None:
    print("\nTickets: change of the best score without each, and range of points that keeps this solution optimal")
    table = Table("ticket")
    for heading in ("points", "completed", "change", "from", "to"):
        table.add_column(heading, justify="right")
    for one in sorted(goals, key=lambda one: (not one.is_reached, one.impact)):
        ticket = setup.tickets[inquiry.instance.goals[one.goal].ticket]
        lowest, highest = inquiry.in_ticket_points(one)
        table.add_row(
            " - ".join(ticket.places), str(ticket.points), "yes" if one.is_reached else "",
            str(in_points(setup, one.impact)), "" if lowest == -inf else str(in_points(setup, lowest)),
            "" if highest == inf else str(in_points(setup, highest)),
        )  # fmt: skip
    print_table(table)
    print("\nRoutes of the solution: change of the best score without each (0 for all other routes)")
    table = Table("route")
    table.add_column("change", justify="right")
    for impact in sorted(links, key=lambda impact: impact.impact):
        name = setup.board.tracks[inquiry.instance.links[impact.link].track].name
        table.add_row(name, str(in_points(setup, impact.impact)))
    print_table(table)
