"""The interface of a study's experiments: contests between players and computations."""

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
        """Number of processes that worked on it."""

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for a file."""


Found = TypeVar("Found", bound=Outcome)
Found_co = TypeVar("Found_co", bound=Outcome, covariant=True)


class Experiment(Protocol[Found_co]):
    """Something that is done once: its outcome depends only on its description, and is kept in a file."""

    @property
    def name(self) -> str:
        """Its name, also that of its file."""

    @property
    def size(self) -> int:
        """Number of games or computations."""

    @property
    def players(self) -> tuple[str, ...]:
        """Every player that takes part."""

    def describe(self, seed: int) -> dict[str, Any]:
        """Everything that the outcome depends on: equal descriptions have equal outcomes."""

    def read(self, data: Mapping[str, Any]) -> Found_co:
        """The outcome stored in a file."""

    @classmethod
    def run_all(
        cls, experiments: Sequence[Self], *, seed: int, pool: WorkerPool, done: Callable[[int], None]
    ) -> Iterator[tuple[Self, Found_co]]:
        """Run experiments of this kind, in any order; yields each with its outcome as soon as it is finished.

        ``done`` is called with the number of games or computations just finished. The number of workers does not affect
        the outcomes.
        """
