"""Plays designs on any number of workers to measure how often each player wins, and remembers the results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from railwright.mapmaker.balance.problem.design import Design, DesignCanvas, to_setup
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.matches.match import play_games
from railwright.players.registry import load_player
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import Call

SEED_BITS = 40
"""Bits of the seeds of trials."""

CHUNK = 100
"""Rounds in one task for a worker: a fifth of a second with the published players."""


@dataclass(frozen=True, slots=True)
class DesignTrial:
    """Rounds to be played on a design. Trials with the same seed have the same deals."""

    canvas: DesignCanvas
    design: Design
    seed: int
    rounds: int
    first: int = 0
    """The number of the first round."""


class Memory(Protocol):
    """Earlier results: they answer questions as long as they last, so that a stopped search can be resumed."""

    def recall(self, question: str) -> list[Sample] | None:
        """The answer to the next question, identified by its digest; None when there are no more."""

    def keep(self, question: str, samples: Sequence[Sample]) -> None:
        """Add an answer."""


class Judge:
    """Plays trials with given players."""

    def __init__(
        self, players: Sequence[str], pool: WorkerPool, memory: Memory | None = None,
        done: Callable[[int], None] = lambda games: None,
    ) -> None:  # fmt: skip
        """``done`` is called with the number of games just played."""
        self.players = tuple(players)
        self.games = 0
        """Games in all trials so far."""
        self.pool = pool
        self._memory = memory
        self._done = done

    def try_all(self, trials: Sequence[DesignTrial]) -> list[Sample]:
        """The samples of some trials, in their order."""
        samples = self._play(trials) if self._memory is None else self._recall_or_play(trials, self._memory)
        games = sum(sample.games for sample in samples)
        self.games += games
        self._done(games)
        return samples

    def _recall_or_play(self, trials: Sequence[DesignTrial], memory: Memory) -> list[Sample]:
        question = _digest(trials)
        samples = memory.recall(question)
        if samples is None:
            samples = self._play(trials)
            memory.keep(question, samples)
        return samples

    def _play(self, trials: Sequence[DesignTrial]) -> list[Sample]:
        pieces = [(number, piece) for number, trial in enumerate(trials) for piece in _cut(trial)]
        calls = (Call("games on a design", play_trial, (piece, self.players)) for _, piece in pieces)
        answers: dict[int, Sample] = {place: sample for place, sample, _ in self.pool.call(calls)}
        samples = [Sample.none(len(self.players)) for _ in trials]
        for place, (number, _) in enumerate(pieces):
            samples[number] += answers[place]
        return samples


def play_trial(trial: DesignTrial, players: Sequence[str]) -> Sample:
    """Play the rounds of a trial in this process."""
    seats = len(players)
    loaded = [load_player(name) for name in players]
    setup = to_setup(trial.canvas, trial.design)
    block = play_games(setup, loaded, seed=trial.seed, first=trial.first * seats, games=trial.rounds * seats)
    shares = block.by_player(block.win_shares())
    return Sample.of(shares.reshape(trial.rounds, seats, seats).mean(axis=1))


def _digest(trials: Sequence[DesignTrial]) -> str:
    """A digest of everything in the trials except their canvases, which follow from the settings."""
    asked = repr([(trial.design, trial.seed, trial.rounds, trial.first) for trial in trials])
    return hashlib.sha256(asked.encode()).hexdigest()[:16]


def _cut(trial: DesignTrial) -> Iterator[DesignTrial]:
    for first in range(0, trial.rounds, CHUNK):
        rounds = min(CHUNK, trial.rounds - first)
        yield DesignTrial(trial.canvas, trial.design, trial.seed, rounds, trial.first + first)
