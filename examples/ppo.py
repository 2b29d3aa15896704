"""Learns the game by playing against itself: proximal policy optimisation (PPO) on a batch of games.

    pip install railwright torch
    python examples/ppo.py --minutes 5 --out learned
    railwright simulate --players learned/policy.npz,hoard --games 1000

All seats of all games are played by the network that learns. From time to time it is evaluated against players that it
never meets in training. The folder has the policy (``policy.npz``), the evaluations (``curve.csv``, ``curve.svg``) and
a checkpoint, from which ``--resume`` goes on.

- The reward of a player is the points as they come, minus the mean of the others' points.
- With the planner's numbers in the observation, the reward is shaped by a potential: what the own tickets are worth,
  by the spaces that they lack. The sum over a game is the same, but a track on the way to a ticket pays at once
  (Ng, Harada and Russell 1999).
- A seat learns from the sequence of its own decisions. Where only one action is legal, nothing is decided.
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from railwright.rl import Batch, save_policy

OPPONENTS = ("random", "path", "hoard", "express1:iterations=0")
"""The players of the evaluations; the last one is the planner, without search."""

GAMES, STEPS = 512, 64
"""Games side by side, and steps of each between two updates."""
HIDDEN = 256
EPOCHS, MINIBATCH = 2, 2048
RATE, LAST_RATE = 5e-4, 5e-5
"""The learning rate at the beginning and at the end."""
ENTROPY, LAST_ENTROPY = 0.01, 0.001
"""The reward for undecided policies, which keeps them trying."""
CLIP, LAMBDA = 0.2, 0.95
UNIT = 50
"""Points that make a reward of 1."""
EVALUATION_SEED = 1_000_000


class Network(nn.Module):
    """A policy and a value that share their first layer."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, HIDDEN)
        self.second = nn.Linear(HIDDEN, HIDDEN)
        self.policy = nn.Linear(HIDDEN, actions)
        self.judge = nn.Linear(HIDDEN, HIDDEN // 2)
        self.value = nn.Linear(HIDDEN // 2, 1)
        for layer, gain in ((self.first, 2**0.5), (self.second, 2**0.5), (self.judge, 2**0.5), (self.policy, 0.01)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the probabilities of all actions, and the value, in units of reward."""
        shared = torch.relu(self.first(observation))
        logits = self.policy(torch.relu(self.second(shared))).masked_fill(~mask, -1e9)
        value = self.value(torch.relu(self.judge(shared))).squeeze(-1)
        return torch.log_softmax(logits, 1), value

    def layers(self) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """Weights (inputs x outputs) and biases of the policy, for ``save_policy``."""
        parts = (self.first, self.second, self.policy)
        return [(part.weight.detach().numpy().T, part.bias.detach().numpy()) for part in parts]


class Potential:
    """What a seat's tickets are worth in an observation, as far as the planner's numbers say; 0 without them."""

    def __init__(self, batch: Batch) -> None:
        space = batch.observations
        self._slices = space.slices if "planner" in space.option else None
        self._points = np.array([ticket.points for ticket in space.setup.tickets], np.float32)

    def __call__(self, observation: NDArray[np.float32]) -> NDArray[np.float32]:
        """The worth in each observation, in units of reward."""
        if self._slices is None:
            return np.zeros(len(observation), np.float32)
        held, spaces, reachable = (
            observation[:, self._slices[name]] for name in ("tickets", "ticket_spaces", "ticket_reachable")
        )
        share = np.where(reachable > 0, 1 - 2 * np.minimum(spaces, 1), -1)
        return ((held * share) @ self._points / UNIT).astype(np.float32)


@dataclass
class Rollout:
    """What happened in some steps of a batch; all arrays begin with steps x games."""

    observation: NDArray[np.float32]
    mask: NDArray[np.bool_]
    action: NDArray[np.int64]
    log_chance: NDArray[np.float32]
    value: NDArray[np.float32]
    potential: NDArray[np.float32]
    player: NDArray[np.int64]
    is_decision: NDArray[np.bool_]
    """Whether there was a choice between several actions."""
    reward: NDArray[np.float32]
    """What each player got after the step."""
    done: NDArray[np.bool_]

    @classmethod
    def empty(cls, batch: Batch) -> Rollout:
        """Room for a rollout."""
        shapes = {"observation": batch.observation.shape[1:], "mask": batch.mask.shape[1:], "reward": (batch.seats,)}
        kinds = {"mask": bool, "is_decision": bool, "done": bool, "action": np.int64, "player": np.int64}
        return cls(*(
            np.zeros((STEPS, batch.games, *shapes.get(f.name, ())), kinds.get(f.name, np.float32)) for f in fields(cls)
        ))  # fmt: skip


@torch.no_grad()
def collect(batch: Batch, network: Network, potential: Potential, rollout: Rollout) -> None:
    """Play some steps of all games with actions drawn from the policy."""
    for t in range(STEPS):
        rollout.observation[t], rollout.mask[t], rollout.player[t] = batch.observation, batch.mask, batch.player
        rollout.is_decision[t], rollout.potential[t] = batch.legal_count > 1, potential(batch.observation)
        log_chances, value = network(torch.from_numpy(batch.observation), torch.from_numpy(batch.mask))
        actions = torch.multinomial(log_chances.exp(), 1)
        rollout.action[t], rollout.value[t] = actions[:, 0].numpy(), value.numpy()
        rollout.log_chance[t] = log_chances.gather(1, actions)[:, 0].numpy()
        batch.step(rollout.action[t])
        others = batch.reward.sum(axis=1, keepdims=True) - batch.reward
        rollout.reward[t] = (batch.reward - others / (batch.seats - 1)) / UNIT
        rollout.done[t] = batch.done


@torch.no_grad()
def advantages(
    batch: Batch, network: Network, potential: Potential, rollout: Rollout
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """How much better each decision was than expected (GAE), and for which decisions that is known.

    Each player's decisions are followed backwards. A player's last decision of a rollout has no successor yet; its
    value takes the place of one for the decisions before it.
    """
    games = np.arange(batch.games)
    _, last_value = network(torch.from_numpy(batch.observation), torch.from_numpy(batch.mask))
    known, pending, value, ahead, worth = np.zeros((5, batch.games, batch.seats), np.float32)
    known[games, batch.player] = batch.legal_count > 1
    value[games, batch.player], worth[games, batch.player] = last_value.numpy(), potential(batch.observation)
    result, is_known = np.zeros_like(rollout.value), np.zeros_like(rollout.done)
    for t in reversed(range(STEPS)):
        ended = rollout.done[t]
        known[ended] = 1
        for array in (pending, value, ahead, worth):
            array[ended] = 0
        pending += rollout.reward[t]
        at = games[rollout.is_decision[t]], rollout.player[t][rollout.is_decision[t]]
        rows = at[0]
        now, worth_now = rollout.value[t, rows], rollout.potential[t, rows]
        surprise = pending[at] + worth[at] - worth_now + value[at] - now
        ahead[at] = known[at] * (surprise + LAMBDA * ahead[at])
        result[t, rows], is_known[t, rows] = ahead[at], known[at]
        pending[at], value[at], worth[at], known[at] = 0, now, worth_now, 1
    return result, is_known


def update(network: Network, optimizer: torch.optim.Optimizer, rollout: Rollout, entropy: float, found: Any) -> None:
    """Make good decisions likelier and bad ones rarer, within PPO's bounds."""
    advantage, is_known = found
    chosen = np.flatnonzero(is_known)

    def part(array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array.reshape(-1, *array.shape[2:])[chosen])

    observation, mask, action = part(rollout.observation), part(rollout.mask), part(rollout.action)
    before, target = part(rollout.log_chance), part(advantage + rollout.value)
    better = part(advantage)
    better = (better - better.mean()) / (better.std() + 1e-6)
    order = torch.cat([torch.randperm(len(chosen)) for _ in range(EPOCHS)])
    for some in order.split(MINIBATCH):
        log_chances, value = network(observation[some], mask[some])
        ratio = (log_chances.gather(1, action[some, None])[:, 0] - before[some]).exp()
        gain = torch.min(ratio * better[some], ratio.clamp(1 - CLIP, 1 + CLIP) * better[some]).mean()
        undecided = -(log_chances.exp() * log_chances.clamp(min=-30)).sum(1).mean()
        error = (value - target[some]).square().mean()
        optimizer.zero_grad()
        (0.5 * error - gain - entropy * undecided).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimizer.step()


@torch.no_grad()
def evaluate(network: Network, options: argparse.Namespace, opponent: str) -> dict[str, Any]:
    """Play against a player, always with the likeliest action; the deals are the same each time."""
    batch = Batch(
        options.board, options.seats, games=options.games, seed=EVALUATION_SEED, observation=options.observation,
        players=[None] + [opponent] * (options.seats - 1), autoreset=False,
    )  # fmt: skip
    wins = np.zeros(options.games)
    while not batch.done.all():
        was_done = batch.done.copy()
        log_chances, _ = network(torch.from_numpy(batch.observation), torch.from_numpy(batch.mask))
        batch.step(log_chances.argmax(1).numpy())
        wins += batch.reward[:, 0] * ~was_done
    found = {"wins": wins.mean(), "points": batch.points[:, 0].mean(), "their_points": batch.points[:, 1:].mean()}
    measures = {name: round(float(value), 4) for name, value in found.items()}
    return {"opponent": opponent, "games": options.games, **measures}


COLUMNS = ("minutes", "decisions", "opponent", "games", "wins", "points", "their_points")
KEPT = ("rows", "seconds", "decisions")


@dataclass
class Training:
    """Everything that a checkpoint keeps."""

    batch: Batch
    network: Network
    optimizer: torch.optim.Optimizer
    rows: list[dict[str, Any]]
    """The evaluations so far."""
    seconds: float = 0
    """Processor time spent on learning, without evaluations."""
    decisions: int = 0

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        snapshot = torch.from_numpy(np.frombuffer(self.batch.save(), np.uint8).copy())
        parts = {"batch": snapshot, "network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        done = {name: getattr(self, name) for name in KEPT}
        torch.save({**parts, **done, "random": torch.get_rng_state()}, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint of the same board, seats and observation."""
        kept = torch.load(path, weights_only=True)
        self.batch.restore(kept["batch"].numpy().tobytes())
        self.network.load_state_dict(kept["network"])
        self.optimizer.load_state_dict(kept["optimizer"])
        for name in KEPT:
            setattr(self, name, kept[name])
        torch.set_rng_state(kept["random"])

    def report(self, options: argparse.Namespace) -> None:
        """Evaluate the policy and write everything to the folder."""
        for opponent in OPPONENTS:
            row = evaluate(self.network, options, opponent)
            self.rows.append({"minutes": round(self.seconds / 60, 2), "decisions": self.decisions, **row})
            print("{minutes:6.1f} min {decisions:10,d} decisions  {wins:6.1%} of {games} games against {opponent}, "
                  "{points:.1f} : {their_points:.1f} points".format(**self.rows[-1]), flush=True)  # fmt: skip
        self.save(options.out / "checkpoint.pt")
        space = self.batch.observations
        save_policy(options.out / "policy.npz", self.network.layers(), space=space, activation="relu")
        with (options.out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(self.rows)
        draw_curve(self.rows, options)


def draw_curve(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Draw wins and points against each opponent over the time of learning."""
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for opponent in OPPONENTS:
        own = [row for row in rows if row["opponent"] == opponent]
        minutes = [row["minutes"] for row in own]
        left.plot(minutes, [100 * row["wins"] for row in own], label=opponent)
        right.plot(minutes, [row["points"] - row["their_points"] for row in own], label=opponent)
    left.set(xlabel="minutes of one core", ylabel="games won, %", ylim=(0, 100))
    right.set(xlabel="minutes of one core", ylabel="points ahead")
    right.axhline(0, color="gray", linewidth=0.8)
    left.axhline(100 / options.seats, color="gray", linewidth=0.8)
    right.legend(title="against", loc="lower right")
    figure.suptitle(f"PPO by self-play: {options.board}, {options.seats} seats")
    figure.savefig(options.out / "curve.svg", metadata={"Date": None})
    plt.close(figure)


def train(options: argparse.Namespace) -> Training:
    """Learn for some minutes."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    batch = Batch(
        options.board, options.seats, games=GAMES, seed=options.seed, observation=options.observation, reward="running"
    )
    network = Network(batch.observations.size, batch.actions.size)
    training = Training(batch, network, torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5), [])
    options.out.mkdir(parents=True, exist_ok=True)
    if options.resume:
        training.resume(options.out / "checkpoint.pt")
    else:
        training.report(options)
    potential, rollout = Potential(batch), Rollout.empty(batch)
    while training.seconds < 60 * options.minutes:
        due = min(60 * options.minutes, training.seconds + 60 * options.every)
        while training.seconds < due:
            began = time.process_time()
            left = max(0.0, 1 - training.seconds / (60 * options.minutes))
            for group in training.optimizer.param_groups:
                group["lr"] = LAST_RATE + left * (RATE - LAST_RATE)
            collect(batch, network, potential, rollout)
            found = advantages(batch, network, potential, rollout)
            update(network, training.optimizer, rollout, LAST_ENTROPY + left * (ENTROPY - LAST_ENTROPY), found)
            training.decisions += int(rollout.is_decision.sum())
            training.seconds += time.process_time() - began
        training.report(options)
    return training


def main(arguments: list[str] | None = None) -> None:
    """Read the options and learn."""
    parser = argparse.ArgumentParser(description="Learn Ticket to Ride by self-play.")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--observation", default="planner", choices=("raw", "planner"))
    parser.add_argument("--minutes", type=float, default=5, help="processor time for learning, without evaluations")
    parser.add_argument("--every", type=float, default=2, help="minutes between two evaluations")
    parser.add_argument("--games", type=int, default=500, help="games against each opponent in an evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learned"), help="the folder for the results")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in the folder")
    train(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
