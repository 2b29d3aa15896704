from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railwright.cli.terminal import names, prompts
from railwright.maps.load import load_board

USA = prompts.neighbours(load_board("usa"))
EUROPE = prompts.neighbours(load_board("europe"))
GERMANY = prompts.neighbours(load_board("germany"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("montreal", "Montréal"), ("MONTRÉAL", "Montréal"), ("den", "Denver"), ("sault st marie", "Sault St. Marie"),
     ("orleans", "New Orleans"), ("  salt   l", "Salt Lake City")],
)  # fmt: skip
def test_a_city_is_found_without_accents_case_or_its_whole_name(typed: str, meant: str) -> None:
    assert names.find_city(typed, USA) == meant


@pytest.mark.parametrize(("typed", "meant"), [("zurich", "Zürich"), ("zuerich", "Zürich"), ("muen", "München")])
def test_umlauts_can_be_written_out(typed: str, meant: str) -> None:
    assert names.find_city(typed, EUROPE) == meant


def test_an_ambiguous_city_is_answered_with_the_candidates() -> None:
    with pytest.raises(names.MisunderstoodError, match=r"Salt Lake City, San Francisco.*or Sault St\. Marie"):
        names.find_city("sa", USA)


def test_an_unknown_city_is_named() -> None:
    with pytest.raises(names.MisunderstoodError, match="no city 'atlantis'"):
        names.find_city("atlantis", USA)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("den oma", ("Denver", "Omaha")), ("Omaha - Denver", ("Omaha", "Denver")),
     ("new york, pitts", ("New York", "Pittsburgh")),
     ("kansas city saint louis", ("Kansas City", "Saint Louis")), ("den to kan", ("Denver", "Kansas City")),
     ("sal den", ("Salt Lake City", "Denver"))],
)  # fmt: skip
def test_two_cities_are_found_in_one_line(typed: str, meant: tuple[str, str]) -> None:
    assert names.find_route(typed, USA) == meant


def test_an_ambiguous_route_is_answered_with_those_that_exist() -> None:
    with pytest.raises(names.MisunderstoodError, match="could be Salt Lake City - Denver or Santa Fe - Denver"):
        names.find_route("sa den", USA)


def test_every_route_is_found_by_its_full_names_on_every_board() -> None:
    for neighbours in (USA, EUROPE, GERMANY):
        for a, ends in neighbours.items():
            for b in ends:
                assert set(names.find_route(f"{a.upper()} {b.lower()}", neighbours)) == {a, b}


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("denver miami", "No track joins Denver and Miami. From Denver"), ("denver atlantis", "no city 'atlantis'"),
     ("denver", "Name two cities"), ("", "Name two cities"), ("xx zz", "does not name two cities")],
)  # fmt: skip
def test_what_is_no_route_is_explained(typed: str, answer: str) -> None:
    with pytest.raises(names.MisunderstoodError, match=answer):
        names.find_route(typed, USA)


def test_completion_offers_cities_and_then_their_neighbours() -> None:
    assert names.complete_city("mon", USA) == ["Montréal"]
    assert names.complete_route("den", USA) == ["Denver"]
    assert names.complete_route("Denver o", USA) == ["Denver Oklahoma City", "Denver Omaha"]
    assert len(names.complete_route("", USA)) == len(USA)


@settings(max_examples=40, deadline=None)
@given(st.text())
def test_any_text_finds_names_or_says_why_not(text: str) -> None:
    for neighbours in (USA, GERMANY):
        assert set(names.find_names(text, neighbours)) <= set(neighbours)
        assert names.complete_route(text, neighbours) is not None
        problem = ""
        try:
            a, b = names.find_route(text, neighbours)
        except names.MisunderstoodError as error:
            problem = str(error)
        assert problem.isprintable()
        assert problem or b in neighbours[a]
