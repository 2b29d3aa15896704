"""Things draw themselves in notebooks, and show nobody what is hidden from the seat or the table."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import railwright
from railwright.draw import place_board, sizes
from railwright.draw.text import text_width
from railwright.errors import OptionError
from railwright.game.game import Game


@pytest.fixture(scope="module")
def game() -> Game:
    """A game in its middle."""
    game = railwright.new_game("germany", seats=2, seed=6)
    rng = np.random.default_rng(2)
    while len(game.actions) < 120:
        game.play(int(rng.choice(game.legal())))
    return game


def owners(picture: str) -> dict[int, int]:
    tracks = re.findall(r'<g[^>]*data-track="(\d+)"[^>]*data-owner="(\d+)"', picture)
    return {int(track): int(owner) for track, owner in tracks}


def test_a_game_and_its_record_draw_the_same_tracks(game: Game) -> None:
    record = railwright.Record.of(game, [{"player": "human", "name": "Ada"}, "rule"])
    assert game.owners
    assert owners(game._repr_svg_()) == owners(record._repr_svg_()) == game.owners
    assert "Ada" in record._repr_svg_()


def test_a_view_draws_its_hand_and_tickets_and_nothing_that_is_hidden(game: Game) -> None:
    pictures = []
    for seat in range(2):
        view = game.view(seat)
        other = Game.from_states(game.setup, view.sample(np.random.default_rng(1)))
        pictures.append(view._repr_svg_())
        assert pictures[-1] == other.view(seat)._repr_svg_()
        assert owners(pictures[-1]) == game.owners
        assert all(game.setup.tickets[ticket].name in pictures[-1] for ticket in view.tickets)
    assert pictures[0] != pictures[1]


def test_many_tickets_of_a_view_take_several_lines() -> None:
    game = railwright.new_game("europe", seats=2, seed=1)
    while len(game.view(0).tickets) < 12:
        actions = game.legal()
        draws = [action for action in actions if railwright.action_words(game, action).startswith("draw tickets")]
        game.play(draws[0] if draws else actions[-1])
    view = game.view(0)
    lines = [line for line in re.findall(r">([^<>]+)</text>", view._repr_svg_()) if " - " in line]
    assert len(lines) > 1
    layout = place_board(game.setup.board, width=1400)
    assert all(text_width(line, sizes.LEGEND_SIZE) * layout.unit < 1400 for line in lines)
    names = [game.setup.tickets[ticket].name for ticket in view.tickets]
    assert ", ".join(line.removesuffix(",") for line in lines).startswith(f"Tickets: {', '.join(names)}")


def test_a_picture_of_a_game_is_that_of_every_other_deal(game: Game) -> None:
    other = Game.from_states(game.setup, game.view(0).sample(np.random.default_rng(1)))
    other.actions = list(game.actions)
    assert other._repr_svg_() == game._repr_svg_()


def test_a_board_and_a_setup_draw_the_board() -> None:
    setup = railwright.load_setup("usa")
    assert setup._repr_svg_() == setup.board._repr_svg_() == railwright.draw_svg("usa")


def test_a_best_score_draws_its_tracks() -> None:
    best = railwright.best_score("usa", trains=8)
    assert set(owners(best._repr_svg_())) == set(best.tracks)


def test_the_best_score_of_a_seat_draws_the_moment_at_which_it_was_found(game: Game) -> None:
    moment = game.copy()
    best = railwright.best_score(moment, seat=0)
    before = best._repr_svg_()
    moment.play(moment.legal()[-1])
    assert best._repr_svg_() == before
    assert owners(before) == game.owners
    assert f"seat 0 can still score {best.points}" in before


@pytest.mark.parametrize("thing", [None, 5, ["usa"]])
def test_what_cannot_be_drawn_is_refused(thing: Any) -> None:
    with pytest.raises(OptionError, match="only boards, setups, games, views, records and best scores can be drawn"):
        railwright.draw_svg(thing)
