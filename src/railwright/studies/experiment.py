"""What every experiment of a study can do, whether it is games between players or a computation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from railwright.workers.pool import WorkerPool


class Outcome(Protocol):
    """The result of one experiment."""

    @property
    def description(self) -> Mapping[str, Any]:
        """What was done: ``Experiment.describe``."""

    @property
    def seconds(self) -> float:
        """How long it took."""

    @property
    def workers(self) -> int:
        """How many processes worked on it."""

    def to_dict(self) -> dict[str, Any]:
        """For a file."""


Found = TypeVar("Found", bound=Outcome)
Found_co = TypeVar("Found_co", bound=Outcome, covariant=True)


class Experiment(Protocol[Found_co]):
    """Something to be done once: its outcome is kept in a file and follows from its description alone."""

    @property
    def name(self) -> str:
        """Also the name of its file."""

    @property
    def size(self) -> int:
        """How many games or computations it is."""

    @property
    def players(self) -> tuple[str, ...]:
        """Every player that takes part."""

    def describe(self, seed: int) -> dict[str, Any]:
        """Everything that the outcome follows from: an equal description has an equal outcome."""

    def read(self, data: Mapping[str, Any]) -> Found_co:
        """An outcome of this kind, from a file."""

    @classmethod
    def run_all(
        cls, experiments: Sequence[Self], *, seed: int, pool: WorkerPool, done: Callable[[int], None]
    ) -> Iterator[tuple[Self, Found_co]]:
        """Do experiments of this kind, in any order; yields each with its outcome as soon as it is finished.

        ``done`` hears how many more games or computations are finished. The number of workers changes no outcome.
        """
