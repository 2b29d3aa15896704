"""Forecasts of express in finished games: the chances that it states at some moments, and who won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

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
    rows = [
        (win_chance(turn.game, network), turn.outcome, turn.number, turn.progress, _lead(turn.game))
        for turn in sample_turns(setup, block, positions=positions, seed=seed)
    ]
    chance, outcome, game, progress, lead = np.array(rows, np.float64).reshape(-1, 5).T
    return Forecasts(chance, outcome, game.astype(np.int64), progress, lead)


@dataclass(frozen=True, slots=True)
class SampledTurn:
    """The beginning of a turn in a finished game."""

    game: Game
    """As it stood then; the next turn that is sampled changes it."""
    outcome: float
    """The share of the win of the seat whose turn it was."""
    number: int
    """The number of the game."""
    progress: float
    """The share of the game's actions that had been played, from 0 to 1."""


def sample_turns(setup: Setup, block: Block, *, positions: int, seed: int) -> Iterator[SampledTurn]:
    """Random turns, up to ``positions`` for each game of a block that was played with ``keep_actions=True``."""
    if block.actions is None:
        raise ValueError("the block was played without keep_actions=True")
    shares = block.win_shares()
    for i in range(len(block)):
        actions = block.actions[i, : block.game_stats["actions"][i]].tolist()
        number, turns = block.first + i, int(block.game_stats["turns"][i])
        rng = np.random.default_rng([seed, number])
        chosen = set(rng.choice(turns, min(positions, turns), replace=False).tolist())
        game = Game(setup, seats=block.seats, seed=int(block.seeds[i]))
        for place, action in enumerate(actions):
            if game.stage == TURN and int(game.state.table["turn"]) in chosen:
                yield SampledTurn(game, float(shares[i, game.seat]), number, place / len(actions))
            game.play(action)


def _lead(game: Game) -> float:
    """Points on the table, minus those of the best other seat."""
    points = game.state.table["points"][: game.seats].tolist()
    own = points.pop(game.seat)
    return float(own - max(points)) / game.setup.ruleset.scale
