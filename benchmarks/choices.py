"""What are the choices of a search worth? Compares settings of express decision by decision, without whole matches.

    python benchmarks/choices.py --board usa --seats 2 express:iterations=150 express:iterations=600:depth=2

Games are played by the network alone. At random decisions each of the given players is asked. Where they disagree, each
choice is played on to the end by the network, many times, from the true hands and tickets: only the decks are shuffled,
in the same way for all choices. Prints what the choices of each player gain over those of the network alone, per
decision: in value (the unit of the search) and in the share of the win, with standard errors clustered by game.

A match needs thousands of games to see what this sees in minutes. But it assumes that all seats play on as the network
does, so it finds what improves single decisions, and no new styles of play.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numba import float64, int64, uint64, void
from numpy.typing import NDArray

from railwright.cli.kit.compiling import ADVICE, prepare_engine
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import new_source
from railwright.game.game import Game
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.rules import apply
from railwright.game.state import STATES_TYPE
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.express.memory import MEMORIES_TYPE, MOST_CHOICES, NETWORK_REPLIES, new_memory
from railwright.players.express.neural_network import NETWORKS_TYPE
from railwright.players.express.player import network_of_express
from railwright.players.express.search import LONGEST_TRIAL, play_on
from railwright.players.mcts.player import shuffle_decks
from railwright.players.planner.memory import PLANNER
from railwright.players.registry import load_player
from railwright.training.training_plan import read_board

ALONE = "express:iterations=0"
ROUND_BOUNDS = (0, 10, 20, 100)
"""The classes of rounds."""
DECISIONS = 65
"""About how many decisions a seat has in a game."""
NOT_SEARCHED = ("pay", "tunnel")
"""The stages at which the network or the planner decides alone."""


@kernel(
    signature=void(BOOKS_TYPE, STATES_TYPE, NETWORKS_TYPE, MEMORIES_TYPE, int64[::1], float64[:, :, ::1], uint64[::1])
)
def play_out(
    books: Any, states: Any, networks: Any, memories: Any, actions: Any, out: Any, source: Any
) -> None:  # fmt: skip
    """Play each action on to the end, with shuffled decks; writes value and share of the win by game and action."""
    book, memory, seat = books[0], memories[0], ZERO + states[0].table.seat
    memory.ahead.most = MOST_CHOICES
    memory.replies = NETWORK_REPLIES
    for number in range(len(out)):
        memory.world.state = states[0]
        shuffle_decks(book, memory.world.state, source)
        for i in range(len(actions)):
            memory.trial = memory.world
            apply(book, memory.trial.state, actions[i], None)
            out[number, i, 0] = play_on(book, seat, ZERO + LONGEST_TRIAL, networks[0], memory, source)
            out[number, i, 1] = memory.trials.last_odds


@dataclass(frozen=True)
class Choices:
    """One decision: what each player chose, and what that gained over the network's choice."""

    game: int
    round: int
    gains: NDArray[np.float64]
    """Value and share of the win, by player."""
    changed: list[bool]
    seconds: list[float]


def value_of(game: Game, base: Sequence[SeatedPlayer], actions: list[int], playouts: int, seed: int) -> Any:
    """The value and the share of the win of some actions, by action."""
    memory = new_memory()
    planners = memory["world"]["planners"][0]
    for seat, player in enumerate(base):
        planners[seat] = player._memory[player.player.lasting_words].view(PLANNER)[0]
    out = np.zeros((playouts, len(actions), 2))
    play_out(
        game.setup.rulebook, game.states, network_of_express().record, memory, np.array(actions), out, new_source(seed)
    )
    return out.mean(axis=0)


def compare(
    board: str, seats: int, names: Sequence[str], decisions: float, playouts: int, first_round: int, number: int,
    seed: int,
) -> list[Choices]:  # fmt: skip
    """Some decisions of one game."""
    game = Game(read_board(board), seats=seats, seed=seed + number)
    base = [SeatedPlayer(ALONE, seat=seat, seed=seed + number) for seat in range(seats)]
    rng = np.random.default_rng([seed, number])
    rows: list[Choices] = []
    while not game.is_over:
        legal, seat = game.legal(), game.seat
        played = int(game.state.table["turn"]) // seats
        is_asked = rng.random() < decisions / (DECISIONS * seats)
        if is_asked and len(legal) > 1 and game.stage not in NOT_SEARCHED and played >= first_round:
            chosen, seconds = [], []
            for name in (ALONE, *names):
                player = SeatedPlayer(load_player(name), seat=seat, seed=seed + number)
                player.recall(base[seat].memory())
                began = time.process_time()
                chosen.append(player.choose(game, legal))
                seconds.append(time.process_time() - began)
            gains = np.zeros((len(chosen), 2))
            actions = sorted(set(chosen))
            if len(actions) > 1:
                values = value_of(game, base, actions, playouts, int(rng.integers(1 << 30)))
                gains = values[[actions.index(action) for action in chosen]] - values[actions.index(chosen[0])]
            rows.append(Choices(number, played, gains, [action != chosen[0] for action in chosen], seconds))
        game.play(legal[0] if len(legal) == 1 else base[seat].choose(game, legal))
    return rows


def mean_and_error(values: NDArray[np.float64], games: NDArray[np.int64]) -> tuple[float, float]:
    """The mean of some decisions and its standard error, clustered by game."""
    mean = float(values.mean())
    sums = np.bincount(games, values - mean)
    return mean, float(np.sqrt((sums**2).sum()) / len(values))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="+", help="express with options")
    parser.add_argument("--board", default="usa", help="with a deck of tickets as in usa/mega")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--decisions", type=float, default=8, help="decisions of a game, about")
    parser.add_argument("--first-round", type=int, default=0, help="leave out the rounds before this one")
    parser.add_argument("--playouts", type=int, default=200, help="games to the end for each choice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    prepare_engine(options.players, others=[ADVICE])
    asked = (options.board, options.seats, options.players, options.decisions, options.playouts, options.first_round)
    with ProcessPoolExecutor(options.workers) as pool:
        columns = zip(*((*asked, number, options.seed) for number in range(options.games)), strict=True)
        rows = [row for game in pool.map(compare, *columns, chunksize=2) for row in game]
    games = np.array([row.game for row in rows])
    played = np.array([row.round for row in rows])
    gains = np.array([row.gains for row in rows])
    print(f"{options.board} with {options.seats} seats: {len(rows):,} decisions in {options.games} games")
    for i, name in enumerate(options.players, start=1):
        ms = 1000 * np.mean([row.seconds[i] for row in rows])
        changed = np.array([row.changed[i] for row in rows])
        print(f"\n{name} ({ms:.0f} ms)")
        for low, high in ((0, ROUND_BOUNDS[-1]), *pairwise(ROUND_BOUNDS)):
            is_in = (low <= played) & (played < high)
            if is_in.any():
                value, value_error = mean_and_error(gains[is_in, i, 0], games[is_in])
                wins, wins_error = mean_and_error(gains[is_in, i, 1], games[is_in])
                print(
                    f"  {span(low, high):16} {is_in.sum():6,} decisions  {changed[is_in].mean():4.0%} changed  "
                    f"value {value:+.4f} ± {value_error:.4f}  share of the win {wins:+.4f} ± {wins_error:.4f}"
                )
        if i > 1:
            value, error = mean_and_error(gains[:, i, 0] - gains[:, 1, 0], games)
            print(f"  more than the first: value {value:+.4f} ± {error:.4f}")


def span(low: int, high: int) -> str:
    """The name of a class of rounds."""
    last = ROUND_BOUNDS[-1]
    return (
        "all rounds" if (low, high) == (0, last) else f"from round {low}" if high == last else f"rounds {low} to {high}"
    )


if __name__ == "__main__":
    main()
