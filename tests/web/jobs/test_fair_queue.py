"""The queue for the server's processes: what one person asks for does not delay what another does."""

from __future__ import annotations

import pytest

from railwright.web.jobs.fair_queue import FairQueue


def serve(queue: FairQueue[str], seconds: dict[str, float], jobs: int) -> list[str]:
    """Serve some jobs, one at a time; a job's first letter is its owner."""
    served = []
    for _ in range(jobs):
        _, job = queue.take()
        served.append(job)
        queue.charge(job[0], seconds[job[0]])
    return served


def test_jobs_of_one_owner_are_served_in_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.add("a", f"a{number}")
    assert serve(queue, {"a": 1.0}, 3) == ["a0", "a1", "a2"]
    with pytest.raises(IndexError):
        queue.take()


def test_a_newcomer_is_next_however_much_another_waits_for() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.add("a", f"a{number}")
    serve(queue, {"a": 2.0}, 10)
    queue.add("b", "b0")
    assert queue.take() == ("b", "b0")


def test_owners_share_time_not_jobs() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.add("s", f"s{number}")  # slow: two seconds each
        queue.add("q", f"q{number}")  # quick: a quarter of a second each
    served = serve(queue, {"s": 2.0, "q": 0.25}, 45)
    assert sum(job[0] == "q" for job in served) == 40


def test_nobody_saves_time_up() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("b", "b0")
    serve(queue, {"b": 0.1}, 1)
    for number in range(60):
        queue.add("a", f"a{number}")
    serve(queue, {"a": 1.0}, 50)
    for number in range(10):
        queue.add("b", f"b{number}")
    served = serve(queue, {"a": 1.0, "b": 1.0}, 6)
    assert sorted(job[0] for job in served) == ["a", "a", "a", "b", "b", "b"]


def test_who_has_used_much_waits_for_those_who_have_used_little() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("a", "a0")
    queue.add("b", "b0")
    serve(queue, {"a": 60.0, "b": 1.0}, 2)
    queue.add("a", "a1")
    for number in range(1, 5):
        queue.add("b", f"b{number}")
    assert serve(queue, {"a": 60.0, "b": 1.0}, 5) == ["b1", "b2", "b3", "b4", "a1"]


def test_who_has_enough_already_is_passed_over() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("a", "a0")
    queue.add("b", "b0")
    assert queue.take(passing=["a"]) == ("b", "b0")
    with pytest.raises(IndexError):
        queue.take(passing=["a"])
    assert queue.take() == ("a", "a0")


def test_a_job_that_nobody_waits_for_is_passed_over() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("a", "a0")
    queue.add("a", "a1")
    queue.remove("a", "a0")
    queue.remove("a", "a0")
    assert len(queue) == 1
    assert queue.take() == ("a", "a1")
    assert not queue


def test_owners_are_forgotten_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railwright.web.jobs.fair_queue.MOST_OWNERS", 10)
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.add(f"owner {number}", "job")
        queue.take()
        queue.charge(f"owner {number}", 1.0)
    assert len(queue._clocks) <= 11
