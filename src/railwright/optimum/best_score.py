"""Start here: the best score on a board, and for a seat in a game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf

from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.branch_and_bound import Search
from railwright.optimum.flow import solve_flow
from railwright.optimum.instance import Best, Instance
from railwright.optimum.position_instance import game_instance, position_instance
from railwright.optimum.sensitivity import GoalRange
from railwright.optimum.solution import Solution, empty_game, hold, solution_of


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question and its answer, kept for follow-up queries."""

    instance: Instance
    search: Search
    best: Best
    solution: Solution
    is_hand: bool
    """Whether uncompleted tickets count against the player."""

    def in_ticket_points(self, goal: GoalRange) -> tuple[float, float]:
        """The range of a goal in ticket points. In a hand a goal counts double: completing it turns minus into plus."""
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
    """Find the highest score of a single player with ``trains`` trains (by default as many as the rules give).

    The player chooses tickets from the deck, except those in ``away``, and chooses only tickets that are completed.
    With ``held``, the player holds exactly these tickets, and the uncompleted ones count against it. The method
    ``flow`` is the published integer program.
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
    """The highest score of a single player (see ``ask_board``)."""
    return ask_board(setup, trains=trains, held=held).solution


def best_of_game(
    game: Game, seat: int, *, drawing: bool = False, stations: bool = False, seconds: float = inf
) -> Solution:
    """The highest score a seat can still reach if no other seat moves again (see ``game_instance``)."""
    instance = game_instance(game, seat, drawing=drawing, stations=stations)
    return solution_of(game, seat, instance, Search(instance).solve(seconds=seconds), stations=stations)
