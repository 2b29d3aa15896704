"""Names of seats: always different, never blank."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from railwright.table.seats import Seats

NAMES = st.sampled_from(["Ada", "Ada 1", "Ada 2", "Ada 3", "", " ", "\u200b", "Ben"])


def names(*given_names: str) -> list[str]:
    return list(Seats.of([{"player": "human", "name": name} for name in given_names]).names)


def test_equal_names_get_the_number_of_their_seat() -> None:
    assert names("Ada", "Ben", "Ada") == ["Ada 1", "Ben", "Ada 3"]
    assert names("Ada", "Ada", "Ada 2") == ["Ada 1", "Ada 2", "Ada 2 3"]


def test_a_name_that_cannot_be_seen_is_none() -> None:
    assert names("\u200b", "Ada") == ["human", "Ada"]


@given(st.lists(NAMES, min_size=2, max_size=5))
def test_names_are_different_and_not_blank(given_names: list[str]) -> None:
    found = names(*given_names)
    assert len(set(found)) == len(found)
    assert all(name.strip() for name in found)
