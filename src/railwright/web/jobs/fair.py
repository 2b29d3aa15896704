"""Who is served next: the owner who has used least, so that nobody's many wishes delay another's few."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Container
from typing import Generic, TypeVar

Job = TypeVar("Job")

MOST_OWNERS = 10_000
"""Whose use is remembered. Those who have asked for nothing for the longest time are forgotten."""


class FairQueue(Generic[Job]):
    """Jobs that wait, by owner. The jobs of one owner are served in the order in which they came.

    Every owner has a clock that goes on by the seconds that their jobs use; the one whose clock is furthest behind is
    served next (start-time fair queueing). Who comes anew, or after a while, begins at the present of those who are
    being served: nobody saves time up, and nobody waits for longer than what is under way.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Job]] = {}
        self._clocks: OrderedDict[str, float] = OrderedDict()
        self._now = 0.0
        """The furthest clock of those who were served."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def waiting(self, owner: str) -> int:
        """How many jobs of an owner wait."""
        return len(self._waiting.get(owner, ()))

    def add(self, owner: str, job: Job) -> None:
        """Let a job wait."""
        if owner not in self._waiting:
            self._waiting[owner] = deque()
            self._clocks[owner] = max(self._now, self._clocks.pop(owner, 0.0))
        self._waiting[owner].append(job)

    def take(self, *, passing: Container[str] = ()) -> tuple[str, Job]:
        """Whose turn it is, ``passing`` over some owners, and their first job; IndexError if none is left."""
        owners = [owner for owner in self._waiting if owner not in passing]
        if not owners:
            raise IndexError("no job waits")
        owner = min(owners, key=self._clocks.__getitem__)  # of equals, who came first
        self._now = max(self._now, self._clocks[owner])
        jobs = self._waiting.pop(owner)
        job = jobs.popleft()
        if jobs:
            self._waiting[owner] = jobs  # last among equals
        return owner, job

    def remove(self, owner: str, job: Job) -> None:
        """Forget a job that waits, if it still does."""
        jobs = self._waiting.get(owner)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[owner]

    def charge(self, owner: str, seconds: float) -> None:
        """Note that a job of an owner has used some time."""
        self._clocks[owner] = self._clocks.get(owner, self._now) + seconds
        if owner not in self._waiting:
            self._clocks.move_to_end(owner)
        while len(self._clocks) > MOST_OWNERS + len(self._waiting):
            oldest = next(known for known in self._clocks if known not in self._waiting)
            del self._clocks[oldest]
