"""A computation: an experiment done by one function call, such as the best scores of a board."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, Self

from railwright.errors import FileError

if TYPE_CHECKING:
    from railwright.workers.pool import WorkerPool

Compute = Callable[..., Mapping[str, Any]]
"""A function of the loaded subject and of keyword options; its result can be written as JSON."""


class Subject(Protocol):
    """What is computed on, such as a variant of the game or a file."""

    def load(self) -> Any:
        """The first argument of the function, loaded where the computation runs."""

    def describe(self) -> dict[str, Any]:
        """Everything about it that can affect a result."""


@dataclass(frozen=True, slots=True)
class ComputationOutcome:
    """The result of one computation."""

    description: Mapping[str, Any]
    """What was computed: ``Computation.describe``."""
    seconds: float
    result: Mapping[str, Any]
    """The result as stored in the file."""
    workers: int = 1
    """Always 1: each computation runs in one process, in parallel with others."""

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for a file."""
        return {
            "description": dict(self.description),
            "seconds": round(self.seconds, 2),
            "result": dict(self.result),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ComputationOutcome:
        """The outcome stored in a file."""
        return cls(dict(data["description"]), float(data["seconds"]), dict(data["result"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Computation:
    """A function of a subject and some options. It is deterministic, and does not use the seed of the study."""

    name: str
    """Its name, also that of its file."""
    compute: Compute
    """A module-level function, so that other processes can import it."""
    subject: Subject
    options: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    """Approximate duration. The longest computations start first, so that none of them runs alone at the end."""

    size = 1
    """It counts as one computation."""
    players = ()
    """No players take part."""

    def describe(self, seed: int) -> dict[str, Any]:
        """Everything that the result depends on."""
        return {
            "experiment": self.name,
            **self.subject.describe(),
            "options": dict(self.options),
            "program": {self.compute.__qualname__: _program(self.compute.__module__)},
        }

    def read(self, data: Mapping[str, Any]) -> ComputationOutcome:
        """The outcome stored in a file."""
        return ComputationOutcome.from_dict(data)

    @classmethod
    def run_all(
        cls, experiments: Sequence[Self], *, seed: int, pool: WorkerPool, done: Callable[[int], None]
    ) -> Iterator[tuple[Self, ComputationOutcome]]:
        """Run computations, one at a time on each worker. ``done`` is called after each of them."""
        from railwright.workers.tasks import Call  # here: a study without computations does not load NumPy

        ordered = sorted(experiments, key=lambda one: -one.seconds)
        calls = [Call(one.name, _answer, (one, one.subject.describe())) for one in ordered]
        for number, result, seconds in pool.call(calls):
            yield ordered[number], ComputationOutcome(ordered[number].describe(seed), seconds, result)
            done(1)


def _answer(one: Computation, described: Mapping[str, Any]) -> dict[str, Any]:
    """The result of a computation, as it would be read from a file."""
    subject = one.subject
    if not _is_same(subject, described):
        raise FileError(
            f"{one.name}: the files on a worker differ from those here; "
            "give the full path of a folder that is the same on all machines"
        )
    result: dict[str, Any] = json.loads(json.dumps(one.compute(subject.load(), **one.options), allow_nan=False))
    return result


def _is_same(subject: Subject, described: Mapping[str, Any]) -> bool:
    """Whether a subject matches its description where this runs; another machine may have different files."""
    try:
        return subject.describe() == described
    except OSError:
        return False


@cache
def _program(module: str) -> str:
    """A fingerprint of a module and of everything it imports; any edit changes it."""
    from railwright.arena.tournament import source_digest  # here: a report alone does not load the engine

    return source_digest(module)


ComputationOutcomes = Mapping[str, ComputationOutcome]
"""Outcomes by the name of the computation."""
