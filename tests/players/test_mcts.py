"""What the search players decide, and that they look no further than they may."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from game.invariants import RULESETS, STYLES, choose
from game.positions import give, track_number
from players.searching import arrange, decide, fill_ticket_deck, small_game
from railwright.errors import OptionError
from railwright.game.actions import CLAIM, DECLINE, PASSENGER, TICKETS, keep, pay
from railwright.game.colors import COLORS
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.game.state import AT_KEEP
from railwright.maps.load import load_board, load_ruleset, load_setup
from railwright.matches.match import play_games
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.mcts.settings import BUDGET, OPTIONS, README_OPTIONS
from railwright.players.registry import BUILT_IN, load_player

SEARCHERS = ("mcts", "mcts-peeking", "mcts-readme")


def claim(game: Game, track: str) -> int:
    return CLAIM + track_number(game.setup, track)


def last_turns(game: Game, turns: int, *points: int) -> None:
    """Only so many turns are left, and the seats have these points."""
    game.state.table.last_round = turns
    game.state.table.points[: len(points)] = points


# positions with one right move


def ticket_in_reach() -> Game:
    tracks = ("A-B 2 red", "B-C 9 orange", "C-D 2 red", "D-E 2 red")
    game = small_game(*tracks, tickets=("A-B 20", "C-E 5", "C-D 4"), trains=20)
    arrange(game, "2 red", "2 blue", row="white green pink black", deck="4 white 4 pink", held=(("A-B",), ("C-E",)))
    return game


@pytest.mark.parametrize("name", [*SEARCHERS, "mcts:heuristic=destination-progress", "mcts-readme:heuristic=progress"])
def test_it_claims_the_track_that_finishes_its_ticket(name: str) -> None:
    game = ticket_in_reach()
    assert decide(game, name) == claim(game, "A-B")


@pytest.mark.parametrize("name", ["mcts", "mcts-peeking", "mcts:heuristic=only-score", "mcts:evaluation=paranoid"])
def test_in_the_last_turn_it_makes_the_claim_that_wins(name: str) -> None:
    tracks = ("A-B 1 red", "B-C 9 orange", "C-D 3 blue", "D-E 9 orange", "E-F 2 red")
    game = small_game(*tracks, tickets=("A-B 1", "C-D 1", "E-F 1"), longest_path=0)
    arrange(game, "2 red 3 blue", "2 blue", row="white green", deck="4 white")
    last_turns(game, 1, 0, 3)
    assert decide(game, name) == claim(game, "C-D")


@pytest.mark.parametrize("name", ["mcts", "mcts-peeking"])
def test_in_the_last_turn_it_draws_no_ticket_that_it_cannot_finish(name: str) -> None:
    tracks = ("A-B 1 red", "B-C 9 orange", "C-D 3 blue")
    game = small_game(*tracks, tickets=("A-B 9", "A-C 9", "C-D 9", "B-D 9"), longest_path=0)
    arrange(game, "", "2 blue", row="white", deck="4 white")
    fill_ticket_deck(game, 0, 1, 2)
    last_turns(game, 1, 5, 3)
    assert TICKETS in game.legal()
    for seed in range(5):
        assert decide(game, name, seed=seed) != TICKETS


def test_it_finds_two_claims_that_win_only_together() -> None:
    tracks = ("A-B 3 red", "B-C 9 orange", "C-D 3 blue", "D-E 9 orange", "E-F 4 white")
    game = small_game(*tracks, tickets=("A-B 1", "C-D 1", "E-F 1"), longest_path=0)
    arrange(game, "3 red 3 blue 4 white", "", row="pink", deck="4 pink")
    last_turns(game, 3, 0, 9)  # one turn of seat 0, one of seat 1, one of seat 0
    first = decide(game, "mcts")
    game.play(first)
    game.play(decide(game, "mcts"))
    while game.seat == 1:
        game.play(decide(game, "mcts"))
    while not game.is_over:
        game.play(decide(game, "mcts"))
    assert game.result_record().winners == 1
    assert game.state.table.points[0] == 11


def contested() -> Game:
    """Two turns are left, one for each seat. A-B can be paid with any five cards of one colour."""
    tracks = ("A-B 5 gray", "B-C 9 orange", "C-D 6 blue", "D-E 9 orange", "E-F 4 red")
    game = small_game(*tracks, tickets=("A-B 1", "C-D 1", "E-F 1"), longest_path=0)
    arrange(game, "6 blue", "5 green", row="pink", deck="3 pink 4 red")
    last_turns(game, 2, 0, 6)
    return game


def test_paranoid_search_takes_what_the_other_needs() -> None:
    game = contested()  # with C-D it would have 15 points, and the other 16
    assert decide(game, "mcts-peeking:evaluation=paranoid") == claim(game, "A-B")


def test_a_peeking_search_goes_by_the_other_hand_and_an_honest_one_cannot() -> None:
    game = contested()
    other = game.copy()  # the other seat cannot claim A-B, but E-F: then C-D wins, and A-B loses
    arrange(other, "6 blue", "4 red green", row="pink", deck="3 pink 4 green")
    assert game.view() == other.view()
    name = "mcts-peeking:evaluation=paranoid"
    assert [decide(game, name), decide(other, name)] == [claim(game, "A-B"), claim(game, "C-D")]
    for seed in range(5):
        honest = "mcts:evaluation=paranoid"
        assert decide(game, honest, seed=seed) == decide(other, honest, seed=seed)


def test_it_pays_with_the_colour_that_its_ticket_does_not_need() -> None:
    game = small_game("A-B 2 gray", "B-C 2 blue", tickets=("A-C 20", "A-B 1", "B-C 1"))
    arrange(game, "2 red 2 blue", "", row="white green", deck="4 white", held=(("A-C",),))
    game.play(claim(game, "A-B"))
    assert decide(game, "mcts") == pay(COLORS.index("red"), 0)


def test_it_keeps_the_ticket_that_can_still_be_finished() -> None:
    tracks = ("A-B 2 red", "B-C 2 blue", "C-D 3 pink", "D-E 2 white")
    game = small_game(*tracks, tickets=("A-B 8", "D-E 9", "A-C 1"), draw_keep=1)
    arrange(game, "2 red", "", row="white green", deck="4 white")
    give(game, 1, "D-E")
    fill_ticket_deck(game, 1, 0)
    game.play(TICKETS)
    assert game.state.table.stage == AT_KEEP
    place = game.view().offer.index(0)
    for name in ("mcts", "mcts:rollout=0", "mcts-readme"):
        assert decide(game, name) == keep(place)


def test_it_draws_the_card_that_its_ticket_needs() -> None:
    game = small_game("A-B 4 red", "B-C 6 white", tickets=("A-B 20", "B-C 1", "A-C 2"), trains=20)
    arrange(game, "2 red", "", row="white green red pink", deck="4 white 4 green 4 pink", held=(("A-B",),))
    assert decide(game, "mcts:rollout=0") == 2


def test_it_pays_what_a_tunnel_asks_for_when_that_wins() -> None:
    tracks = ("A-B 2 red tunnel", "B-C 9 blue")
    game = small_game(*tracks, tickets=("A-B 1", "B-C 1", "A-C 2"), tunnel_cards=3, longest_path=0)
    arrange(game, "5 red", "", row="white", deck="3 red")
    last_turns(game, 1, 0, 1)
    game.play(claim(game, "A-B"))
    game.play(pay(COLORS.index("red"), 0))
    assert game.stage == "tunnel"
    assert game.legal() == [DECLINE, pay(COLORS.index("red"), 0)]
    assert decide(game, "mcts") == pay(COLORS.index("red"), 0)


def test_collecting_first_draws_where_points_alone_claim() -> None:
    game = small_game("A-B 6 red", "B-C 1 red", tickets=("A-B 20", "B-C 1", "A-C 2"), trains=20)
    arrange(game, "2 red", "", row="red red white pink", deck="4 white 4 green 4 pink", held=(("A-B",),))
    assert decide(game, "mcts:heuristic=collect-at-first") in (0, 1)
    assert decide(game, "mcts:heuristic=only-score:rollout=0") == claim(game, "B-C")


# what it may not do


@pytest.mark.parametrize("name", SEARCHERS)
def test_without_new_tickets_none_are_drawn_while_there_is_anything_else(name: str) -> None:
    setup = load_setup("usa", ruleset="usa-thesis")
    block = play_games(setup, [load_player(f"{name}:tickets=no:budget=60")] * 4, seed=2, games=2, keep_actions=True)
    assert block.actions is not None
    assert not ((block.actions >= TICKETS) & (block.actions < PASSENGER)).any()
    only = small_game("A-B 1 red", "B-C 1 blue", "C-D 1 red", tickets=("A-B 9", "A-C 8", "B-C 7", "A-D 6"))
    arrange(only, "", "")
    only.state.table.discards[:] = 0
    only.state.table.discard_size = 0
    fill_ticket_deck(only, 0, 1)
    assert only.legal() == [TICKETS]
    assert decide(only, f"{name}:tickets=no") == TICKETS


def moments(board: str, seats: int, seed: int, every: int) -> Iterator[Game]:
    game, chooser = Game(load_setup(board), seats=seats, seed=seed), random.Random(seed)
    while not game.is_over:
        if chooser.randrange(every) == 0 and len(game.legal()) > 1:
            yield game.copy()
        game.play(choose(game, game.legal(), sorted(STYLES)[seed % len(STYLES)], chooser))


def test_hidden_cards_change_the_decisions_of_the_peeking_search_alone() -> None:
    rng = np.random.default_rng(1)
    peeked = looked = 0
    for number, board in enumerate(("usa", "europe", "germany")):
        for game in moments(board, 2 + number, number, 25):
            other = Game.from_states(game.setup, game.view().sample(rng))
            assert other.view() == game.view()
            for name in ("mcts:budget=400", "mcts:budget=400:evaluation=paranoid", "mcts-readme:budget=30"):
                assert decide(game, name) == decide(other, name)
            looked += 1
            peeked += decide(game, "mcts-peeking:budget=400") != decide(other, "mcts-peeking:budget=400")
    assert looked > 20
    assert peeked > 0


@pytest.mark.parametrize("name", SEARCHERS)
def test_the_same_seed_gives_the_same_games_and_another_one_others(name: str) -> None:
    player = load_player(f"{name}:budget=50")
    games = [
        play_games(load_setup("usa"), [player, player], seed=seed, games=1, keep_actions=True).actions
        for seed in (3, 3, 4)
    ]
    assert np.array_equal(games[0], games[1])  # type: ignore[arg-type]
    assert not np.array_equal(games[0], games[2])  # type: ignore[arg-type]


VARIANTS = [
    "mcts:budget=40",
    "mcts:budget=40:rollout=0:evaluation=paranoid:heuristic=collect-at-first",
    "mcts-peeking:budget=40:heuristic=destination-progress:tickets=no",
    "mcts-readme:budget=4",
    "mcts-readme:budget=4:heuristic=progress:selection=uct:choice=total-value",
]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("board", RULESETS)
def test_whole_games_are_legal_on_every_board_by_every_ruleset(board: str, seats: int) -> None:
    loaded = load_board(board)
    for number, ruleset in enumerate(RULESETS[board]):
        rules = load_ruleset(ruleset)
        if not rules.seats[0] <= seats <= rules.seats[1]:
            continue
        players = [load_player(VARIANTS[(number + i) % len(VARIANTS)]) for i in range(seats)]
        block = play_games(Setup(loaded, rules, loaded.decks[number % len(loaded.decks)]), players, seed=seats, games=2)
        assert (block.results["winners"] > 0).all()


def test_it_beats_random_players() -> None:
    names = ["mcts:budget=2000", "random", "random", "random"]
    block = play_games(load_setup("usa"), [load_player(name) for name in names], seed=1, games=8)
    won = [bool(block.results["winners"][i] >> int(np.argmin(seats)) & 1) for i, seats in enumerate(block.seating())]
    assert sum(won) >= 7


# options


def test_the_published_settings_are_presets() -> None:
    assert [option.name for option in OPTIONS[:4]] == ["k", "rollout", "depth", "budget"]
    assert [option.default for option in OPTIONS[:5]] == [0.229, 31, 100, 40_000, "calls"]
    for name in SEARCHERS:
        player = load_player(name)
        assert isinstance(player, CompiledPlayer)
        assert player.peeks == (name == "mcts-peeking")
        assert player.name == name
        assert BUILT_IN[name].summary
        assert player.summary
    readme = load_player("mcts-readme")
    assert isinstance(readme, CompiledPlayer)
    assert readme.values[BUDGET] == int(README_OPTIONS["budget"]) == 1000
    changed = load_player("mcts-readme:budget=7")
    assert isinstance(changed, CompiledPlayer)
    assert changed.values == (*readme.values[:BUDGET], 7, *readme.values[BUDGET + 1 :])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("k=-1", "the option k=-1 is out of range"),
        ("k=much", "the option k=much is out of range"),
        ("budget=0", "the option budget=0 is out of range; budget must be a whole number from 1"),
        ("budget=1.5", "the option budget=1.5 is out of range"),
        ("depth=0", "the option depth=0 is out of range"),
        ("depth=1001", "the option depth=1001 is out of range; depth must be a whole number from 1 to 1000"),
        ("unit=years", "unit must be one of calls, iterations, milliseconds"),
        ("evaluation=maxn", "evaluation must be one of self-only, paranoid"),
        (
            "heuristic=best",
            "heuristic must be one of only-score, destination-progress, include-cards, collect-at-first",
        ),
        ("choice=first", "choice must be one of most-visited, mean-value, total-value"),
        ("tickets=maybe", "tickets must be one of no, yes"),
        ("speed=9", "there is no option 'speed'; its options are budget, choice, depth"),
    ],
)
@pytest.mark.parametrize("name", SEARCHERS)
def test_a_wrong_option_is_answered_with_what_is_right(name: str, options: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        load_player(f"{name}:{options}")
