"""Reviews of finished games: they add up, they are the same everywhere, and they see no hidden cards."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from railwright.errors import RecordError
from railwright.game.actions import CLAIM, DECK
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.players.registry import load_player
from railwright.review.accuracy import accuracy
from railwright.review.balance import balances
from railwright.review.chances import chances
from railwright.review.cutting import cut
from railwright.review.decisions import BLOCKING, OPENING, judge, kind_of
from railwright.review.effort import ReviewEffort
from railwright.review.moments import stretches
from railwright.review.pieces import compute_piece
from railwright.review.review import Review, assemble, review_game
from railwright.table.reasons import reason_for
from railwright.table.wording import action_words
from saying import check_said

QUICK = ReviewEffort(games=4, screening=8, comparing=40)


def played(board: str, players: tuple[str, ...], *, trains: int, seed: int = 4) -> Record:
    """A finished game with few trains."""
    setup = load_setup(board)
    setup = Setup(setup.board, replace(setup.ruleset, trains=trains), setup.deck)
    block = play_games(setup, [load_player(name) for name in players], seed=seed, games=1, keep_actions=True)
    assert block.actions is not None
    game = Game(setup, seats=len(players), seed=int(block.seeds[0]))
    for action in block.actions[0, : block.game_stats["actions"][0]].tolist():
        game.play(action)
    return Record.of(game, players)


@pytest.fixture(scope="module")
def record() -> Record:
    return played("usa", ("beginner", "skilled"), trains=12)


@pytest.fixture(scope="module")
def review(record: Record) -> Review:
    return review_game(record, seed=3, effort=QUICK)


def test_skill_and_luck_make_the_result_of_every_seat(review: Review) -> None:
    for seat in review.seats:
        kept = seat.balance
        assert kept.equal_share + kept.skill + kept.others + kept.luck == pytest.approx(kept.result, abs=1e-12)
        assert kept.skill == pytest.approx(-seat.loss)
        assert kept.skill <= 0 <= kept.others
    assert sum(seat.loss for seat in review.seats) > 0
    assert sum(seat.balance.luck for seat in review.seats) == pytest.approx(0, abs=1e-12)
    assert sum(seat.balance.skill + seat.balance.others for seat in review.seats) == pytest.approx(0, abs=1e-12)


def test_chances_sum_to_one_and_end_with_the_result(record: Record, review: Review) -> None:
    assert min(review.curve) == 0
    assert max(review.curve) == len(record.actions)
    for shares in review.curve.values():
        assert sum(shares) == pytest.approx(1)
    assert record.result is not None
    winners = record.result["winners"]
    assert list(review.curve[len(record.actions)]) == [(seat in winners) / len(winners) for seat in (0, 1)]


def test_a_review_is_the_same_in_any_pieces(record: Record, review: Review) -> None:
    pieces = [
        compute_piece(record, record.names, first, last, seed=3, effort=QUICK)
        for first, last in reversed(cut(len(record.actions)))
    ]
    assert assemble(record, pieces, seed=3, effort=QUICK) == review
    assert json.loads(json.dumps(review.to_dict()))["seats"][0]["skill"] == review.seats[0].balance.skill


def test_costly_decisions_can_be_said_in_other_languages(review: Review) -> None:
    listed = [one for seat in review.to_dict()["seats"] for one in seat["costliest"]]
    assert listed
    for one in listed:
        for name in ("words", "best_words", "reason"):
            assert check_said(one[name], one[f"{name}_said"])


def test_a_decision_is_judged_by_what_the_seat_can_see(record: Record) -> None:
    rng = np.random.default_rng(2)
    mistakes = 0
    for step in range(0, len(record.actions), 3):
        game = record.replay(step)
        action = game.legal()[-1]
        seen = judge(game, action, seed=step, effort=QUICK)
        other = Game.from_states(game.setup, game.view().sample(rng))
        if seen is None:
            continue
        mistakes += seen.is_mistake
        again = judge(other, action, seed=step, effort=QUICK)
        assert again is not None
        assert replace(again, step=step) == seen
    assert mistakes


def test_taking_too_long_is_a_mistake_and_the_best_choice_is_none() -> None:
    """Near the end, to draw a card instead of claiming a track gives the points away."""
    record = played("usa", ("skilled", "skilled"), trains=16, seed=8)
    effort = ReviewEffort(games=4, screening=40, comparing=120)
    found = []
    for step, action in enumerate(record.actions):
        game = record.replay(step)
        if 3 * step < 2 * len(record.actions) or action < CLAIM or game.stage != "turn":
            continue
        wasted = judge(game, DECK, seed=step, effort=effort)
        assert wasted is not None
        chosen = judge(game, wasted.best, seed=step, effort=effort)
        assert chosen is not None
        assert not chosen.is_mistake
        assert chosen.loss == 0
        found.append(wasted.is_mistake)
    assert any(found)


def test_moments_lie_where_a_seat_has_finished_what_it_began(record: Record) -> None:
    cuts = stretches(record)
    assert [one.first for one in cuts[1:]] == [one.last for one in cuts[:-1]]
    assert (cuts[0].first, cuts[-1].last) == (0, len(record.actions))
    for one in cuts:
        assert {record.replay(step).seat for step in range(one.first, one.last)} == {one.seat}
    assert {"cards", "tickets", "hidden"} >= {one.luck for one in cuts}


def test_the_others_gain_what_a_decision_gives_away_by_their_chances(record: Record) -> None:
    review = review_game(record, seed=1, effort=QUICK)
    decision = next(one.decision for seat in review.seats for one in seat.costliest)
    curve = {0: [0.5, 0.3, 0.2], 9: [1.0, 0.0, 0.0]}
    cuts = [replace(stretches(record)[0], first=0, last=9, seat=0, luck="cards")]
    first, second, third = balances(curve, cuts, [replace(decision, step=4, seat=0, loss=0.1)])
    assert [one.skill for one in (first, second, third)] == [-0.1, 0, 0]
    assert [one.others for one in (first, second, third)] == pytest.approx([0, 0.06, 0.04])
    assert first.luck == pytest.approx(1 - 1 / 3 + 0.1)


def test_opening_tickets_are_decisions_of_their_own(review: Review) -> None:
    for seat in review.seats:
        assert OPENING in {one.kind for one in seat.kinds}
        assert sum(one.decisions for one in seat.kinds) == seat.decisions
        assert sum(one.loss for one in seat.kinds) == pytest.approx(seat.loss)


def test_a_claim_for_no_ticket_between_tracks_of_another_seat_is_a_decision_about_blocking() -> None:
    game = Game(load_setup("usa"), seats=2, seed=4)
    rng = random.Random(1)
    found = []
    while not game.is_over:
        legal = game.legal()
        claims = [action for action in legal if DECK in legal and action_words(game, action).startswith("claim ")]
        for claim in claims[:3]:
            reason = str(reason_for(game, claim))
            found.append("No ticket of yours needs it" in reason and "It keeps it from" in reason)
            kinds = [kind_of(game, *pair) for pair in ((claim, claim), (claim, DECK), (DECK, claim))]
            assert kinds == (3 * [BLOCKING] if found[-1] else ["claims", "claims", "cards"])
        game.play(rng.choice(legal))
    assert {*found} == {True, False}


def test_the_same_seed_gives_the_same_chances(record: Record) -> None:
    game = record.replay(6)
    assert chances(game, seed=5, games=6) == chances(game, seed=5, games=6)
    assert chances(game, seed=5, games=40) != chances(game, seed=6, games=40)


def test_an_unfinished_game_is_refused(record: Record) -> None:
    with pytest.raises(RecordError, match=r"only a finished game can be reviewed.*after 3 actions"):
        review_game(replace(record, actions=record.actions[:3], result=None))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_accuracy_falls_with_the_share_that_is_lost(seats: int) -> None:
    marks = [accuracy(loss / seats, seats) for loss in (0, 0.1, 1, 5)]
    assert marks[0] == 100
    assert marks == sorted(marks, reverse=True)
    assert marks[1] == pytest.approx(accuracy(0.05, 2))
