"""The front door: the best score of a board, and of a seat in a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import inf

from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.instance import Instance
from railwright.optimum.position import game_instance, position_instance
from railwright.optimum.search import Search
from railwright.optimum.solution import Solution, empty_game, hold, solution_of


def best_of_board(
    setup: Setup,
    *,
    trains: int | None = None,
    tickets: Iterable[int] | None = None,
    held: Collection[int] | None = None,
    seconds: float = inf,
) -> Solution:
    """The most that one player alone can score with so many trains (by default as many as the rules give).

    Any of the ``tickets`` (by default the whole deck) may be chosen, and only those that get completed are. With
    ``held`` the player has just these, and those not completed count against it.
    """
    game = empty_game(setup)
    budget = setup.ruleset.trains if trains is None else trains
    if held is None:
        instance = board_instance(setup, budget, tickets)
    else:
        hold(game, 0, held)
        instance = position_instance(setup, game.state.table, 0, held).with_trains(budget)
    return _solve(game, 0, instance, stations=False, seconds=seconds)


def best_of_game(
    game: Game, seat: int, *, drawing: bool = False, stations: bool = False, seconds: float = inf
) -> Solution:
    """The most that a seat can still score, if nobody else did anything (see ``position.game_instance``)."""
    instance = game_instance(game, seat, drawing=drawing, stations=stations)
    return _solve(game, seat, instance, stations=stations, seconds=seconds)


def _solve(game: Game, seat: int, instance: Instance, *, stations: bool, seconds: float) -> Solution:
    return solution_of(game, seat, instance, Search(instance).solve(seconds=seconds), stations=stations)
