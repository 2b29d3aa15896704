"""Measure the environments for learning on one core: random steps per second of CPU time, sizes, memory per game.

    python benchmarks/rl.py             # the whole table, about a minute
    python benchmarks/rl.py --quick --table batches   # rougher figures, of batches only

A step is one action of one game, chosen uniformly from the legal ones; choosing is included, and so are the scoring
and dealing of games that end. PettingZoo's own games are played by the same loop as ours, which is that of PettingZoo's
``performance_benchmark``; those whose libraries are not installed are left out.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from pettingzoo.env_registry.exceptions import FailedToImport

from railwright.rl import railwright_v1
from railwright.rl.gymnasium_env import LearnerEnv
from railwright.rl.gymnasium_vector import LearnerVectorEnv
from railwright.rl.speed import ROUND_SECONDS, batch_figures
from railwright.tables import text_table

COLUMNS = {
    "environment": "", "steps/s": "steps_per_cpu_second", "observation": "observation", "actions": "actions",
    "bytes/game": "bytes_per_game",
}  # fmt: skip
"""The figure in each column."""
CLASSIC = (
    "tictactoe-v3", "connect_four-v3", "leduc_holdem-v4", "texas_holdem-v4", "chess-v6", "go-v5", "hanabi-v5",
)  # fmt: skip
"""PettingZoo's own board and card games."""
ROUNDS = 3
Row = tuple[str, dict[str, Any]]


def batches(part: float) -> Iterator[Row]:
    """Batches of games without opponents: the reference first, then other sizes, observations, boards and seats."""
    for games in (256, 1, 16, 4096):
        yield f"usa, 4 seats, K={games}, raw", batch_figures("usa", 4, games=games, part=part)
    for observation in ("planner", "history", "planner+history"):
        figures = batch_figures("usa", 4, games=256, observation=observation, part=part)
        yield f"usa, 4 seats, K=256, {observation}", figures
    for board in ("usa", "europe", "germany"):
        for seats in (2, 5):
            yield f"{board}, {seats} seats, K=256, raw", batch_figures(board, seats, games=256, part=part)


def opponents(part: float) -> Iterator[Row]:
    """Batches with a learner against players of ours. Only the learner's steps count."""
    for name in ("random", "path", "hoard", "rule", "express1:iterations=0"):
        figures = batch_figures("usa", 2, games=256, players=[None, name], part=part)
        yield f"usa, learner against {name}", figures


def agents(part: float) -> Iterator[Row]:
    """The PettingZoo environment with and without its wrapper, and PettingZoo's own games."""
    for name, new_env in (("env", railwright_v1.env), ("raw_env", railwright_v1.raw_env)):
        yield f"PettingZoo railwright_v1.{name}, usa, 4 seats", _agents_figures(new_env(seats=4), part)
    for name in CLASSIC:
        try:
            env = pettingzoo.make("aec", f"classic/{name}")
        except (ImportError, FailedToImport):
            continue
        yield f"PettingZoo classic/{name}", _agents_figures(env, part)


def _agents_figures(env: Any, part: float) -> dict[str, Any]:
    agent = env.possible_agents[0]
    space = env.observation_space(agent)["observation"]
    rate = max(_turns_per_second(env, ROUND_SECONDS * part) for _ in range(ROUNDS))
    size = gymnasium.spaces.flatdim(space)
    return {"steps_per_cpu_second": round(rate), "observation": size, "actions": int(env.action_space(agent).n)}


def _turns_per_second(env: Any, seconds: float) -> float:
    """PettingZoo's ``performance_benchmark``, by CPU time."""
    turns, taken = 0, 0.0
    env.reset(seed=1)
    began = time.process_time()
    while taken < seconds:
        for _ in env.agent_iter(env.num_agents):
            seen, _, terminated, truncated, _ = env.last()
            is_over = terminated or truncated
            env.step(None if is_over else random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            turns += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
        taken = time.process_time() - began
    return turns / taken


def learners(part: float) -> Iterator[Row]:
    """The Gymnasium environments: a learner against one opponent."""
    for name in ("random", "hoard", "rule"):
        env = LearnerEnv(opponents=(name,))
        rate = max(_single_rate(env, ROUND_SECONDS * part) for _ in range(ROUNDS))
        yield f"Gymnasium, usa, against {name}", _space_figures(env.observation_space, env.action_space, rate)
    for games in (16, 256):
        vector = LearnerVectorEnv(games, opponents=("random",))
        rate = max(_vector_rate(vector, ROUND_SECONDS * part) for _ in range(ROUNDS))
        spaces = vector.single_observation_space, vector.single_action_space
        yield f"Gymnasium vector, K={games}, usa, against random", _space_figures(*spaces, rate)


def _space_figures(observations: Any, actions: Any, rate: float) -> dict[str, Any]:
    size = gymnasium.spaces.flatdim(observations["observation"])
    return {"steps_per_cpu_second": round(rate), "observation": size, "actions": int(actions.n)}


def _single_rate(env: LearnerEnv, seconds: float) -> float:
    steps, taken = 0, 0.0
    seen, _ = env.reset(seed=1)
    began = time.process_time()
    while taken < seconds:
        for _ in range(100):
            action = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            seen, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                seen, _ = env.reset()
        steps += 100
        taken = time.process_time() - began
    return steps / taken


def _vector_rate(env: LearnerVectorEnv, seconds: float) -> float:
    """Random steps of all games; here the choice takes a good part of the time."""
    rng = np.random.default_rng(1)
    steps, taken = 0, 0.0
    seen, _ = env.reset(seed=1)
    began = time.process_time()
    while taken < seconds:
        mask = seen["action_mask"]
        seen, *_ = env.step((rng.random(mask.shape, np.float32) * mask).argmax(axis=1))
        steps += env.num_envs
        taken = time.process_time() - began
    return steps / taken


TABLES: dict[str, Callable[[float], Iterator[Row]]] = {
    "batches": batches, "opponents": opponents, "agents": agents, "learners": learners,
}  # fmt: skip
"""What can be measured, by name."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", choices=TABLES, action="append", help="measure only this (repeatable)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    options = parser.parse_args()
    rows = []
    for name in options.table or TABLES:
        for words, figures in TABLES[name](0.1 if options.quick else 1.0):
            values = (figures.get(key) for key in list(COLUMNS.values())[1:])
            rows.append([words, *("" if value is None else f"{value:,}" for value in values)])
    print(text_table(list(COLUMNS), rows))


if __name__ == "__main__":
    main()
