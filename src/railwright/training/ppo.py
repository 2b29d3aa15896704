"""Proximal policy optimisation (Schulman et al. 2017) of express's network. Needs torch.

The network compares choices, whose number differs from decision to decision: their features are kept packed, one row
for each choice. The weight of the entropy is adjusted after each update so that the policy stays as undecided as
planned. Without that it collapses onto the planner's choice, with which it starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.errors import MissingLibraryError
from railwright.players.express.features import CHOICE_SIZE, POSITION_SIZE
from railwright.players.express.memory import MOST_CHOICES
from railwright.training.advantages import LAMBDA, estimate_advantages
from railwright.training.self_play import SelfPlay

try:
    import torch
except ImportError:
    raise MissingLibraryError('training needs torch; install it with: pip install "railwright[train]"') from None
from torch import Tensor, nn

EPOCHS, MINIBATCH = 2, 2048
RATE, LAST_RATE = 5e-4, 5e-5
"""The learning rate at the beginning and at the end."""
CLIP, LONGEST_GRADIENT = 0.2, 0.5
ENTROPY, LAST_ENTROPY = 0.4, 0.1
"""The entropy that the policy should have at the beginning and at the end."""
FIRST_WEIGHT, MIN_WEIGHT, MAX_WEIGHT, WEIGHT_STEP = 0.01, 0.0005, 0.05, 1.1
"""The weight of the entropy: at first, its bounds, and the factor by which an update changes it."""

_IMPOSSIBLE = -1e9


def _is_trained(name: str) -> bool:
    """Whether an array is trained here: the planner's bonus is fixed, and the odds are fitted to finished games."""
    return name != "bonus" and not name.startswith("odds")


class PolicyAndValue(nn.Module):
    """The network of ``players/express/neural_network.py`` in torch, with the same arrays."""

    def __init__(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        super().__init__()
        self._fixed = {name: array.copy() for name, array in weights.items() if not _is_trained(name)}
        self.bonus = float(weights["bonus"][0])
        self.layers = nn.ParameterDict(
            {name: nn.Parameter(torch.from_numpy(array.copy())) for name, array in weights.items() if _is_trained(name)}
        )

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Copies of all arrays, as ``ExpressNetwork`` takes them."""
        found = {name: layer.detach().numpy().copy() for name, layer in self.layers.items()}
        return {**found, **self._fixed}

    def set_odds(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Replace the arrays of the odds."""
        self._fixed.update(arrays)

    def forward(self, position: Tensor, choices: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the probabilities of all choices (decisions x MOST_CHOICES), and the values of positions.

        ``choices`` are packed; ``places`` says where each of them is in that table.
        """
        w = self.layers
        first = torch.addmm(w["first_bias"], position, w["position"])
        units = torch.relu(first[places // MOST_CHOICES] + choices @ w["choice"])
        units = torch.relu(torch.addmm(w["second_bias"], units, w["second"]))
        scores = units @ w["score"] + self.bonus * choices[:, 0]
        table = torch.full((len(position) * MOST_CHOICES,), _IMPOSSIBLE).index_copy(0, places, scores)
        value = torch.relu(torch.addmm(w["value_first_bias"], position, w["value_first"]))
        value = torch.relu(torch.addmm(w["value_second_bias"], value, w["value_second"]))
        return torch.log_softmax(table.view(-1, MOST_CHOICES), 1), value @ w["value"] + w["value_bias"]


def places_of(count: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where packed choices are in a table of decisions x MOST_CHOICES."""
    return np.flatnonzero(np.arange(MOST_CHOICES) < count[:, None])


@dataclass
class Rollout:
    """What happened in some steps of games side by side; all arrays but ``choices`` begin with steps x games."""

    position: NDArray[np.float32]
    count: NDArray[np.int64]
    seat: NDArray[np.int64]
    chosen: NDArray[np.int64]
    log_chance: NDArray[np.float32]
    value: NDArray[np.float32]
    reward: NDArray[np.float32]
    done: NDArray[np.bool_]
    choices: NDArray[np.float32]
    """The features of all choices, packed, in the order of the decisions."""
    wins: list[float]
    """Shares of wins of single learners against the pool, in the games that ended."""

    @classmethod
    def empty(cls, steps: int, games: int, seats: int) -> Rollout:
        """Room for a rollout."""
        shape = (steps, games)
        return cls(
            np.zeros((*shape, POSITION_SIZE), np.float32), np.zeros(shape, np.int64), np.zeros(shape, np.int64),
            np.zeros(shape, np.int64), np.zeros(shape, np.float32), np.zeros(shape, np.float32),
            np.zeros((*shape, seats), np.float32), np.zeros(shape, np.bool_),
            np.empty((steps * games * MOST_CHOICES, CHOICE_SIZE), np.float32), [],
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class UpdateFigures:
    """What an update showed."""

    entropy: float
    entropy_weight: float
    divergence: float
    """Approximate Kullback-Leibler divergence of the new policy from the old one."""
    value_error: float
    """Mean squared error of the values."""
    wins: float | None
    """Share of the win of single learners against the pool; None if no such game ended."""


class Learner:
    """A network that learns, with its optimizer and random numbers."""

    def __init__(self, weights: Mapping[str, NDArray[np.float32]], seed: int) -> None:
        torch.set_num_threads(1)
        self.network = PolicyAndValue(weights)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=RATE, eps=1e-5)
        self.rng = np.random.default_rng([seed, 1])
        self.entropy_weight = FIRST_WEIGHT

    def _run(self, tables: Sequence[SelfPlay], position: Any, count: Any, packed: Any) -> tuple[Tensor, Tensor]:
        """Run the network on the current decisions; writes their features to the arrays given."""
        np.concatenate([table.position for table in tables], out=position)
        np.concatenate([table.count for table in tables], out=count)
        np.concatenate([table.choices[np.arange(MOST_CHOICES) < table.count[:, None]] for table in tables], out=packed)
        places = torch.from_numpy(places_of(count))
        log_chances, value = self.network(torch.from_numpy(position), torch.from_numpy(packed), places)
        return log_chances, value

    @torch.no_grad()
    def collect(self, tables: Sequence[SelfPlay], rollout: Rollout) -> NDArray[np.float32]:
        """Play some steps of all games with choices drawn from the policy; returns the values of the next decisions."""
        steps, games = rollout.count.shape
        rows = np.arange(games)
        cuts = np.cumsum([table.games for table in tables])[:-1]
        rollout.wins.clear()
        used = 0
        for t in range(steps):
            packed = sum(int(table.count.sum()) for table in tables)
            features = rollout.choices[used : used + packed]
            used += packed
            log_chances, value = self._run(tables, rollout.position[t], rollout.count[t], features)
            noise = self.rng.gumbel(size=(games, MOST_CHOICES)).astype(np.float32)
            rollout.chosen[t] = (log_chances.numpy() + noise).argmax(1)
            rollout.log_chance[t], rollout.value[t] = log_chances.numpy()[rows, rollout.chosen[t]], value.numpy()
            begin = 0
            for table, chosen in zip(tables, np.split(rollout.chosen[t], cuts), strict=True):
                end = begin + table.games
                rollout.seat[t, begin:end] = table.seat
                table.step(chosen)
                rollout.reward[t, begin:end, : table.seats], rollout.done[t, begin:end] = table.reward, table.done
                rollout.wins.extend(single_wins(table))
                begin = end
        last = np.empty((sum(int(table.count.sum()) for table in tables), CHOICE_SIZE), np.float32)
        position, count = np.empty_like(rollout.position[0]), np.empty_like(rollout.count[0])
        _, value = self._run(tables, position, count, last)
        found: NDArray[np.float32] = value.numpy()
        return found

    def update(
        self, tables: Sequence[SelfPlay], rollout: Rollout, last_value: NDArray[np.float32], *, left: float,
        is_warm_up: bool,
    ) -> UpdateFigures:  # fmt: skip
        """Make good decisions likelier and bad ones rarer, within PPO's bounds.

        ``left`` is the share of the training that is left, from 1 to 0. In the warm-up only the value learns.
        """
        advantage, is_known = np.zeros_like(rollout.value), np.zeros_like(rollout.done)
        last_seat = np.concatenate([table.seat for table in tables])
        estimate_advantages(
            rollout.reward, rollout.done, rollout.seat, rollout.value, last_value, last_seat, LAMBDA, advantage,
            is_known,
        )  # fmt: skip
        for group in self.optimizer.param_groups:
            group["lr"] = LAST_RATE + left * (RATE - LAST_RATE)
        decisions = _Decisions(rollout, advantage, np.flatnonzero(is_known))
        figures = []
        for _ in range(EPOCHS):
            order = self.rng.permutation(decisions.chosen)
            for begin in range(0, max(1, len(order) - MINIBATCH + 1), MINIBATCH):
                figures.append(self._descend(decisions, order[begin : begin + MINIBATCH], is_warm_up))
        entropy, divergence, error = (float(np.mean(column)) for column in zip(*figures, strict=True))
        target = LAST_ENTROPY + left * (ENTROPY - LAST_ENTROPY)
        factor = WEIGHT_STEP if entropy < target else 1 / WEIGHT_STEP
        self.entropy_weight = min(MAX_WEIGHT, max(MIN_WEIGHT, self.entropy_weight * factor))
        wins = float(np.mean(rollout.wins)) if rollout.wins else None
        return UpdateFigures(entropy, self.entropy_weight, divergence, error, wins)

    def _descend(
        self, decisions: _Decisions, some: NDArray[np.int64], is_warm_up: bool
    ) -> tuple[float, float, float]:  # fmt: skip
        """One step of the optimizer; returns entropy, divergence and error of the values."""
        position, choices, places = decisions.features(some)
        log_chances, value = self.network(position, choices, places)
        log_chance = log_chances.gather(1, decisions.choice[some, None])[:, 0]
        before, better = decisions.log_chance[some], decisions.advantage[some]
        ratio = (log_chance - before).exp()
        gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
        entropy = -(log_chances.exp() * log_chances.clamp(min=-30)).sum(1).mean()
        error = (value - decisions.target[some]).square().mean()
        loss = 0.5 * error
        if not is_warm_up:
            loss = loss - gain - self.entropy_weight * entropy
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), LONGEST_GRADIENT)
        self.optimizer.step()
        return entropy.item(), (before - log_chance).mean().item(), error.item()

    def moments(self) -> dict[str, NDArray[Any]]:
        """The state of the optimizer, by parameter: its steps and its two moving averages."""
        kept = {}
        for name, layer in self.network.layers.items():
            for key, number in self.optimizer.state.get(layer, {}).items():
                kept[f"{name}.{key}"] = number.numpy().copy()
        return kept

    def restore_moments(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Go on with the state of an optimizer."""
        for place, array in kept.items():
            name, _, key = place.rpartition(".")
            self.optimizer.state[self.network.layers[name]][key] = torch.from_numpy(array.copy())


class _Decisions:
    """The decisions of a rollout in one row each, as tensors."""

    def __init__(self, rollout: Rollout, advantage: NDArray[np.float32], chosen: NDArray[np.int64]) -> None:
        self.chosen = chosen
        """Those with a known advantage."""
        self._position, self._choices = rollout.position.reshape(-1, POSITION_SIZE), rollout.choices
        self._count = rollout.count.reshape(-1)
        self._begin = np.cumsum(self._count) - self._count
        known = advantage.reshape(-1)[chosen]
        self.choice = torch.from_numpy(rollout.chosen.reshape(-1))
        self.log_chance = torch.from_numpy(rollout.log_chance.reshape(-1))
        self.target = torch.from_numpy((advantage + rollout.value).reshape(-1))
        self.advantage = torch.from_numpy((advantage.reshape(-1) - known.mean()) / (known.std() + 1e-6))

    def features(self, some: NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor]:
        """Positions, packed choices and their places, for some decisions."""
        count = self._count[some]
        first = np.cumsum(count) - count
        rows = np.repeat(self._begin[some] - first, count) + np.arange(count.sum())
        return (
            torch.from_numpy(self._position[some]),
            torch.from_numpy(self._choices[rows]),
            torch.from_numpy(places_of(count)),
        )


def single_wins(table: SelfPlay) -> list[float]:
    """The win shares of learners who were alone among others, in the games that ended in the last step."""
    is_learner = table.players == 0
    is_single = table.done & (is_learner.sum(axis=1) == 1)
    found: list[float] = table.wins[is_single][is_learner[is_single]].tolist()
    return found
