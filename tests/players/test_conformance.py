"""What every built-in player must do: act legally everywhere, and the same in the same situation."""

from __future__ import annotations

import numpy as np
import pytest

from players.lineup import BOARDS, all_decks, half_of_seats, quick, setup_of, table_of
from railwright.game.scoring import RESULT
from railwright.matches.conformance.cases import ExaminedGame
from railwright.matches.conformance.repetition import examine_resumption, first_difference, play_together
from railwright.matches.faults import LONGEST_GAME
from railwright.matches.game_stats import GAME_STATS
from railwright.matches.match import _play_mixed, play_games
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.kit.options import encode_options
from railwright.players.registry import BUILT_IN, HUMAN, load_player, split_names, split_options

GAMES = 2

COMMANDS = ("check", "show")
"""Commands of ``railwright players``, which no player can be called."""

NAMES = list(BUILT_IN)
every_player = pytest.mark.parametrize("name", NAMES)


@every_player
@pytest.mark.parametrize(("board", "deck"), all_decks())
def test_it_plays_complete_legal_games_with_every_deck_and_number_of_seats(name: str, board: str, deck: str) -> None:
    """An illegal choice raises PlayerError, and so does a game that does not end."""
    for seats in half_of_seats(NAMES.index(name), all_decks().index((board, deck))):
        players = table_of(name, seats, number=len(deck) + seats)
        block = play_games(setup_of(board, deck), players, seed=seats, games=GAMES)
        assert (block.game_stats["actions"] > 0).all()
        assert (block.game_stats["turns"] > 0).all()


@every_player
@pytest.mark.parametrize("ruleset", ["usa-thesis", "europe-thesis", "germany-thesis", "usa-thesis-linear"])
def test_it_plays_by_the_rules_of_published_studies(name: str, ruleset: str) -> None:
    setup = setup_of(ruleset.split("-")[0], None, ruleset)
    assert len(play_games(setup, table_of(name, 3), seed=1, games=GAMES)) == GAMES


@every_player
def test_it_plays_against_itself_to_the_end(name: str) -> None:
    for number, board in enumerate(BOARDS):
        for seats in half_of_seats(NAMES.index(name), number):
            assert len(play_games(setup_of(board), [quick(name)] * seats, seed=11, games=1)) == 1


@every_player
@pytest.mark.parametrize("board", BOARDS)
def test_it_decides_the_same_with_nothing_but_what_lasts_from_one_decision_to_the_next(name: str, board: str) -> None:
    for own in (0, 1):
        found = examine_resumption(ExaminedGame(setup_of(board), 5, quick(name), own, (quick(name),)))
        assert found.decisions >= 20
        assert not found.fault
        assert not found.lost_options


@every_player
@pytest.mark.parametrize("board", BOARDS)
def test_the_same_seed_gives_the_same_games_however_they_are_divided(name: str, board: str) -> None:
    setup, players = setup_of(board), table_of(name, 3)
    whole, again = (play_together(setup, players, seed=8, games=3) for _ in range(2))
    assert whole.actions is not None
    assert again.actions is not None
    assert (whole.actions == again.actions).all()
    assert whole.results.tobytes() == again.results.tobytes()
    assert not first_difference(setup, players, seed=8, whole=whole), "it remembers something from an earlier game"


@every_player
@pytest.mark.parametrize("board", BOARDS)
def test_games_inside_the_compiled_loop_are_those_asked_from_python(name: str, board: str) -> None:
    setup, players = setup_of(board), table_of(name, 4, number=1)
    fast = play_games(setup, players, seed=4, games=GAMES, keep_actions=True)
    results, game_stats = np.zeros(GAMES, RESULT), np.zeros(GAMES, GAME_STATS)
    actions = np.zeros((GAMES, LONGEST_GAME), np.int16)
    _play_mixed(setup, players, 4, 0, results, game_stats, actions)
    assert fast.actions is not None
    assert (fast.actions == actions).all()
    assert fast.results.tobytes() == results.tobytes()


@every_player
def test_it_says_what_it_is(name: str) -> None:
    entry = BUILT_IN[name]
    summary = str(entry.summary)
    assert summary
    assert "\n" not in summary
    assert summary.endswith(".")
    assert entry.source
    player = load_player(name)
    assert isinstance(player, CompiledPlayer)
    assert (player.name, player.summary) == (name, summary)
    assert len({option.name for option in player.options}) == len(player.options)
    assert all(option.summary for option in player.options)
    options = encode_options(player.options, entry.options)
    assert player.values[: len(options)] == options
    assert len(player.values) == len(options) or player.digest  # an address of data follows


def test_names_can_be_told_apart_and_typed() -> None:
    same = {(entry.path, entry.variable, tuple(sorted(entry.options.items()))) for entry in BUILT_IN.values()}
    assert len(same) == len(BUILT_IN), "two names for one player"
    for name in BUILT_IN:
        assert name not in (HUMAN, *COMMANDS)
        assert name == name.lower()
        assert split_names(f"{name},{name}") == [name, name]
        assert split_options(name) == (name, {})
        assert not name.endswith(".py")
