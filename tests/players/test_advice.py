"""Hints: honest, sensible and quick."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from railwright.game.actions import decode
from railwright.game.colors import CARD_KINDS
from railwright.game.game import Game
from railwright.maps.load import load_setup
from railwright.matches.seated_player import choose_action
from railwright.players.express.advice import advise
from railwright.players.express.win_probability import win_chance
from railwright.table.hints import hint_for
from saying import check_said


def moments(board: str, *, seed: int, every: int) -> list[Game]:
    """Some moments of a game with random moves."""
    game, rng = Game(load_setup(board), seats=3, seed=seed), random.Random(seed)
    found: list[Game] = []
    while not game.is_over and len(found) < 8:
        if len(game.actions) % every == 0:
            found.append(game.copy())
        game.play(rng.choice(game.legal()))
    return found


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_advice_follows_from_the_view_alone(board: str) -> None:
    noise = np.random.default_rng(5)
    for game in moments(board, seed=4, every=19):
        other = Game.from_states(game.setup, game.view().sample(noise))
        assert other.states.tobytes() != game.states.tobytes()
        assert advise(other, seed=3, iterations=100) == advise(game, seed=3, iterations=100)


@pytest.mark.parametrize("board", ["usa", "germany"])
def test_opinions_are_about_legal_actions_the_best_first(board: str) -> None:
    for game in moments(board, seed=9, every=23):
        opinions = advise(game, seed=1, iterations=100)
        assert {opinion.action for opinion in opinions} <= set(game.legal())
        assert len({opinion.action for opinion in opinions}) == len(opinions)
        assert all(0 <= opinion.win_chance <= 1 for opinion in opinions)
        assert opinions[0].is_about_equal
        assert len(opinions) == 1 or opinions[0].win_chance in (0, 1, pytest.approx(win_chance(game)))


def test_the_number_of_threads_changes_nothing() -> None:
    for game in moments("europe", seed=2, every=31):
        first, *others = (advise(game, seed=1, iterations=200, threads=threads) for threads in (1, 2, 5))
        assert others == [first] * 2


def test_the_hint_is_the_players_own_choice() -> None:
    for game in moments("usa", seed=3, every=17):
        if game.stage in ("turn", "keep", "second_card"):
            chosen = advise(game, seed=1, iterations=600)[0].action
            alike = {choose_action(game, "express", seed=seed) for seed in range(6)}
            assert chosen in alike


def last_turn(seed: int) -> Game:
    """The last turn of a game for two. Its seat is one point behind, and the other has no tickets: all is known."""
    game, rng = Game(load_setup("usa"), seats=2, seed=seed), random.Random(seed)
    while game.state.table.last_round != 1:
        claims = [action for action in game.legal() if kind_of(action) in ("claim", "pay")]
        game.play(rng.choice(claims or game.legal()))
    game.states["private"]["tickets"][0, 1 - game.seat] = 0
    game.states["table"]["tickets"][0, 1 - game.seat] = 0
    game.states["table"]["trains"][0, game.seat] = 6
    for kind in range(CARD_KINDS):  # and the seat gets some cards of each kind from the deck
        cards = min(4, int(game.states["deck"][0, kind]))
        game.states["deck"][0, kind] -= cards
        game.states["private"]["hand"][0, game.seat, kind] += cards
        game.states["table"]["deck_size"] -= cards
        game.states["table"]["hand_size"][0, game.seat] += cards
    scores = game.result_record().scores
    ahead = int(scores[game.seat]) - int(scores[1 - game.seat])
    game.states["table"]["points"][0, 1 - game.seat] += ahead + game.setup.ruleset.scale
    return game


def kind_of(action: int) -> str:
    meaning = decode(action)
    assert meaning is not None
    return meaning.kind


def wins(game: Game, action: int) -> bool:
    """Whether the seat wins with this action at its last turn, paying in any way."""
    seat, trial = game.seat, game.copy()
    trial.play(action)
    while not trial.is_over and trial.seat == seat:
        trial.play(trial.legal()[0])
    return bool(int(trial.result_record().winners) >> seat & 1)


def test_a_claim_that_wins_the_game_is_advised() -> None:
    decided = 0
    for seed in range(20):
        game = last_turn(seed)
        winning = {action for action in game.legal() if wins(game, action)}
        if not winning or any(kind_of(action) != "claim" for action in winning):
            continue
        decided += 1
        best = advise(game, seed=1)[0]
        assert best.action in winning
        assert best.win_chance == 1
        assert hint_for(game)["words"].startswith("Best: claim ")
    assert decided >= 5


def test_a_hint_says_why_in_a_sentence() -> None:
    hint = hint_for(moments("usa", seed=4, every=40)[1])
    assert 1 <= len(hint["choices"]) <= 3
    assert re.fullmatch(r"Best: .+\. .*(next best|Nothing else).*\.", hint["words"])
    check_said(hint["words"], hint["words_said"])
    for choice in hint["choices"]:
        check_said(choice["words"], choice["words_said"])
        check_said(choice["reason"], choice["reason_said"])
