"""Shared by the answers of ``railwright optimum``: JSON objects and sentences."""

from __future__ import annotations

from typing import Any

from railwright.game.setup import Setup
from railwright.optimum.solution import Solution, in_points, solution_text


def ticket_object(setup: Setup, ticket: int) -> dict[str, Any]:
    """A ticket as a JSON object."""
    found = setup.tickets[ticket]
    return {"cities": list(found.places), "points": found.points}


def track_object(setup: Setup, track: int) -> dict[str, Any]:
    """A track as a JSON object."""
    found = setup.board.tracks[track]
    worth = setup.ruleset.route_points[found.length]
    return {"cities": list(found.cities), "number": found.number, "length": found.length, "points": worth}


def solution_object(setup: Setup, solution: Solution) -> dict[str, Any]:
    """A solution as a JSON object."""
    return {
        "score": in_points(setup, solution.score),
        "route_points": in_points(setup, solution.routes),
        "ticket_points": in_points(setup, solution.tickets),
        "station_points": in_points(setup, solution.stations),
        "trains_used": solution.trains,
        "longest_path": solution.longest_path,
        "proven": solution.is_proven,
        "bound": round(solution.bound / setup.ruleset.scale, 6),
        "tracks": [track_object(setup, track) for track in solution.tracks],
        "completed": [ticket_object(setup, ticket) for ticket in solution.completed],
        "failed": [ticket_object(setup, ticket) for ticket in solution.failed],
        "stations": [
            {"city": setup.board.cities[city].name, "lends": track_object(setup, track)}
            for city, track in solution.loans
        ],
        "seconds": round(solution.seconds, 3),
    }


def print_solution(setup: Setup, solution: Solution) -> None:
    """Print a solution in words: points first, then routes and tickets."""
    print(solution_text(solution, proof(setup, solution)))


def proof(setup: Setup, solution: Solution) -> str:
    """A sentence on whether a solution is proven optimal."""
    if solution.is_proven:
        return f"Proven optimal in {solution.seconds:.2f} s."
    bound = solution.bound / setup.ruleset.scale
    most = "not known yet" if bound == float("inf") else f"at most {bound:.1f}"
    return f"Not proven optimal within {solution.seconds:.1f} s: the best score is {most}. For more time: --seconds."
