"""The four players of de Mesentier Silva et al. together: on every board, with every number of seats."""

from __future__ import annotations

import numpy as np
import pytest

from players.asking import ask, at_turn, claim, new_memory
from railwright.errors import OptionError
from railwright.game.actions import pay
from railwright.game.colors import CARDS
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.players.registry import BUILT_IN, load_player

NAMES = ("one-step", "path", "long-route", "hungry")
ALL = [f"{name}:variant={variant}" for name in NAMES for variant in ("coded", "published")]
SETUPS = [(board, deck) for board in ("usa", "europe", "germany") for deck in load_setup(board).board.decks]


@pytest.mark.parametrize(("board", "deck"), SETUPS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_they_play_whole_legal_games_on_every_board(board: str, deck: str, seats: int) -> None:
    setup = load_setup(board, tickets=deck)
    for first in range(0, len(ALL), 2):
        players = [load_player(ALL[(first + 3 * i) % len(ALL)]) for i in range(seats)]
        block = play_games(setup, players, seed=first, games=4)  # an illegal choice would raise
        assert (block.results["winners"] > 0).all()


@pytest.mark.parametrize("name", ALL)
def test_a_table_of_one_kind_of_player_comes_to_an_end(name: str) -> None:
    block = play_games(load_setup("usa"), [load_player(name)] * 5, seed=1, games=20)
    assert block.game_stats["actions"].max() < 1000


@pytest.mark.parametrize("name", NAMES)
def test_the_default_is_what_the_authors_program_does(name: str) -> None:
    setup = load_setup("usa")
    games = {
        variant: play_games(setup, [load_player(name + variant)] * 3, seed=2, games=6, keep_actions=True).actions
        for variant in ("", ":variant=coded", ":variant=published")
    }
    assert np.array_equal(games[""], games[":variant=coded"])  # type: ignore[arg-type]
    assert not np.array_equal(games[""], games[":variant=published"])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="variant must be one of coded, published"):
        load_player(f"{name}:variant=intended")


def test_they_win_about_as_often_as_in_the_authors_program() -> None:
    """Shares of 617 games of the authors' program, of which the standard error is 0.02, and of 2000 of ours."""
    block = play_games(load_setup("usa"), [load_player(name) for name in NAMES], seed=1, games=2000)
    won = (block.results["winners"][:, None] >> np.arange(4) & 1).astype(float)
    shares = np.empty_like(won)
    np.put_along_axis(shares, block.seating(), won, axis=1)
    assert np.abs(shares.mean(axis=0) - (0.274, 0.054, 0.425, 0.258)).max() < 0.05


@pytest.mark.parametrize("name", NAMES)
def test_their_names_and_summaries_are_listed(name: str) -> None:
    assert load_player(name).name == name
    assert BUILT_IN[name].source == "de Mesentier Silva et al. 2017"


@pytest.mark.parametrize("name", NAMES)
def test_a_ticket_between_places_of_several_cities_is_worked_on_at_the_nearest_of_them(name: str) -> None:
    """From A to the country: x is three routes away, y one."""
    tracks = ("A-B 3 red", "B-C 3 red", "C-X/x 3 red", "A-X/y 3 blue")
    game = at_turn(*tracks, tickets=("A-X 5",), held=("A-X",), cards="3 red 3 blue")
    game.state.table.points[1] += 1
    assert ask(game, name) == claim(game, "A-X/y")


@pytest.mark.parametrize("name", NAMES)
def test_a_claim_is_paid_with_its_colour_and_as_few_locomotives_as_it_takes(name: str) -> None:
    game = at_turn("A-B 3 gray", tickets=("A-B 5",), held=("A-B",), cards="2 green 2 loco")
    game.state.table.points[1] += 1
    memory = new_memory(name)
    game.play(ask(game, name, memory))
    assert ask(game, name, memory) == pay(CARDS.index("green"), 1)
