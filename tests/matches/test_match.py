"""Matches: the same games however they are played, seats that rotate, statistics that add up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from railwright.arena.game_records import block_records
from railwright.arena.stats import summarise
from railwright.errors import OptionError, UnknownNameError
from railwright.game.scoring import RESULT
from railwright.game.view import View
from railwright.maps.load import LIBRARY, load_setup
from railwright.matches.faults import LONGEST_GAME
from railwright.matches.game_stats import GAME_STATS
from railwright.matches.match import _play_mixed, play_games
from railwright.players.kit.interface import Player
from railwright.players.registry import load_player
from railwright.workers.pool import play_match

RANDOM = load_player("random")


class Follower(Player):
    """Ordinary Python, so that a match with it takes the slow path."""

    name = "follower"

    def choose(self, view: View, legal: Sequence[int]) -> int:
        return legal[0]


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_a_player_in_python_changes_nothing_for_the_compiled_ones(board: str) -> None:
    """Compiled players choose the same actions in a match with ordinary players as long as the games are the same."""
    setup = load_setup(board)
    fast = play_games(setup, [RANDOM] * 3, seed=4, games=3, keep_actions=True)
    slow = [np.zeros(3, RESULT), np.zeros(3, GAME_STATS), np.zeros((3, LONGEST_GAME), np.int16)]
    _play_mixed(setup, [RANDOM] * 3, 4, 0, *slow)
    assert (fast.results == slow[0]).all()
    for field in ("actions", "turns", "tracks", "trains"):
        assert (fast.game_stats[field] == slow[1][field]).all()
    assert fast.actions is not None
    assert (fast.actions == slow[2]).all()


def test_the_deal_does_not_depend_on_the_players() -> None:
    setup = load_setup("usa")
    blocks = [play_games(setup, [RANDOM, last], seed=4, games=5) for last in (RANDOM, Follower)]
    assert (blocks[0].seeds == blocks[1].seeds).all()


def test_a_match_does_not_depend_on_where_it_is_cut() -> None:
    setup = load_setup("usa")
    whole = play_games(setup, [RANDOM] * 4, seed=9, games=20)
    parts = [play_games(setup, [RANDOM] * 4, seed=9, first=first, games=5) for first in (0, 5, 10, 15)]
    assert (np.concatenate([part.results for part in parts]) == whole.results).all()


def test_every_player_begins_equally_often() -> None:
    block = play_games(load_setup("usa"), [RANDOM] * 3, seed=1, games=9)
    assert sorted(block.seating()[:, 0].tolist()) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert all(sorted(row) == [0, 1, 2] for row in block.seating().tolist())


def test_win_rates_add_up_to_one_and_shared_wins_are_counted_in_parts() -> None:
    setup = load_setup("usa")
    summaries = summarise(setup, ["a", "b"], [play_games(setup, [RANDOM, RANDOM], seed=3, games=400)])
    assert sum(summary.win_rate for summary in summaries) == pytest.approx(1)
    assert summaries[0].shared_wins == summaries[1].shared_wins
    for summary in summaries:
        assert summary.win_rate_low < summary.win_rate < summary.win_rate_high
        assert summary.points_mean == pytest.approx(
            summary.route_points_mean + summary.ticket_points_mean + 5, abs=6
        ), "routes, tickets and at most ten points of bonus"


def test_summaries_follow_the_players_and_not_the_seats() -> None:
    setup = load_setup("usa")
    summaries = summarise(setup, ["random", "follower"], [play_games(setup, [RANDOM, Follower], seed=3, games=10)])
    assert summaries[1].player == "follower"
    assert summaries[1].tickets_completed_mean + summaries[1].tickets_failed_mean == 2, "it keeps two and draws no more"


def test_records_of_a_match_survive_writing_and_reading() -> None:
    setup = load_setup("germany")
    block = play_games(setup, [RANDOM] * 2, seed=8, games=2, keep_actions=True)
    for record in block_records(setup, ["random"] * 2, block):
        again = type(record).from_dict(record.to_dict(LIBRARY), LIBRARY)
        assert again.result == record.result
        assert again.actions == record.actions


@pytest.mark.parametrize("players", [1, 6])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(OptionError, match=f"2 to 5 players, not {players}"):
        play_games(load_setup("usa"), [RANDOM] * players, seed=1, games=1)


def test_a_match_needs_games_and_workers() -> None:
    with pytest.raises(OptionError, match="at least 1 game"):
        list(play_match(load_setup("usa"), ["random"] * 2, games=0, seed=1))
    with pytest.raises(OptionError, match="number of workers"):
        list(play_match(load_setup("usa"), ["random"] * 2, games=10, seed=1, workers=0))


def test_a_board_is_played_by_its_own_rules_and_with_its_first_deck() -> None:
    by_name = play_games("europe", ["random", "random"], seed=3, games=4)
    of_setup = play_games(load_setup("europe"), ["random", "random"], seed=3, games=4)
    assert by_name.results.tobytes() == of_setup.results.tobytes()
    with pytest.raises(UnknownNameError, match="atlantis"):
        play_games("atlantis", ["random", "random"], seed=3, games=4)
