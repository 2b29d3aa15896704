"""Whole games of the three rule players of the thesis, on every board and with every number of seats."""

from __future__ import annotations

import numpy as np
import pytest

from game.positions import begin
from players.thesis_asking import ask
from railwright.arena.stats import summarise
from railwright.game.actions import PASSENGER, TICKETS
from railwright.game.game import Game
from railwright.game.state import AT_PASSENGER, PASSENGER_BITS
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.players.registry import load_player

PLAYERS = ("hoard", "rule", "evaluation")
SETUPS = (
    ("usa", "base", None),
    ("usa", "mega", None),
    ("usa", "base", "usa-thesis-linear"),
    ("europe", "base", None),
    ("europe", "mega_1912", None),
    ("europe", "base", "europe-thesis"),
    ("germany", "germany_2017", None),
    ("germany", "deutschland_2012", None),
    ("germany", "germany_2017", "germany-thesis"),
)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(("board", "tickets", "ruleset"), SETUPS)
def test_they_play_whole_games(board: str, tickets: str, ruleset: str | None, seats: int) -> None:
    """An illegal choice or a game without an end would raise an error."""
    setup = load_setup(board, tickets=tickets, ruleset=ruleset)
    names = [PLAYERS[(seats + i) % len(PLAYERS)] for i in range(seats)]
    block = play_games(setup, [load_player(name) for name in names], seed=seats, games=2 * seats)
    assert (block.game_stats["turns"] > 20 * seats).all()
    assert (block.results["winners"] > 0).all()


@pytest.mark.parametrize("name", PLAYERS)
def test_they_play_on_when_others_do_anything(name: str) -> None:
    """Games against random players run into rare positions: no cards, no tickets, no trains."""
    for board in ("usa", "europe", "germany"):
        players = [load_player(name), load_player("random"), load_player("random")]
        assert len(play_games(load_setup(board), players, seed=3, games=30)) == 30


@pytest.mark.parametrize("name", PLAYERS)
def test_they_ask_for_no_long_tickets(name: str) -> None:
    game = Game(load_setup("germany"), seats=3, seed=1)
    assert game.stage == "mix"
    assert ask(name, game) == TICKETS


@pytest.mark.parametrize("name", PLAYERS)
def test_they_take_passengers_of_the_colour_they_have_most_of(name: str) -> None:
    game = begin(load_setup("germany"), seats=3)
    table = game.state.table
    table.stage, table.city = AT_PASSENGER, 0
    place = game.setup.rulebook[0].place[0]
    table.passengers[place] = 1 << (PASSENGER_BITS * 1) | 1 << (PASSENGER_BITS * 4)
    assert ask(name, game) == PASSENGER + 1
    table.taken[0, 4] = 1
    assert ask(name, game) == PASSENGER + 4


def test_hoarding_wins_most_games_under_the_rules_of_the_thesis() -> None:
    """Thesis, table 7: hoard 0.85, with 88.6 points and none but failed tickets, in games of 29 or 30 rounds."""
    setup = load_setup("usa", ruleset="usa-thesis")
    names = [*PLAYERS, "random"]
    block = play_games(setup, [load_player(name) for name in names], seed=1, games=80)
    hoard = summarise(setup, names, [block])[0]
    assert hoard.win_rate > 0.7
    assert 82 < hoard.points_mean < 95
    assert -21 < hoard.ticket_points_mean < -17
    rounds = block.game_stats["turns"] // 4 + 2
    assert np.mean(np.isin(rounds, (29, 30))) > 0.8


def test_without_the_hoarder_the_ticket_players_complete_theirs() -> None:
    setup = load_setup("usa", ruleset="usa-thesis")
    names = ["rule", "evaluation", "random", "random"]
    block = play_games(setup, [load_player(name) for name in names], seed=1, games=40)
    rule, evaluation, *_ = summarise(setup, names, [block])
    for summary in (rule, evaluation):
        assert summary.tickets_completed_mean > 2
        assert summary.tickets_failed_mean < 0.5
        assert summary.points_mean > 70
