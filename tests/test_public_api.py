"""The names that ``railwright`` itself offers: there, documented, their examples true, and loaded only when used."""

from __future__ import annotations

import doctest
import json
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import railwright
from railwright.errors import OptionError, RailwrightError
from railwright.maps.load import load_board

PAGE = Path(__file__).parent.parent / "docs" / "python.md"
WITHOUT_EXAMPLE = {"compiled_player"}
"""Compiled players need a file of their own; those in docs/players.md are run by the tests of the documentation."""
MAX_NAMES = 26
"""A public interface that can be read in one sitting."""


@pytest.mark.parametrize("name", railwright.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    assert getattr(railwright, name).__doc__
    assert re.search(rf"`[^`|]*\b{name}\b", PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted({*railwright.__all__} - WITHOUT_EXAMPLE))
def test_the_examples_of_public_names_are_true(name: str) -> None:
    thing = getattr(railwright, name)
    (test,) = doctest.DocTestFinder(recurse=False).find(thing, name, globs={})
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_no_public_name_is_hidden_by_a_module_of_the_package() -> None:
    """Importing a module puts it into the package under its own name."""
    modules = {module.name for module in pkgutil.iter_modules(railwright.__path__)}
    assert not modules & {*railwright.__all__}


def test_the_names_are_few() -> None:
    assert len(set(railwright.__all__)) == len(railwright.__all__) <= MAX_NAMES


def test_the_page_needs_no_module_below_the_package() -> None:
    """What a reader copies from the examples is covered by the promise of stability."""
    examples = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(examples) > 3
    for example in examples:
        assert not re.search(r"railwright\.(\w+\.)+\w+ import|import railwright\.\w", example)
        used = set(re.findall(r"\brailwright\.(\w+)", example))
        assert used <= {*railwright.__all__}


def test_the_example_of_the_package_is_true() -> None:
    (test,) = doctest.DocTestFinder(recurse=False).find(railwright, "railwright", globs={})
    assert doctest.DocTestRunner().run(test).failed == 0


def test_importing_the_package_loads_nothing_else() -> None:
    program = (
        "import sys, railwright\n"
        "assert set(railwright.__all__) <= set(dir(railwright))\n"
        "assert not {'numba', 'numpy', 'railwright.game'} & set(sys.modules), 'loaded too much'\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = railwright.nonsense


def test_a_game_on_a_board_of_ones_own_by_file_path_or_object(tmp_path: Path) -> None:
    board = railwright.load_board("germany")
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(board.to_dict()), encoding="utf-8")
    games = [railwright.new_game(source, seats=2, seed=3) for source in (board, file, str(file))]
    assert len({tuple(game.legal()) for game in games}) == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_scores_are_those_of_the_seats_that_play(seats: int) -> None:
    game = railwright.new_game("usa", seats=seats, seed=seats)
    while not game.is_over:
        game.play(game.legal()[-1])
    assert game.scores() == game.result()["scores"]
    assert len(game.scores()) == game.seats == seats
    assert game.view(0).seats == seats


def test_scores_are_points_also_where_rules_count_in_halves() -> None:
    game = railwright.new_game("usa", seats=2, seed=1, ruleset="usa-thesis-linear")
    while not game.is_over:
        game.play(railwright.choose_action(game, "random", seed=len(game.actions)))
    assert game.setup.ruleset.scale > 1
    assert game.scores() == game.result()["scores"]


def test_a_finished_game_has_no_choice_and_an_illegal_action_no_words() -> None:
    game = railwright.new_game("usa", seats=2, seed=1)
    with pytest.raises(railwright.RailwrightError, match="not legal now"):
        railwright.action_words(game, 5)
    while not game.is_over:
        for action in game.legal():
            assert railwright.action_words(game, action)
        game.play(game.legal()[-1])
    with pytest.raises(railwright.RailwrightError, match="the game is over"):
        railwright.choose_action(game, "random")


def test_a_picture_needs_a_name_for_every_seat_or_none() -> None:
    game = railwright.new_game("usa", seats=3, seed=1)
    assert "seat 2" in railwright.draw_svg(game)
    with pytest.raises(railwright.RailwrightError, match="3 seats, so it needs 3 names, not 1"):
        railwright.draw_svg(game, ["Ada"])


@pytest.mark.parametrize("seats", [2.5, 2.0, True, "4", None, [2], 1, 6, -1])
def test_a_wrong_number_of_seats_is_refused(seats: Any) -> None:
    with pytest.raises(OptionError, match=r"^'usa' is played by 2 to 5 players, not ") as caught:
        railwright.new_game("usa", seats=seats, seed=1)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seed", [2.5, 1.0, True, "7", None, -1])
def test_a_wrong_seed_is_refused(seed: Any) -> None:
    with pytest.raises(OptionError, match="a seed is a whole number"):
        railwright.new_game("usa", seats=2, seed=seed)


def test_numbers_of_numpy_are_as_good_as_others() -> None:
    three: Any = np.int64(3)
    seven: Any = np.int64(7)
    game = railwright.new_game("usa", seats=three, seed=seven)
    assert game.states.tobytes() == railwright.new_game("usa", seats=3, seed=7).states.tobytes()


def test_a_setup_is_made_once() -> None:
    setups = [railwright.new_game("europe", seats=2, seed=seed, tickets="mega_1912").setup for seed in range(3)]
    assert len(set(map(id, setups))) == 1
    others = [railwright.new_game("usa", seats=2, seed=1, ruleset=rules).setup for rules in (None, "usa-thesis")]
    assert [setup.ruleset.name for setup in others] == ["usa", "usa-thesis"]


def test_a_board_file_is_read_again_each_time(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    for title in ("First", "Second"):
        file.write_text(json.dumps(load_board("usa").to_dict() | {"name": "mine", "title": title}), encoding="utf-8")
        assert railwright.new_game(str(file), seats=2, seed=1).setup.board.title == title


def test_boards_are_drawn_by_name() -> None:
    assert railwright.draw_svg("usa") == railwright.draw_svg(railwright.load_board("usa"))
    with pytest.raises(RailwrightError, match="there is no board 'atlantis'"):
        railwright.draw_svg("atlantis")


def test_records_are_written_whole_and_read_back(tmp_path: Path) -> None:
    game = railwright.new_game("usa", seats=2, seed=1)
    record = railwright.Record.of(game, ["Ada", "rule"])
    file = tmp_path / "games.jsonl"
    railwright.write_records(file, [record, record])
    assert [repr(one) for one in railwright.read_records(file)] == [repr(record)] * 2
    with pytest.raises(RailwrightError, match=r"games\.jsonl: already exists; choose another name or pass replace"):
        railwright.write_records(file, [record])
    railwright.write_records(str(file), [record], replace=True)
    assert len(list(railwright.read_records(file))) == 1

    def failing() -> Iterator[railwright.Record]:
        yield record
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        railwright.write_records(file, failing(), replace=True)
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]
    assert len(list(railwright.read_records(file))) == 1
    with pytest.raises(RailwrightError, match="cannot be written"):
        railwright.write_records(tmp_path / "nowhere" / "games.jsonl", [record])


def test_a_board_is_checked_as_a_file_and_as_an_object(tmp_path: Path) -> None:
    data = railwright.load_board("usa").to_dict()
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert railwright.check_board(file) == railwright.check_board(str(file)) == railwright.check_board(data) == []
    data["tracks"][0]["length"] = 0
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    assert "tracks[0].length: must be" in str(railwright.check_board(data)[0])
    assert re.search(r"mine\.json, line \d+ \(tracks\[0\]\.length\): must be", str(railwright.check_board(file)[0]))
    with pytest.raises(RailwrightError, match="cannot be read"):
        railwright.check_board(tmp_path / "nowhere.json")


def test_the_best_score_is_that_of_a_board_or_of_a_seat() -> None:
    setup, game = railwright.load_setup("usa"), railwright.new_game("usa", seats=2, seed=1)
    boards = [railwright.best_score(source, trains=6) for source in ("usa", setup, setup.board)]
    assert len({best.points for best in boards}) == 1
    assert all(best.is_proven and best.trains <= 6 for best in boards)
    assert railwright.best_score(game).points == railwright.best_score(game, seat=0).points
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: railwright.best_score("usa", seat=0), "a board has no seats"),
        (lambda: railwright.best_score("usa", trains=-1), "trains: must be a whole number, 0 or more, not -1"),
        (lambda: railwright.best_score(game, trains=5), "a seat of a game has the trains that it has left"),
        (lambda: railwright.best_score(game, seat=2), "the game has seats 0 to 1, not 2"),
    ]
    for ask, message in wrong:
        with pytest.raises(RailwrightError, match=message):
            ask()


@pytest.mark.parametrize("player", [None, 5, ["rule"], print, object()])
def test_what_is_no_player_is_refused(player: Any) -> None:
    game, setup = railwright.new_game("usa", seats=2, seed=1), railwright.load_setup("usa")
    for ask in (
        lambda: railwright.choose_action(game, player),
        lambda: railwright.SeatedPlayer(player, seat=0, seed=1),
        lambda: railwright.play_games(setup, ["random", player], seed=1, games=1),
    ):
        with pytest.raises(OptionError, match=r"^a player is a name such as 'rule', a Player class or "):
            ask()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seed": -1}, "a seed is a whole number"),
        ({"seed": 1.5}, "a seed is a whole number"),
        ({"games": -1}, "games: must be a whole number, 0 or more, not -1"),
        ({"games": 2.5}, "games: must be a whole number, 0 or more, not 2.5"),
    ],
)
def test_games_are_played_with_whole_numbers_only(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        railwright.play_games(railwright.load_setup("usa"), ["random", "random"], **{"seed": 1, "games": 1, **wrong})


@pytest.mark.parametrize("seat", [-1, 2, 99, "0", 1.0, True])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    game = railwright.new_game("usa", seats=2, seed=1)
    for ask in (game.view, game.view(0).tracks, game.view(0).shown):
        with pytest.raises(railwright.RailwrightError, match=r"^the game has seats 0 to 1, not "):
            ask(seat)
    if seat != 2:  # which is a seat of larger games
        with pytest.raises(railwright.RailwrightError, match=r"^the game has seats 0 to 4, not "):
            railwright.SeatedPlayer("rule", seat=seat, seed=1)


def test_a_record_has_a_player_for_every_seat() -> None:
    game = railwright.new_game("usa", seats=2, seed=1)
    with pytest.raises(railwright.RailwrightError, match=r"^the game has 2 seats; 1 player"):
        railwright.Record.of(game, ["rule"])
    with pytest.raises(railwright.RailwrightError, match="there is no action '0'"):
        railwright.Record.of(game, ["rule", "rule"]).replay(until="0")  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", [5, {}, []])
def test_what_is_no_ruleset_is_refused(ruleset: Any) -> None:
    with pytest.raises(railwright.RailwrightError, match="a ruleset is a name such as 'usa'"):
        railwright.new_game("usa", seats=2, seed=1, ruleset=ruleset)


def test_the_name_of_a_player_is_a_string() -> None:
    with pytest.raises(railwright.RailwrightError, match="the name of a player is a string"):
        railwright.load_player(None)  # type: ignore[arg-type]
