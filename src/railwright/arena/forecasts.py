"""Forecasts of express in finished games: the chances that it states at some moments, and who won."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railwright.arena.calibration import Forecasts
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.matches.results import Block
from railwright.players.express.neural_network import ExpressNetwork
from railwright.players.express.win_probability import win_chance

TURN = "turn"
"""The stage at which forecasts are made: the beginning of a turn."""


def forecast_block(
    setup: Setup, block: Block, network: ExpressNetwork, *, positions: int, seed: int
) -> Forecasts:  # fmt: skip
    """Forecast games that were played with ``keep_actions=True``, at up to ``positions`` random turns per game."""
    shares = block.win_shares()
    rows = [
        row for i in range(len(block)) for row in _forecast_game(setup, block, i, shares[i], network, positions, seed)
    ]
    chance, outcome, game, progress, lead = np.array(rows, np.float64).reshape(-1, 5).T
    return Forecasts(chance, outcome, game.astype(np.int64), progress, lead)


def _forecast_game(
    setup: Setup, block: Block, i: int, shares: NDArray[np.float64], network: ExpressNetwork, positions: int, seed: int
) -> list[tuple[float, ...]]:  # fmt: skip
    """Chance, outcome, number of the game, progress and lead, for each forecast in a game."""
    if block.actions is None:
        raise ValueError("the block was played without keep_actions=True")
    actions = block.actions[i, : block.game_stats["actions"][i]].tolist()
    number = block.first + i
    turns = int(block.game_stats["turns"][i])
    rng = np.random.default_rng([seed, number])
    chosen = set(rng.choice(turns, min(positions, turns), replace=False).tolist())
    game = Game(setup, seats=block.seats, seed=int(block.seeds[i]))
    rows: list[tuple[float, ...]] = []
    for place, action in enumerate(actions):
        if game.stage == TURN and int(game.state.table["turn"]) in chosen:
            chance = win_chance(game, network)
            rows.append((chance, shares[game.seat], number, place / len(actions), _lead(game)))
        game.play(action)
    return rows


def _lead(game: Game) -> float:
    """Points on the table, minus those of the best other seat."""
    points = game.state.table["points"][: game.seats].tolist()
    own = points.pop(game.seat)
    return float(own - max(points)) / game.setup.ruleset.scale
