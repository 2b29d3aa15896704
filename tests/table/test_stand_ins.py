"""Computers in the seats of absent people: periods that never overlap, and what a record says of them."""

from __future__ import annotations

from typing import Any

import pytest

from railwright.errors import DamageError
from railwright.table.stand_ins import ABSENT, TIME, StandIns


def test_a_seat_is_taken_and_given_back() -> None:
    taken = StandIns().taken(1, "skilled", at=4)
    assert (taken.player_in(1), taken.player_in(0)) == ("skilled", None)
    back = taken.given_back(1, at=9)
    assert back.player_in(1) is None
    assert back.last_end(1) == 9
    assert back.taken(1, "master", at=12).player_in(1) == "master"


def test_whoever_never_had_time_to_act_leaves_no_trace() -> None:
    assert StandIns().taken(1, "skilled", at=4).given_back(1, at=4) == StandIns()


def test_a_record_says_who_played_from_which_action_to_which() -> None:
    found = StandIns().taken(1, "skilled", at=4).given_back(1, at=9).taken(1, "master", at=12)
    first = {"player": "skilled", "from": 4, "until": 9}
    assert found.in_record(1, length=20) == [first, {"player": "master", "from": 12, "until": 20}]
    assert found.in_record(1, length=12) == [first]
    assert found.in_record(0, length=20) == []


def test_a_record_says_when_somebody_had_no_time_left() -> None:
    found = StandIns().taken(1, "skilled", at=4, reason=TIME)
    assert (found.reason_in(1), found.seats(TIME), found.seats(ABSENT)) == (TIME, [1], [])
    assert found.in_record(1, length=6) == [{"player": "skilled", "from": 4, "until": 6, "reason": "time"}]


def test_what_is_stored_is_read_again() -> None:
    found = StandIns().taken(1, "skilled", at=4).given_back(1, at=9).taken(0, "master", at=12, reason=TIME)
    assert StandIns.read(found.to_list(), seats=2) == found


def test_stand_ins_from_before_there_were_clocks_are_read() -> None:
    assert StandIns.read([RIGHT], seats=2) == StandIns().taken(1, "skilled", at=4)


RIGHT = {"seat": 1, "player": "skilled", "from": 4, "until": None}


@pytest.mark.parametrize(
    "wrong",
    [None, 3, "x", [3], [{}], [{**RIGHT, "seat": 2}], [{**RIGHT, "seat": True}], [{**RIGHT, "from": -1}],
     [{**RIGHT, "until": 3}], [{**RIGHT, "player": None}], [{**RIGHT, "reason": "bored"}]],
)  # fmt: skip
def test_damaged_stand_ins_are_refused(wrong: Any) -> None:
    with pytest.raises(DamageError):
        StandIns.read(wrong, seats=2)
