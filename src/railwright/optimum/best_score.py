"""Start here: the best score on a board, and for a seat in a game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from railwright.errors import OptionError
from railwright.game.board import Board
from railwright.game.game import Game
from railwright.game.json_reader import brief
from railwright.game.setup import Setup
from railwright.maps.load import load_setup
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
    best = Search(instance).solve(seconds=seconds)
    return replace(solution_of(game, seat, instance, best, stations=stations), game=game.copy())


def best_score(
    source: str | Path | Board | Setup | Game,
    *,
    seat: int | None = None,
    trains: int | None = None,
    seconds: float = inf,
) -> Solution:
    """Find the best possible score exactly: of a board for a single player, or of a seat at a moment of a game.

    On a board, the player has ``trains`` trains (by default as many as the rules give) and chooses tickets from the
    deck. In a game, the seat (by default the deciding one) has the tickets it holds, and no other seat moves again.
    Cards, colours and bonuses are ignored. After ``seconds`` the best solution so far is returned; ``is_proven`` says
    whether it is optimal.

    >>> import railwright
    >>> best = railwright.best_score("usa", trains=10)
    >>> best
    <Solution usa/base: 29 points, 10 trains, 2 tickets, proven>
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> game.play(game.legal()[0])
    >>> railwright.best_score(game, seat=0).points
    123
    """
    if isinstance(source, Game):
        if trains is not None:
            raise OptionError("trains: a seat of a game has the trains that it has left; leave it out")
        return best_of_game(source, source.seat if seat is None else seat, seconds=seconds)
    if seat is not None:
        raise OptionError("seat: a board has no seats; leave it out, or give a game")
    setup = source if isinstance(source, Setup) else load_setup(source)
    if trains is None:
        trains = setup.ruleset.trains
    elif not isinstance(trains, int) or trains < 0:
        raise OptionError(f"trains: must be a whole number, 0 or more, not {brief(trains)}")
    useful = sum(track.length for track in setup.board.tracks)
    return ask_board(setup, trains=min(trains, useful), seconds=seconds).solution
