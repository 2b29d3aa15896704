"""Things print themselves, and show nobody what is hidden from the seat or the table."""

from __future__ import annotations

import json

import numpy as np
import pytest

import railwright
from railwright.game.chance import new_secret
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.maps.load import LIBRARY, load_setup


def moments(game: Game, every: int = 25) -> list[Game]:
    """Copies of a game of random players, taken now and then."""
    rng = np.random.default_rng(3)
    taken = []
    while not game.is_over:
        if len(game.actions) % every == 0:
            taken.append(game.copy())
        game.play(int(rng.choice(game.legal())))
    return taken


def other_deal(game: Game, seat: int) -> Game:
    """A game that looks the same from a seat."""
    other = Game.from_states(game.setup, game.view(seat).sample(np.random.default_rng(1)))
    other.seed, other.actions = game.seed, list(game.actions)
    return other


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_a_view_prints_the_same_whatever_is_hidden_from_its_seat(board: str) -> None:
    for game in moments(railwright.new_game(board, seats=3, seed=4)):
        for seat in range(3):
            view, other = game.view(seat), other_deal(game, seat).view(seat)
            assert (repr(view), str(view)) == (repr(other), str(other))
            assert all(game.setup.tickets[ticket].name in str(view) for ticket in (*view.tickets, *view.offer))


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_a_game_prints_only_what_everyone_sees_until_it_is_over(board: str) -> None:
    for game in moments(railwright.new_game(board, seats=3, seed=4)):
        texts = {(repr(one), str(one)) for one in (game, *(other_deal(game, seat) for seat in range(3)))}
        assert len(texts) == 1


def test_a_finished_game_prints_its_result() -> None:
    game = railwright.new_game("usa", seats=2, seed=2)
    moments(game)
    assert repr(game).endswith(f"over, {' : '.join(str(score) for score in game.scores())}>")
    assert str(game).endswith(str(game.result()))


def test_a_secret_seed_is_never_printed() -> None:
    secret = new_secret()
    game = Game(load_setup("usa"), seats=2, seed=secret)
    record = Record.of(game, ["Ada", "rule"])
    for thing in (game, record, game.view()):
        assert secret not in repr(thing) + str(thing)
    assert "secret seed" in repr(game)
    assert "secret seed" in repr(record)


def test_every_representation_is_one_line_without_control_characters() -> None:
    game = railwright.new_game("europe", seats=2, seed=1)
    record = Record.of(game, ["\x1b[31mred\n", "a" * 500])
    solution = railwright.best_score(game)
    block = railwright.play_games(game.setup, ["random", "random"], seed=1, games=2)
    for thing in (game, game.setup, game.setup.board, game.view(), record, solution, block):
        assert repr(thing).isprintable()
        assert len(repr(thing)) < 250
    assert str(record).replace("\n", "").isprintable()


def test_a_result_is_a_json_object_that_prints_itself_as_a_table() -> None:
    game = railwright.new_game("usa", seats=2, seed=1)
    moments(game)
    result = game.result()
    assert json.loads(json.dumps(result)) == dict(result)
    assert [line.split()[2] for line in str(result).splitlines()[1:]] == [str(score) for score in game.scores()]
    for seat, line in enumerate(str(result).splitlines()[1:]):
        assert line.endswith("yes") == (seat in result["winners"])
    assert result._repr_html_().count("<tr>") == 3


def test_a_record_read_from_a_file_prints_like_the_one_that_was_written() -> None:
    game = railwright.new_game("usa", seats=2, seed=1)
    moments(game)
    record = Record.of(game, [{"player": "human", "name": "Ada"}, "rule"])
    again = Record.from_dict(json.loads(json.dumps(record.to_dict(LIBRARY))), LIBRARY)
    assert (repr(again), str(again)) == (repr(record), str(record))
    assert "Ada, rule, seed 1" in repr(record)
