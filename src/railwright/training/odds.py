"""Fits a network's win probability (its *odds*) to its own games.

The trained network plays against itself, always with its best choice. Of each game some positions are kept, with the
share of the win that came of them, and with a plan that is made on the spot, as it is when a hint is asked for. Two
layers over the features of the position are fitted to these by the log-loss. Then the fit is refined with fewer games
of the search, which end otherwise than those of the network alone. A tenth of the games is held out: each fit stops
where they are forecast best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from railwright.arena.forecasts import sample_turns
from railwright.matches.match import play_games
from railwright.players.express.neural_network import ExpressNetwork
from railwright.players.express.player import express_with
from railwright.players.express.win_probability import judged_position
from railwright.training.neural_networks import untrained_network
from railwright.training.self_play import SelfPlay
from railwright.training.training_plan import TrainingTable

KEPT = 0.08
"""The share of positions that are kept."""
HELD_OUT_GAMES = 10
"""1 in this many games is held out."""
BATCH, DECAY = 1024, 1e-3
EPOCHS, RATE, LAST_RATE = 12, 2e-3, 5e-5
"""The fit to games of the network: passes through them, and the learning rate at the beginning and at the end."""
REFINING_EPOCHS, REFINING_RATE = 8, 2e-4
"""The same for games of the search."""

TRIALS = 12
"""Trials per decision in games of the search: enough for its style, and few, since they take most of the time."""
SEARCHED_PART = 8
"""One game of the search for so many games of the network."""
SEARCHED_TURNS = 12
"""Random turns that are kept of a game of the search."""

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


def collect_searched(network: ExpressNetwork, table: TrainingTable, games: int) -> PositionOutcomes:
    """Play games of the search with a network against itself, and keep random turns."""
    player = express_with(network).with_options({"iterations": str(TRIALS)})
    positions, outcomes, numbers = [], [], []
    for number in range(games):  # one by one, so that Ctrl-C is answered
        block = play_games(
            table.setup, [player] * table.seats, seed=ODDS_SEED, first=number, games=1, keep_actions=True
        )
        for turn in sample_turns(table.setup, block, positions=SEARCHED_TURNS, seed=ODDS_SEED):
            positions.append(judged_position(table.setup, turn.game.states, network).copy())
            outcomes.append(turn.outcome)
            numbers.append(turn.number)
    return PositionOutcomes(np.array(positions), np.array(outcomes, np.float32), np.array(numbers))


def games_at(table: TrainingTable, games: int) -> int:
    """So many games at a table that every table has as many turns as ``games`` with two seats."""
    return max(1, 2 * games // table.seats)


def collect_all(
    collect: Callable[[ExpressNetwork, TrainingTable, int], PositionOutcomes],
    network: ExpressNetwork,
    tables: Sequence[TrainingTable],
    games: int,
) -> PositionOutcomes:
    """The positions of games at all tables: ``games`` with two seats, fewer with more."""
    found: list[PositionOutcomes] = []
    for table in tables:
        one = collect(network, table, games_at(table, games))
        first = int(found[-1].game.max()) + 1 if found else 0
        found.append(PositionOutcomes(one.position, one.outcome, one.game + first))
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


def fit_odds(
    data: PositionOutcomes, searched: PositionOutcomes, seed: int
) -> tuple[dict[str, NDArray[np.float32]], float]:  # fmt: skip
    """Fit the arrays of the odds to games of the network, and refine them with games of the search.

    Returns the arrays, and their log-loss in the games of the search that were held out.
    """
    torch.set_num_threads(1)
    rng = np.random.default_rng([seed, 2])
    begun, _ = _fit(untrained_network(seed).weights, data, rng, epochs=EPOCHS, rate=RATE)
    return _fit(begun, searched, rng, epochs=REFINING_EPOCHS, rate=REFINING_RATE)


def _fit(
    weights: Mapping[str, NDArray[np.float32]],
    data: PositionOutcomes,
    rng: np.random.Generator,
    *,
    epochs: int,
    rate: float,
) -> tuple[dict[str, NDArray[np.float32]], float]:
    """The best weights on the way, at the beginning included, and their log-loss in the games that were held out."""
    model = _Odds(weights)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=DECAY)
    position, outcome = torch.from_numpy(data.position), torch.from_numpy(data.outcome)
    is_held_out = data.game % HELD_OUT_GAMES == 0
    learned, held_out = np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)
    best, lowest = model.weights(), _loss_without_learning(model, position[held_out], outcome[held_out])
    for epoch in range(epochs):
        for group in optimizer.param_groups:
            group["lr"] = LAST_RATE + (1 - epoch / epochs) * (rate - LAST_RATE)
        for some in _batches(rng.permutation(learned)):
            loss = _loss(model, position[some], outcome[some])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        found = _loss_without_learning(model, position[held_out], outcome[held_out])
        if found < lowest:
            best, lowest = model.weights(), found
    return best, lowest


def _batches(order: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    for begin in range(0, len(order), BATCH):
        yield order[begin : begin + BATCH]


@torch.no_grad()
def _loss_without_learning(model: _Odds, position: Tensor, outcome: Tensor) -> float:
    return float(_loss(model, position, outcome))


def _loss(model: _Odds, position: Tensor, outcome: Tensor) -> Any:
    return nn.functional.binary_cross_entropy_with_logits(model(position), outcome)
