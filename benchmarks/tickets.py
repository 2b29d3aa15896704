"""Does it pay to draw tickets, and when? Plays games on from random turns twice: as the player would, and after a draw.

    python benchmarks/tickets.py --board usa/mega --seats 4 --positions 3000

In each position the seat to move draws tickets, or does what the player would do; then all seats play on to the end as
the player does. Prints the difference that the draw makes to the seat's share of the win and to its lead over the best
other seat, with standard errors, by the turns that are left and by the trains that its plan does not need.

With ``--draws 3`` it also plays whole games in which one seat draws tickets once, twice and three times, as soon as its
plan leaves it enough trains, and the others never more than the player does. Prints that seat's share of the wins.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass
from itertools import pairwise

import numpy as np

from railwright.cli.kit.compiling import ADVICE, prepare_engine
from railwright.game.actions import PASSENGER, TICKETS
from railwright.game.game import Game
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.express.features import POSITION, TRAINS, TURNS
from railwright.players.express.player import network_of_express
from railwright.players.express.win_probability import judged_position
from railwright.players.registry import load_player
from railwright.training.training_plan import read_board

LAST_ROUND = 32
"""Positions are looked for from a random round before this one."""
TURN_BOUNDS = (0, 5, 10, 15, 20, 100)
SPARE_BOUNDS = (-100, 12, 20, 100)
"""The classes of turns left, and of trains that the plan does not need."""
FEWEST = 20
"""Classes with fewer positions are left out."""
ENOUGH_TRAINS, ENOUGH_TURNS = 20, 5
"""Trains that the plan must leave, and turns that must be left, for a seat that is to draw."""


@dataclass(frozen=True)
class Draw:
    """What a draw of tickets changed in one position."""

    turns_left: float
    spare_trains: float
    wins: float
    lead: float
    was_chosen: bool
    """Whether the player would have drawn as well."""


def next_action(game: Game, players: list[SeatedPlayer], legal: list[int]) -> int:
    """What the seat to move does. Players are not asked where there is nothing to choose."""
    return legal[0] if len(legal) == 1 else players[game.seat].choose(game, legal)


def play_on(game: Game, players: list[SeatedPlayer]) -> None:
    """Play a game to its end."""
    while not game.is_over:
        game.play(next_action(game, players, game.legal()))


def outcome(game: Game, seat: int) -> tuple[float, float]:
    """A seat's share of the win, and its lead in points."""
    result = game.result()
    return result.win_share(seat), float(result["scores"][seat] - max(np.delete(result["scores"], seat)))


def ticket_draw(legal: list[int]) -> int | None:
    """The first legal action that draws tickets."""
    return next((action for action in legal if TICKETS <= action < PASSENGER), None)


def turns_and_trains(game: Game) -> tuple[float, float]:
    """The turns that are left, and the trains that the plan of the seat to move does not need."""
    position = judged_position(game.setup, game.states, network_of_express()).view(POSITION)[0]
    return float(position["turns_left"]) * TURNS, float(position["spare_trains"]) * TRAINS


def new_game(board: str, seats: int, player: str, seed: int) -> tuple[Game, list[SeatedPlayer]]:
    """A game and its players."""
    game = Game(read_board(board), seats=seats, seed=seed)
    return game, [SeatedPlayer(load_player(player), seat=seat, seed=seed) for seat in range(seats)]


def try_draw(board: str, seats: int, player: str, number: int, seed: int) -> Draw | None:
    """One position; None if the game ends before one is found where tickets can be drawn."""
    game, players = new_game(board, seats, player, seed + number)
    first = np.random.default_rng([seed, number]).integers(LAST_ROUND * seats)
    draw = None
    while not game.is_over and draw is None:
        legal = game.legal()
        if game.stage == "turn" and int(game.state.table["turn"]) >= first:
            draw = ticket_draw(legal)
        if draw is None:
            game.play(next_action(game, players, legal))
    if draw is None:
        return None
    seat = game.seat
    turns, trains = turns_and_trains(game)
    outcomes = []
    for is_drawn in (False, True):
        copy, copies = game.copy(), [one.copy() for one in players]
        choice = copies[seat].choose(copy)
        copy.play(draw if is_drawn else choice)
        play_on(copy, copies)
        outcomes.append(outcome(copy, seat))
    (wins_before, lead_before), (wins, lead) = outcomes
    return Draw(turns, trains, wins - wins_before, lead - lead_before, choice == draw)


def win_with_draws(board: str, seats: int, player: str, draws: int, number: int, seed: int) -> float:
    """Play a game in which one seat draws tickets so many times; returns its share of the win."""
    game, players = new_game(board, seats, player, seed + number // seats)
    drawing = number % seats
    while not game.is_over:
        legal = game.legal()
        action = next_action(game, players, legal)
        if game.seat == drawing and game.stage == "turn" and draws > 0 and (draw := ticket_draw(legal)) is not None:
            turns, trains = turns_and_trains(game)
            if turns >= ENOUGH_TURNS and trains >= ENOUGH_TRAINS:
                action, draws = draw, draws - 1
        game.play(action)
    return outcome(game, drawing)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="usa", help="with a deck of tickets as in usa/mega")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--player", default="express:iterations=0")
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--draws", type=int, default=0, help="most draws of one seat in whole games")
    parser.add_argument("--games", type=int, default=600, help="whole games for each number of draws")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    prepare_engine([options.player], others=[ADVICE])
    table = (options.board, options.seats, options.player)
    with ProcessPoolExecutor(options.workers) as pool:
        columns = zip(*((*table, number, options.seed) for number in range(options.positions)), strict=True)
        found = list(pool.map(try_draw, *columns, chunksize=20))
        shares = []
        for draws in range(1, options.draws + 1):
            columns = zip(*((*table, draws, number, options.seed) for number in range(options.games)), strict=True)
            shares.append(list(pool.map(win_with_draws, *columns, chunksize=20)))
    rows = np.array([astuple(draw) for draw in found if draw is not None], float)
    print(f"{options.board} with {options.seats} seats, {options.player}: what a draw of tickets changes\n")
    print("turns left  spare trains  positions  share of the win     lead in points   drawn anyway")
    for turns in pairwise(TURN_BOUNDS):
        for spare in pairwise(SPARE_BOUNDS):
            is_in = (turns[0] <= rows[:, 0]) & (rows[:, 0] < turns[1])
            is_in &= (spare[0] <= rows[:, 1]) & (rows[:, 1] < spare[1])
            if is_in.sum() >= FEWEST:
                print_class(f"{span(turns):10}  {span(spare):12}", rows[is_in])
    print_class(f"{'all':24}", rows)
    for draws, wins in enumerate(shares, start=1):
        error = np.std(wins) / np.sqrt(len(wins))
        print(f"drawing tickets {draws} x: wins {np.mean(wins):.3f} ± {error:.3f} of {len(wins):,} games")


def span(bounds: tuple[int, int]) -> str:
    """The name of a class."""
    low, high = bounds
    return f"from {low}" if high == 100 else f"below {high}" if low <= 0 else f"{low} to {high}"


def print_class(name: str, rows: np.ndarray) -> None:
    """Print the means of some positions."""
    means, errors = rows.mean(axis=0), rows.std(axis=0) / np.sqrt(len(rows))
    print(
        f"{name}  {len(rows):9,}  {means[2]:+.3f} ± {errors[2]:.3f}      {means[3]:+6.1f} ± {errors[3]:.1f}   "
        f"{100 * means[4]:9.1f}%"
    )


if __name__ == "__main__":
    main()
