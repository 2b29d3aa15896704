"""The arithmetic of the clock, beside one that counts every second by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railwright.errors import DamageError
from railwright.table.clock import Clock, ClockRules

SEATS = 3
TURNS = 6

RULES = st.builds(ClockRules, st.integers(1, 60), st.integers(0, 9))
STEPS = st.lists(
    st.tuples(st.integers(0, 20), st.one_of(st.none(), st.tuples(st.integers(0, SEATS - 1), st.integers(0, TURNS)))),
    max_size=25,
)
"""Seconds that pass, and then whose time runs for which turn, or nobody's. Turns come back when they are undone."""


@given(RULES, STEPS)
def test_each_second_costs_whoever_is_to_act_and_each_turn_brings_one_increment(
    rules: ClockRules, steps: list[tuple[int, tuple[int, int] | None]]
) -> None:
    clock, now = Clock.new(rules, SEATS), 100.0
    left, last = [rules.seconds] * SEATS, [-1] * SEATS
    for seconds, turn in steps:
        for _ in range(seconds):
            now += 1
            if clock.runs is not None:
                left[clock.runs] = max(0, left[clock.runs] - 1)
        if turn is None:
            clock = clock.stopped(at=now)
        else:
            seat, number = turn
            clock = clock.running(seat, turn=number, at=now)
            if number > last[seat]:
                left[seat], last[seat] = left[seat] + rules.increment, number
        assert clock.runs == (None if turn is None else turn[0])
        assert [clock.left(seat, at=now) for seat in range(SEATS)] == left


@given(RULES, STEPS)
def test_a_clock_that_was_stored_goes_on_where_it_stood(
    rules: ClockRules, steps: list[tuple[int, tuple[int, int] | None]]
) -> None:
    clock, now = Clock.new(rules, SEATS), 0.0
    for seconds, turn in steps:
        now += seconds
        clock = clock.stopped(at=now) if turn is None else clock.running(turn[0], turn=turn[1], at=now)
    clock = clock.stopped(at=now)
    again = Clock.read(rules, SEATS, [clock.row(seat) for seat in range(SEATS)])
    assert again.seats == clock.seats
    later = now + 1000
    assert [again.left(seat, at=later) for seat in range(SEATS)] == [clock.left(seat, at=now) for seat in range(SEATS)]


def test_undoing_a_turn_gives_back_neither_time_nor_increment() -> None:
    clock = Clock.new(ClockRules(60, 5), 2).running(0, turn=1, at=0).running(1, turn=2, at=10)
    undone = clock.running(0, turn=1, at=13)
    assert (undone.left(0, at=13), undone.left(1, at=13)) == (55, 62)
    again = undone.running(1, turn=2, at=15)
    assert (again.left(0, at=15), again.left(1, at=15)) == (53, 62)


def test_whoever_has_used_up_the_time_has_the_increment_for_the_next_turn() -> None:
    clock = Clock.new(ClockRules(60, 5), 2).running(0, turn=0, at=0).stopped(at=999)
    assert clock.left(0, at=999) == 0
    assert clock.running(0, turn=2, at=1000).left(0, at=1000) == 5


@pytest.mark.parametrize("row", [{"seat": 2, "seconds": 1.0, "turn": 0}, {"seat": 0, "seconds": -1.0, "turn": 0}])
def test_a_damaged_clock_is_refused(row: dict[str, float]) -> None:
    with pytest.raises(DamageError):
        Clock.read(ClockRules(60), 2, [row])
