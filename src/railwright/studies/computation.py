"""A computation: an experiment without games, such as the best scores of a board."""

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
"""Takes what its subject is loaded as, and options by name; returns something that can be written as JSON."""


class Subject(Protocol):
    """What is computed on, such as a variant of the game or a file."""

    def load(self) -> Any:
        """What the function takes. It is loaded where the computation runs."""

    def describe(self) -> dict[str, Any]:
        """Everything about it that a result can follow from."""


@dataclass(frozen=True, slots=True)
class ComputationOutcome:
    """The result of one computation."""

    description: Mapping[str, Any]
    """What was computed: ``Computation.describe``."""
    seconds: float
    result: Mapping[str, Any]
    """As it is in the file."""
    workers: int = 1
    """A computation is done by one process; others are done beside it."""

    def to_dict(self) -> dict[str, Any]:
        """For a file."""
        return {
            "description": dict(self.description),
            "seconds": round(self.seconds, 2),
            "result": dict(self.result),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ComputationOutcome:
        """From a file."""
        return cls(dict(data["description"]), float(data["seconds"]), dict(data["result"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Computation:
    """A function of a subject and some options. The same always comes of it, so the seed plays no part."""

    name: str
    """Also the name of its file."""
    compute: Compute
    """A function of a module, so that another process finds it."""
    subject: Subject
    options: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    """About how long it takes. The longest begin first, so that none of them is alone at the end."""

    size = 1
    """It is one computation."""
    players = ()
    """Nobody plays."""

    def describe(self, seed: int) -> dict[str, Any]:
        """Everything that the result follows from."""
        return {
            "experiment": self.name,
            **self.subject.describe(),
            "options": dict(self.options),
            "program": {self.compute.__qualname__: _program(self.compute.__module__)},
        }

    def read(self, data: Mapping[str, Any]) -> ComputationOutcome:
        """An outcome from a file."""
        return ComputationOutcome.from_dict(data)

    @classmethod
    def run_all(
        cls, experiments: Sequence[Self], *, seed: int, pool: WorkerPool, done: Callable[[int], None]
    ) -> Iterator[tuple[Self, ComputationOutcome]]:
        """Compute, one computation on each worker. ``done`` is told after each."""
        from railwright.workers.tasks import Call  # here: a study without computations does not load the engine

        ordered = sorted(experiments, key=lambda one: -one.seconds)
        calls = [Call(one.name, _answer, (one, one.subject.describe())) for one in ordered]
        for number, result, seconds in pool.call(calls):
            yield ordered[number], ComputationOutcome(ordered[number].describe(seed), seconds, result)
            done(1)


def _answer(one: Computation, described: Mapping[str, Any]) -> dict[str, Any]:
    """What a computation comes to, in the form in which it is read from a file."""
    subject = one.subject
    if not _is_same(subject, described):
        raise FileError(
            f"{one.name}: a worker does not find the same files as there are here; "
            "give a folder that is the same on all machines, by its full path"
        )
    result: dict[str, Any] = json.loads(json.dumps(one.compute(subject.load(), **one.options), allow_nan=False))
    return result


def _is_same(subject: Subject, described: Mapping[str, Any]) -> bool:
    """Whether a subject is, where this runs, what it was said to be; the files of another machine may be others."""
    try:
        return subject.describe() == described
    except OSError:
        return False


@cache
def _program(module: str) -> str:
    """A fingerprint of a module and of all that it builds on: an edit of any of it makes another."""
    from railwright.arena.tournament import source_digest  # here: a report alone does not load the engine

    return source_digest(module)


ComputationOutcomes = Mapping[str, ComputationOutcome]
"""Results by the name of the computation."""
