"""A training run: collect, update, keep old generations, evaluate, and write checkpoints."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railwright import __version__
from railwright.arena.intervals import Estimate
from railwright.errors import FileError, OptionError
from railwright.game.chance import MAX_SEED
from railwright.players.express.neural_network import ExpressNetwork
from railwright.training.checkpoint import TrainingCheckpoint, read_checkpoint, write_checkpoint
from railwright.training.evaluation import (
    HELD_OUT,
    OPPONENTS,
    EvaluationRow,
    compare_wins,
    play_evaluation,
    summarise_games,
)
from railwright.training.neural_networks import hash_of, rounded_network
from railwright.training.odds import (
    SEARCHED_PART,
    collect_all,
    collect_positions,
    collect_searched,
    fit_odds,
)
from railwright.training.opponents import MOST_GENERATIONS, PUBLISHED
from railwright.training.ppo import Learner, Rollout
from railwright.training.self_play import SelfPlay
from railwright.training.training_plan import TrainingPlan
from railwright.workers.interrupts import hold_interrupts

CHECKPOINT, NETWORK = "checkpoint.npz", "express.npz"
CHECKPOINT_SECONDS = 60
"""Processor time between two checkpoints, besides those after evaluations."""

GENERATIONS = 16
"""How many older networks join the pool in the course of a run; the newest of them and the first stay."""

BEFORE, AFTER = "before", "after"

_SEED_STEP = 1_000_003
"""Difference between the seeds of two tables."""


class TrainingRun:
    """A run between two updates. ``TrainingRun.start`` makes a new one, ``TrainingRun.resume`` reads a checkpoint."""

    def __init__(self, plan: TrainingPlan, network: ExpressNetwork, folder: Path, *, start: str) -> None:
        self.plan, self.folder, self.start_hash = plan, folder, start
        self.learner = Learner(network.weights, plan.seed)
        self.tables = [
            SelfPlay(
                table.setup, table.seats, games=plan.games_at_a_table, learners_only=plan.games_at_a_table // 2,
                seed=(plan.seed + _SEED_STEP * number) % MAX_SEED, published=PUBLISHED,
            )
            for number, table in enumerate(plan.tables)
        ]  # fmt: skip
        self.updates = 0
        """Updates so far."""
        self.seconds = 0.0
        """Processor time spent on learning, without evaluations."""
        self.rows: list[EvaluationRow] = []
        self.figures: list[dict[str, float | None]] = []
        """What each update showed."""
        self.generations: list[ExpressNetwork] = []
        self.wins: dict[str, list[NDArray[np.float64]]] = {}
        """The shares of wins against the held-out players, BEFORE training and AFTER it."""
        self.odds_loss: float | None = None
        """The log-loss of the win probability in games that were held out, once it is fitted."""
        most_seats = max(table.seats for table in self.tables)
        self._rollout = Rollout.empty(plan.steps, sum(table.games for table in self.tables), most_seats)

    @classmethod
    def start(cls, plan: TrainingPlan, network: ExpressNetwork, folder: Path) -> TrainingRun:
        """A new run."""
        run = cls(plan, network, folder, start=hash_of(network))
        run._set_generations([rounded_network(network.weights)])
        for table in run.tables:
            table.begin()
        return run

    @classmethod
    def resume(cls, folder: Path) -> TrainingRun:
        """A run resumed from the checkpoint in a folder."""
        path = folder / CHECKPOINT
        kept = read_checkpoint(path)
        if kept.state.get("version") != __version__:
            found = kept.state.get("version")
            raise FileError(f"{path}: is of version {found}; start a new training, --from {folder / NETWORK}")
        try:
            plan = TrainingPlan.from_dict(kept.state["plan"], str(path))
            run = cls(plan, ExpressNetwork(kept.part("weights"), {}), folder, start=str(kept.state["start"]))
            run._restore(kept)
        except (KeyError, TypeError, ValueError, OptionError) as error:
            raise FileError(f"{path}: is not a complete checkpoint ({error})") from error
        return run

    def _restore(self, kept: TrainingCheckpoint) -> None:
        state = kept.state
        self.updates, self.seconds, self.figures = state["updates"], state["seconds"], state["figures"]
        self.rows = [EvaluationRow(**row) for row in state["rows"]]
        self.learner.entropy_weight, self.odds_loss = state["entropy_weight"], state.get("odds_loss")
        self.learner.rng.bit_generator.state = state["random"]
        self.learner.restore_moments(kept.part("moments"))
        count = state["generations"]
        self._set_generations([rounded_network(kept.part(f"generation{number}")) for number in range(count)])
        for number, table in enumerate(self.tables):
            table.restore(kept.part(f"table{number}"))
        for moment in (BEFORE, AFTER):
            if parts := kept.part(moment):
                self.wins[moment] = [parts[str(number)] for number in range(len(parts))]

    def save(self) -> None:
        """Write a checkpoint."""
        state = {
            "version": __version__, "plan": self.plan.to_dict(), "start": self.start_hash, "updates": self.updates,
            "seconds": self.seconds, "rows": [row.to_dict() for row in self.rows], "figures": self.figures,
            "entropy_weight": self.learner.entropy_weight, "random": self.learner.rng.bit_generator.state,
            "generations": len(self.generations), "odds_loss": self.odds_loss,
        }  # fmt: skip
        parts = {"weights": self.learner.network.weights(), "moments": self.learner.moments()}
        parts |= {
            f"generation{number}": {name: array.astype(np.float16) for name, array in network.weights.items()}
            for number, network in enumerate(self.generations)
        }
        parts |= {f"table{number}": table.save() for number, table in enumerate(self.tables)}
        parts |= {moment: {str(number): one for number, one in enumerate(wins)} for moment, wins in self.wins.items()}
        arrays = {f"{part}/{name}": array for part, found in parts.items() for name, array in found.items()}
        write_checkpoint(self.folder / CHECKPOINT, TrainingCheckpoint(state, arrays))

    @property
    def decisions(self) -> int:
        """Decisions that the network has learned from."""
        return self.updates * self.plan.decisions_per_update

    @property
    def network(self) -> ExpressNetwork:
        """The network as its file has it."""
        about = {
            "seed": self.plan.seed, "decisions": self.decisions, "boards": sorted({t.board for t in self.plan.tables}),
            "seats": list(self.plan.seats), "start": self.start_hash,
        }  # fmt: skip
        return rounded_network(self.learner.network.weights(), about)

    def run(self, advance: Callable[[int], None], tell: Callable[[str], None]) -> None:
        """Learn until the budget is used up. ``advance`` is called after each update, ``tell`` with what was found."""
        saved = self.seconds
        while True:
            if self.updates in self.plan.evaluated_at and not self._is_evaluated():
                self._evaluate(tell)
                self.network.save(self.folder / NETWORK)
                self.save()
                saved = self.seconds
            if self.updates == self.plan.updates:
                break
            with hold_interrupts():
                self._update()
            advance(1)
            if self.seconds - saved > CHECKPOINT_SECONDS:
                self.save()
                saved = self.seconds
        if self.odds_loss is None:
            self.save()
            self._fit_odds(tell)
        self.network.save(self.folder / NETWORK)
        self.save()

    def _fit_odds(self, tell: Callable[[str], None]) -> None:
        """Fit the win probability to games of the trained network. After Ctrl-C it is done anew."""
        network, tables, games = self.network, self.plan.tables, self.plan.odds_games
        began = time.process_time()
        tell(f"playing {games:,} games of the network at each table, to which the win probability is fitted")
        played = collect_all(collect_positions, network, tables, games)
        searched = max(1, games // SEARCHED_PART)
        tell(f"playing {searched:,} games of the search at each table, with which it is refined")
        arrays, self.odds_loss = fit_odds(
            played, collect_all(collect_searched, network, tables, searched), self.plan.seed
        )
        self.learner.network.set_odds(arrays)
        self.seconds += time.process_time() - began

    def _update(self) -> None:
        began = time.process_time()
        plan = self.plan
        last_value = self.learner.collect(self.tables, self._rollout)
        figures = self.learner.update(
            self.tables, self._rollout, last_value, left=1 - self.updates / plan.updates,
            is_warm_up=self.updates < plan.warm_up,
        )  # fmt: skip
        self.updates += 1
        found = asdict(figures)
        self.figures.append({name: None if number is None else round(number, 5) for name, number in found.items()})
        if self.updates % max(1, plan.updates // GENERATIONS) == 0:
            self._set_generations(_with_generation(self.generations, rounded_network(self.learner.network.weights())))
        self.seconds += time.process_time() - began

    def _set_generations(self, networks: list[ExpressNetwork]) -> None:
        self.generations = networks
        for table in self.tables:
            table.set_generations(networks)

    def _is_evaluated(self) -> bool:
        return any(row.updates == self.updates for row in self.rows)

    def _evaluate(self, tell: Callable[[str], None]) -> None:
        """Evaluate the network at every table against every opponent."""
        network, wins = self.network, []
        counters = {"updates": self.updates, "decisions": self.decisions}
        found = []
        for table in self.plan.tables:
            for opponent in OPPONENTS:
                with hold_interrupts():
                    played = play_evaluation(network, table, opponent, self.plan.evaluation)
                row = summarise_games(played, table, opponent, **counters)
                found.append(row)
                tell(
                    f"{row.decisions:,} decisions: wins {100 * row.wins:.0f}% of {row.games} games against "
                    f"{row.opponent} on {row.board} with {row.seats} seats"
                )
                if opponent in HELD_OUT:
                    wins.append(played.wins)
        self.rows += found
        if self.updates == 0:
            self.wins[BEFORE] = wins
        if self.updates == self.plan.updates:
            self.wins[AFTER] = wins

    def gate(self) -> Estimate | None:
        """How much more often it wins against the held-out players than before; None if that is not known."""
        if not {BEFORE, AFTER} <= self.wins.keys():
            return None
        seats = [table.seats for table in self.plan.tables for _ in HELD_OUT]
        return compare_wins(self.wins[BEFORE], self.wins[AFTER], seats)


def _with_generation(generations: list[ExpressNetwork], network: ExpressNetwork) -> list[ExpressNetwork]:
    """The first network, the newest ones before, and a new one."""
    newest = [*generations[1:], network]
    return [generations[0], *newest[-(MOST_GENERATIONS - 1) :]]
