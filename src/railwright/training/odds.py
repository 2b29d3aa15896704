"""Fits a network's win probability (its *odds*) to its own games.

The trained network plays against itself, always with its best choice. Of each game some positions are kept, with the
share of the win that came of them, and with a plan that is made on the spot, as it is when a hint is asked for. Two
layers over the features of the position are fitted to these by the log-loss. A tenth of the games is held out: the fit
stops where they are forecast best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from railwright.players.express.neural_network import ExpressNetwork
from railwright.players.express.win_probability import judged_position
from railwright.training.neural_networks import untrained_network
from railwright.training.self_play import SelfPlay
from railwright.training.training_plan import TrainingTable

KEPT = 0.08
"""The share of positions that are kept."""
HELD_OUT_GAMES = 10
"""1 in this many games is held out."""
EPOCHS, BATCH = 12, 1024
RATE, LAST_RATE, DECAY = 2e-3, 5e-5, 1e-3

ODDS_SEED = 5_000_000_029
"""Seed range disjoint from those of training and evaluations."""

_PARTS = ("odds_first", "odds_first_bias", "odds_second", "odds_second_bias", "odds", "odds_bias")


@dataclass(frozen=True, slots=True)
class PositionOutcomes:
    """Positions of finished games, and what came of them."""

    position: NDArray[np.float32]
    outcome: NDArray[np.float32]
    """The share of the win of the seat that decided."""
    game: NDArray[np.int64]


def collect_positions(network: ExpressNetwork, table: TrainingTable, games: int) -> PositionOutcomes:
    """Play games of a network against itself, and keep some of its positions."""
    play = SelfPlay(table.setup, table.seats, games=games, seed=ODDS_SEED, learners_only=games, autoreset=False)
    rng = np.random.default_rng([ODDS_SEED, table.seats])
    play.begin()
    positions, seats, numbers = [], [], []
    while not play.done.all():
        kept = np.flatnonzero(~play.done & (rng.random(games) < KEPT))
        states = play.records["state"]
        positions += [judged_position(table.setup, states[i : i + 1], network).copy() for i in kept]
        seats.append(play.seat[kept].copy())
        numbers.append(kept)
        play.step(play.best_choices(network))
    game, seat = np.concatenate(numbers), np.concatenate(seats)
    return PositionOutcomes(np.array(positions), play.wins[game, seat].astype(np.float32), game)


def collect_all(network: ExpressNetwork, tables: Sequence[TrainingTable], games: int) -> PositionOutcomes:
    """The positions of games at all tables."""
    found = []
    for number, table in enumerate(tables):
        one = collect_positions(network, table, games)
        found.append(PositionOutcomes(one.position, one.outcome, one.game + number * games))
    return PositionOutcomes(
        *(np.concatenate([getattr(one, name) for one in found]) for name in PositionOutcomes.__slots__)
    )


class _Odds(nn.Module):
    """The odds part of a network in torch."""

    def __init__(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        super().__init__()
        self.layers = nn.ParameterDict({name: nn.Parameter(torch.from_numpy(weights[name].copy())) for name in _PARTS})

    def forward(self, position: Tensor) -> Tensor:
        """The logits of the odds."""
        layers = self.layers
        first = torch.relu(position @ layers["odds_first"] + layers["odds_first_bias"])
        second = torch.relu(first @ layers["odds_second"] + layers["odds_second_bias"])
        return second @ layers["odds"] + layers["odds_bias"]

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Copies of the arrays."""
        return {name: layer.detach().numpy().copy() for name, layer in self.layers.items()}


def fit_odds(data: PositionOutcomes, seed: int) -> tuple[dict[str, NDArray[np.float32]], float]:
    """Fit the arrays of the odds; returns them and their log-loss in the games that were held out."""
    torch.set_num_threads(1)
    rng = np.random.default_rng([seed, 2])
    model = _Odds(untrained_network(seed).weights)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    position, outcome = torch.from_numpy(data.position), torch.from_numpy(data.outcome)
    is_held_out = data.game % HELD_OUT_GAMES == 0
    learned, held_out = np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)
    best, lowest = model.weights(), float("inf")
    for epoch in range(EPOCHS):
        for group in optimizer.param_groups:
            group["lr"] = LAST_RATE + (1 - epoch / EPOCHS) * (RATE - LAST_RATE)
        order = rng.permutation(learned)
        for begin in range(0, len(order), BATCH):
            some = order[begin : begin + BATCH]
            loss = _loss(model, position[some], outcome[some])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            found = float(_loss(model, position[held_out], outcome[held_out]))
        if found < lowest:
            best, lowest = model.weights(), found
    return best, lowest


def _loss(model: _Odds, position: Tensor, outcome: Tensor) -> Any:
    return nn.functional.binary_cross_entropy_with_logits(model(position), outcome)
