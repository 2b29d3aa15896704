"""The front door: the best score of a board, and of a seat in a game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf

from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.flow import solve_flow
from railwright.optimum.instance import Best, Instance
from railwright.optimum.position import game_instance, position_instance
from railwright.optimum.search import Search
from railwright.optimum.sensitivity import GoalRange
from railwright.optimum.solution import Solution, empty_game, hold, solution_of


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question with its answer, for those who want to ask on."""

    instance: Instance
    search: Search
    best: Best
    solution: Solution
    is_hand: bool
    """Whether tickets that are not completed count against the player."""

    def in_ticket_points(self, goal: GoalRange) -> tuple[float, float]:
        """The range of a goal as points of its ticket: in a hand a ticket counts twice, from minus to plus."""
        times = 2 if self.is_hand else 1
        return goal.lowest / times, goal.highest / times


def ask_board(
    setup: Setup,
    *,
    trains: int | None = None,
    held: Collection[int] = (),
    away: Collection[int] = (),
    method: str = "fast",
    seconds: float = inf,
) -> Inquiry:
    """Ask for the most that one player alone can score with so many trains (by default as many as the rules give).

    Any ticket of the deck but those ``away`` may be chosen, and only those that get completed are. With ``held`` the
    player has just these, and those not completed count against it. The method ``flow`` is the published one.
    """
    game = empty_game(setup)
    budget = setup.ruleset.trains if trains is None else trains
    if held:
        hold(game, 0, held)
        instance = position_instance(setup, game.state.table, 0, held).with_trains(budget)
    else:
        tickets = [i for i in range(len(setup.tickets)) if i not in away]
        instance = board_instance(setup, budget, tickets)
    search = Search(instance)
    best = search.solve(seconds=seconds) if method == "fast" else solve_flow(instance, seconds=seconds)
    return Inquiry(instance, search, best, solution_of(game, 0, instance, best), bool(held))


def best_of_board(setup: Setup, *, trains: int | None = None, held: Collection[int] = ()) -> Solution:
    """The most that one player alone can score (see ``ask_board``)."""
    return ask_board(setup, trains=trains, held=held).solution


def best_of_game(
    game: Game, seat: int, *, drawing: bool = False, stations: bool = False, seconds: float = inf
) -> Solution:
    """The most that a seat can still score, if nobody else did anything (see ``position.game_instance``)."""
    instance = game_instance(game, seat, drawing=drawing, stations=stations)
    return solution_of(game, seat, instance, Search(instance).solve(seconds=seconds), stations=stations)
