"""Does a review tell the weaker player, and does it find blunders?

Plays games of two players of known strength and judges their decisions, as a review does. Then it plants blunders: at
random moments, a random legal action instead of the one that was played. A random action is often as good as the best
one. So only those are planted that lose substantially in an independent search: games played to the end in other
worlds, which use the network's choices, but none of its judgements of positions.

    python benchmarks/review.py --board usa --players casual,master --games 20 --blunders 40 --seed 1
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np

from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.maps.load import load_setup
from railwright.review.decisions import Decision, judge
from railwright.review.effort import USUAL
from railwright.review.review import LISTED, accuracy
from railwright.review.trials import DecisionTrials
from railwright.workers.pool import play_match

WORLDS = 300
"""Worlds of the independent search."""
SUBSTANTIAL, SURE = 0.08, 3.0
"""A blunder loses at least so much of the chance to win, and so many standard errors."""
OTHER_SEED = 77_777


def play(setup: Setup, names: list[str], games: int, seed: int) -> Iterator[tuple[int, int, list[int]]]:
    """The number, the seed and the actions of each game."""
    for block in play_match(setup, names, games=games, seed=seed, keep_actions=True):
        assert block.actions is not None
        for i in range(len(block)):
            actions = block.actions[i, : block.game_stats["actions"][i]].tolist()
            yield block.first + i, int(block.seeds[i]), actions


def judged(setup: Setup, seats: int, seed: int, actions: list[int]) -> list[Decision]:
    """All decisions of a game, judged as a review does."""
    game = Game(setup, seats=seats, seed=seed)
    found = []
    for step, action in enumerate(actions):
        one = judge(game, action, seed=step, effort=USUAL)
        if one is not None:
            found.append(one)
        game.play(action)
    return found


def plant(game: Game, rng: np.random.Generator) -> int | None:
    """A random action that loses substantially; None if the one that was drawn does not."""
    options = game.legal()
    trials = DecisionTrials(game, seed=OTHER_SEED + len(game.actions))
    best = trials.candidates[0]
    planted = int(rng.choice([action for action in options if action != best]))
    shares = trials.to_end([best, planted], 0, WORLDS)
    lost = shares[:, 0] - shares[:, 1]
    error = float(lost.std()) / WORLDS**0.5
    return planted if lost.mean() >= max(SUBSTANTIAL, SURE * error) else None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--board", default="usa")
    parser.add_argument("--players", default="casual,master", help="the weaker one first")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--blunders", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    setup, names = load_setup(options.board), options.players.split(",")
    rng = np.random.default_rng(options.seed)
    told, planted, clear, found, drawn, seconds = 0, 0, 0, 0, 0, 0.0
    sums = np.zeros(len(names))
    played = list(play(setup, names, options.games, options.seed))
    for number, seed, actions in played:
        began = time.process_time()
        decisions = judged(setup, len(names), seed, actions)
        seconds += time.process_time() - began
        losses = np.zeros(len(names))
        for one in decisions:
            losses[(one.seat + number) % len(names)] += one.loss
        marks = [accuracy(loss, len(names)) for loss in losses]
        sums += marks
        told += marks[0] < marks[1]
        print(f"game {number}: {', '.join(f'{n} {m:.0f}' for n, m in zip(names, marks, strict=True))}", flush=True)
        for step in rng.permutation(len(actions)).tolist():
            if planted >= options.blunders * (number + 1) / options.games:
                break
            game = Game(setup, seats=len(names), seed=seed)
            for action in actions[:step]:
                game.play(action)
            if len(game.legal()) == 1:
                continue
            drawn += 1
            blunder = plant(game, rng)
            if blunder is None:
                continue
            planted += 1
            one = judge(game, blunder, seed=step, effort=USUAL)
            others = sorted((d.loss for d in decisions if d.seat == game.seat and d.step != step), reverse=True)
            is_clear = one is not None and one.is_mistake
            clear += is_clear
            found += is_clear and one is not None and one.loss > (others[LISTED - 1] if len(others) >= LISTED else 0)
            print(
                f"  {planted} blunders planted, {clear} called mistakes, {found} among the {LISTED} costliest",
                flush=True,
            )
    count = len(played)
    print(f"{names[0]} has the lower accuracy in {told} of {count} games ({told / count:.0%})")
    print(f"mean accuracy: {', '.join(f'{n} {s / count:.0f}' for n, s in zip(names, sums, strict=True))}")
    if planted:
        print(
            f"{planted} blunders planted, of {drawn} random actions; called mistakes: {clear} ({clear / planted:.0%}),"
        )
        print(f"among the {LISTED} costliest of the seat: {found} ({found / planted:.0%})")
    print(f"{seconds / count:.1f} CPU-seconds a game for the decisions")


if __name__ == "__main__":
    main()
