"""Players: the built-in ones, and a user's own from a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railwright.errors import PlayerError, RailwrightError, UnknownNameError
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.maps.load import LIBRARY, load_setup
from railwright.matches.match import play_games
from railwright.players.kit.interface import CompiledPlayer, Player
from railwright.players.registry import BUILT_IN, current_name, load_player, split_names, split_options
from railwright.table.seated_players import make_seated_players
from railwright.table.seats import Seats

EXAMPLES = Path(__file__).parents[2] / "examples" / "my_players.py"

HEAD = """
from railwright.players.kit.interface import Player, compiled
from railwright.compiled.rng import below
"""


def write(folder: Path, text: str, name: str = "mine.py") -> str:
    (folder / name).write_text(HEAD + text, encoding="utf-8")
    return str(folder / name)


def test_the_random_player_is_built_in() -> None:
    assert isinstance(load_player("random"), CompiledPlayer)
    assert BUILT_IN["random"].summary


def test_an_unknown_player_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"no player 'robot'; choose one of express, express1, random, .*FILE"):
        load_player("robot")


@pytest.mark.parametrize("text", ["", "random,,random", " , "])
def test_an_empty_name_in_the_list_is_refused(text: str) -> None:
    with pytest.raises(RailwrightError, match="empty name"):
        split_names(text)


FORMER = "express:anew=600:least=700:iterations=0:more=14:guest=200"
CURRENT = "express:replan_below=600:min_gain=700:iterations=0:draw_tickets_above=14:passenger_value=200"


def test_options_are_understood_by_their_former_names_and_named_by_the_current_ones() -> None:
    former, current = load_player(FORMER), load_player(CURRENT)
    assert isinstance(former, CompiledPlayer)
    assert former == current
    assert former.name == current_name(FORMER) == CURRENT
    assert split_names(f"{FORMER}, random") == [CURRENT, "random"]


def test_an_option_cannot_be_given_by_its_former_and_its_current_name() -> None:
    with pytest.raises(RailwrightError, match="the option 'replan_below' is given twice"):
        load_player("express:anew=1:replan_below=2")


def test_a_record_with_former_names_can_be_resumed() -> None:
    game = Game(load_setup("usa"), seats=2, seed=1)
    record = Record.from_dict(Record.of(game, [FORMER, "random"]).to_dict(LIBRARY), LIBRARY)
    seated = make_seated_players(record.replay(), Seats.of(record.seats))[0]
    assert seated.name == CURRENT


def test_a_former_name_belongs_to_one_player_and_to_none_of_its_present_options() -> None:
    assert split_options("mcts:more=1") == ("mcts", {"more": "1"})
    for name, entry in BUILT_IN.items():
        if entry.former:
            player = load_player(name)
            assert isinstance(player, CompiledPlayer)
            known = {option.name for option in player.options}
            assert set(entry.former.values()) <= known
            assert not set(entry.former) & known


def test_the_documented_examples_play_and_beat_random() -> None:
    names = [f"{EXAMPLES}:builder", f"{EXAMPLES}:Thrifty", "random"]
    block = play_games(load_setup("usa"), [load_player(name) for name in names], seed=1, games=12)
    scores = np.empty((12, 3))
    np.put_along_axis(scores, block.seating(), block.results["scores"][:, :3].astype(float), axis=1)
    means = scores.mean(axis=0)
    assert means[0] > means[2]
    assert means[1] > means[2]


def test_a_compiled_player_in_a_file_has_memory_of_its_own(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
@compiled(memory=1)
def counter(book, table, mine, legal, count, memory, source):
    "Takes the first legal action on even calls and the last on odd ones."
    memory[0] += 1
    return legal[0] if memory[0] % 2 == 0 else legal[count - 1]
""",
    )
    player = load_player(f"{path}:counter")
    first = play_games(load_setup("usa"), [player, player], seed=3, games=4, keep_actions=True)
    again = play_games(load_setup("usa"), [player, player], seed=3, first=2, games=2, keep_actions=True)
    assert first.actions is not None
    assert again.actions is not None
    assert (first.actions[2:] == again.actions).all(), "memory starts afresh in every game"


def test_a_compiled_player_that_numba_cannot_compile_is_refused_in_one_line(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
@compiled
def wrong(book, table, mine, legal, count, memory, source):
    return table.no_such_field
""",
    )
    with pytest.raises(PlayerError) as caught:
        load_player(f"{path}:wrong")
    message = str(caught.value)
    assert "'wrong'" in message
    assert "cannot be compiled" in message
    assert "no_such_field" in message
    assert "\n" not in message


def test_a_compiled_player_with_the_wrong_arguments_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "@compiled\ndef short(book, table):\n    return 5\n")
    with pytest.raises(PlayerError, match=r"'short'.*cannot be compiled"):
        load_player(f"{path}:short")


def test_an_illegal_choice_of_a_compiled_player_is_told(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
@compiled
def cheat(book, table, mine, legal, count, memory, source):
    return 599
""",
    )
    line = Path(path).read_text(encoding="utf-8").splitlines().index("@compiled") + 1
    with pytest.raises(PlayerError, match=rf"the player 'cheat' \({path}, line {line}\) chose '599' in seat 0"):
        play_games(load_setup("usa"), [load_player(f"{path}:cheat"), load_player("random")], seed=1, games=1)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return 599", r"chose '599' in seat \d at stage 'keep', which is not legal"),
        ("return None", "chose 'None'"),
        ("return 'deck'", "chose 'deck'"),
        ("raise KeyError('oops')", "raised KeyError: 'oops'"),
    ],
)
def test_faults_of_a_python_player_are_told_in_one_line(tmp_path: Path, body: str, message: str) -> None:
    path = write(tmp_path, f"class Bad(Player):\n    def choose(self, view, legal):\n        {body}\n")
    with pytest.raises(PlayerError, match=message) as caught:
        play_games(load_setup("usa"), [load_player(f"{path}:Bad"), load_player("random")], seed=1, games=1)
    assert "\n" not in str(caught.value)
    assert f"the player 'Bad' ({path}, line " in str(caught.value)


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("x = 1\n", "Mine", "'Mine' is not a player; it has none"),
        ("class One(Player):\n    pass\n", "Two", "it has One"),
        ("def broken(:\n", "Mine", "cannot be loaded"),
        ("raise RuntimeError('no')\n", "Mine", "cannot be loaded .RuntimeError: no"),
    ],
)
def test_a_file_without_the_player_is_answered_clearly(tmp_path: Path, text: str, name: str, message: str) -> None:
    with pytest.raises(PlayerError, match=message):
        load_player(f"{write(tmp_path, text)}:{name}")


def test_a_file_must_exist_and_the_player_be_named(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match="there is no such file"):
        load_player(f"{tmp_path}/none.py:Mine")
    with pytest.raises(PlayerError, match="name the player in the file"):
        load_player("mine.py")


def test_a_python_player_draws_its_randomness_from_its_own_generator(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "class Dice(Player):\n    def choose(self, view, legal):\n        return int(self.rng.choice(legal))\n",
    )
    player = load_player(f"{path}:Dice")
    assert isinstance(player, type)
    assert issubclass(player, Player)
    games = [
        play_games(load_setup("usa"), [player, player], seed=5, games=1, keep_actions=True).actions for _ in range(2)
    ]
    assert games[0] is not None
    assert games[1] is not None
    assert (games[0] == games[1]).all()
