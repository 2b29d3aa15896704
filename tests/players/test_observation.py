"""Observations, compared with slow ones in plain Python, and without anything that a seat cannot see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from game.positions import small_setup
from players import slow_observation as slow
from players.lineup import SEATS, all_decks, setup_of
from railwright.errors import OptionError
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.matches.conformance.honesty import other_deal, scrambled
from railwright.players.observation.fields import FIELD_NAMES
from railwright.players.observation.space import OPTIONS, ObservationSpace

RULESETS = [
    ("usa", "usa-thesis"),
    ("usa", "usa-thesis-linear"),
    ("europe", "europe-thesis"),
    ("germany", "germany-thesis"),
]
SETUPS = [setup_of(board, deck) for board, deck in all_decks()] + [
    setup_of(board, None, rules) for board, rules in RULESETS
]
LINES = ("A-B 3 gray", "A-B 3 red", "B-C 2 red", "A-C 6 blue", "C-D 1 gray ferry 1", "B-D 4 gray tunnel")


def positions(setup: Setup, seats: int, *, seed: int, every: int) -> Iterator[Game]:
    """Some positions of a random game, of every stage, and its end."""
    rng = np.random.default_rng(seed)
    game = Game(setup, seats=seats, seed=seed)
    seen: Counter[str] = Counter()
    while not game.is_over:
        seen[game.stage] += 1
        if seen[game.stage] % every == 1:
            yield game
        game.play(int(rng.choice(game.legal())))
    yield game


def check(space: ObservationSpace, game: Game, seat: int) -> None:
    """Compare an observation field by field."""
    view = game.view(seat)
    expected = slow.raw_fields(view) | (slow.planner_fields(view) if "planner" in space.option else {})
    found = space.split(space.of(view))
    assert set(found) <= set(expected)
    for field in space.fields:
        value = np.asarray(expected[field.name], np.float64) / field.divisor
        np.testing.assert_allclose(found[field.name], value, rtol=1e-6, err_msg=f"{field.name}, {game!r}")


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_an_observation_is_what_the_view_says(setup: Setup) -> None:
    for seats in SEATS:
        space = ObservationSpace(setup, seats, "planner" if seats % 2 else "raw")
        for number, game in enumerate(positions(setup, seats, seed=seats, every=23)):
            check(space, game, number % seats)


def test_where_only_the_shortest_path_counts_the_planner_knows_no_other() -> None:
    setup = small_setup(*LINES, tickets=("A-C 5", "B-D 4"), ticket_ways="shortest", tunnel_cards=3, ferries=True)
    space = ObservationSpace(setup, 2, "planner")
    game = Game(setup, seats=2, seed=1)
    game.play(game.legal()[-1])
    spaces = space.split(space.of(game.view(0)))["ticket_spaces"] * 20
    np.testing.assert_allclose(spaces[game.view(0).tickets], [5, 3])
    table = game.state.table
    table.own[1][0], table.open[0][0] = 1, table.open[0][0] & ~3  # A-B is closed; the direct track to C is not
    assert list(space.split(space.of(game.view(0)))["ticket_reachable"]) == [0, 1]


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_nothing_hidden_changes_an_observation(setup: Setup) -> None:
    rng = np.random.default_rng(1)
    for seats in SEATS:
        space = ObservationSpace(setup, seats, "planner")
        for game in positions(setup, seats, seed=10 + seats, every=11):
            if not game.is_over:
                seen = space.of(game.view()).tobytes()
                for other in (other_deal(game, rng), scrambled(game, rng)):
                    assert space.of(other.view()).tobytes() == seen


def test_numbers_are_small() -> None:
    for setup in SETUPS:
        space = ObservationSpace(setup, 3, "planner")
        for game in positions(setup, 3, seed=5, every=40):
            observation = space.of(game.view(0))
            assert observation.min() >= 0
            assert observation.max() < 6  # random players hold very many tickets


def test_the_fields_cover_the_observation_without_gaps_in_the_documented_order() -> None:
    for setup in SETUPS:
        for option in OPTIONS:
            space = ObservationSpace(setup, 4, option)
            names = [field.name for field in space.fields]
            assert names == [name for name in FIELD_NAMES if name in names]
            ends = [place.stop for place in space.slices.values()]
            assert [place.start for place in space.slices.values()] == [0, *ends[:-1]]
            assert ends[-1] == space.size == space.layout["total"][0]


def test_rules_that_a_board_does_not_have_take_no_room() -> None:
    usa, europe, germany = (ObservationSpace(setup_of(board), 2).slices for board in ("usa", "europe", "germany"))
    assert not {"stations", "passengers_waiting", "laid_color", "long_tickets", "city", "tickets_boxed"} & set(usa)
    assert {"stations", "laid_color", "long_tickets", "city", "tickets_boxed"} <= set(europe)
    assert {"passengers_waiting", "passengers_taken", "city"} <= set(germany)
    assert "stations" not in germany


def test_the_table_has_a_line_for_each_field() -> None:
    space = ObservationSpace(setup_of("europe"), 3, "planner+history")
    lines = space.markdown().splitlines()
    assert len(lines) == 2 + len(space.fields)
    assert all(line.startswith("| ") and line.endswith(" |") for line in lines)
    assert "| 0 | `tracks_owned` | seats 3 x tracks 101 | 0 or 1 |" in lines[2]


def test_unknown_options_are_refused() -> None:
    with pytest.raises(
        OptionError, match="an observation is one of raw, planner, history, planner\\+history, not 'all'"
    ):
        ObservationSpace(setup_of("usa"), 2, "all")
    with pytest.raises(OptionError, match="a history has 1 to 1000 events, not 0"):
        ObservationSpace(setup_of("usa"), 2, "history", events=0)
    with pytest.raises(OptionError, match="is played by 2 to 5 players, not 6"):
        ObservationSpace(setup_of("usa"), 6)
    view = Game(setup_of("usa"), seats=2, seed=1).view()
    with pytest.raises(OptionError, match="a view has no history"):
        ObservationSpace(setup_of("usa"), 2, "history").of(view)
    with pytest.raises(OptionError, match="the view is of 2 seats"):
        ObservationSpace(setup_of("usa"), 3).of(view)


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_it_can_be_seen_which_ticket_is_at_which_place_of_an_offer(board: str) -> None:
    """Since actions keep the tickets at certain places."""
    game = Game(setup_of(board), seats=2, seed=1)
    while game.stage != "keep":
        game.play(game.legal()[0])
    swapped = game.copy()
    offer = swapped.state.private[game.seat].offer
    offer[0], offer[1] = int(offer[1]), int(offer[0])
    space = ObservationSpace(game.setup, 2)
    assert space.of(game.view()).tolist() != space.of(swapped.view()).tolist()
