"""Fair queueing: the owner who has used the least time is served next, so that many jobs of one delay nobody else."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Container
from typing import Generic, TypeVar

Job = TypeVar("Job")

MOST_OWNERS = 10_000
"""Most owners whose use is remembered. The least recent are forgotten."""


class FairQueue(Generic[Job]):
    """Queued jobs by owner. The jobs of one owner are served in order of arrival.

    This is start-time fair queueing: every owner has a virtual clock that advances by the seconds that their jobs use,
    and the owner whose clock is furthest behind is served next. The clock of a new or returning owner starts at the
    current virtual time, so nobody can save up time, and nobody waits for longer than the running jobs take.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Job]] = {}
        self._clocks: OrderedDict[str, float] = OrderedDict()
        self._now = 0.0
        """Current virtual time: the most advanced clock of the owners served so far."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def waiting(self, owner: str) -> int:
        """Number of queued jobs of an owner."""
        return len(self._waiting.get(owner, ()))

    def add(self, owner: str, job: Job) -> None:
        """Queue a job."""
        if owner not in self._waiting:
            self._waiting[owner] = deque()
            self._clocks[owner] = max(self._now, self._clocks.pop(owner, 0.0))
        self._waiting[owner].append(job)

    def take(self, *, passing: Container[str] = ()) -> tuple[str, Job]:
        """Take the next job and its owner, ``passing`` over some owners. Raises IndexError if there is none."""
        owners = [owner for owner in self._waiting if owner not in passing]
        if not owners:
            raise IndexError("no queued job")
        owner = min(owners, key=self._clocks.__getitem__)  # ties: first come, first served
        self._now = max(self._now, self._clocks[owner])
        jobs = self._waiting.pop(owner)
        job = jobs.popleft()
        if jobs:
            self._waiting[owner] = jobs  # loses the next tie
        return owner, job

    def remove(self, owner: str, job: Job) -> None:
        """Remove a job from the queue, if it is still there."""
        jobs = self._waiting.get(owner)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[owner]

    def charge(self, owner: str, seconds: float) -> None:
        """Charge an owner for the time that a job has used."""
        self._clocks[owner] = self._clocks.get(owner, self._now) + seconds
        if owner not in self._waiting:
            self._clocks.move_to_end(owner)
        while len(self._clocks) > MOST_OWNERS + len(self._waiting):
            oldest = next(known for known in self._clocks if known not in self._waiting)
            del self._clocks[oldest]
