from __future__ import annotations

import random

import pytest

from cli.terminal.typist import Lines, make_session, play_lines, screen
from railwright.compiled.bits import members
from railwright.game.actions import CLAIM, DECLINE
from railwright.maps.load import load_setup
from railwright.table.game_history import GameHistory
from railwright.table.undo import CannotUndoError, last_choice


def test_a_track_can_be_given_back_before_it_is_paid() -> None:
    session, text = play_lines("all", "claim atl nash", "undo", seed=7)
    assert "Undone." in text
    assert session.game.stage == "turn"
    assert session.game.seat == 0


def test_a_claim_is_taken_back_with_its_payment_before_anybody_else_acts() -> None:
    before, _ = play_lines("all", seed=7)
    session, text = play_lines("all", "claim atl nash", "2", "undo", seed=7)
    assert text.count("Undone.") == 1
    assert session.game.actions == before.game.actions
    assert session.game.view(0).mine == before.game.view(0).mine


def test_a_forced_payment_is_taken_back_with_its_track() -> None:
    session, text = play_lines("all", "d", "4", "claim chi saint", "undo", seed=7)
    assert text.count("Undone.") == 1
    assert session.game.stage == "turn"


def test_another_choice_after_an_undo_counts() -> None:
    session, text = play_lines("all", "claim atl nash", "1", "undo", "claim atl nash", "2", "", seed=7)
    assert "with 1 orange" in text
    claimed = members(session.game.state.table.own[0])
    assert len(claimed) == 1


def test_kept_tickets_can_be_taken_back_but_not_the_draw() -> None:
    session, text = play_lines("all", "t", "1", "undo", "undo", seed=7)
    assert "Undone." in text
    assert "cannot be taken back: tickets were drawn" in text
    assert session.game.stage == "keep"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [(("d", "undo"), "a card was drawn from the deck"), (("2", "undo"), "a new card was turned face up"),
     (("t", "undo"), "tickets were drawn"), (("d", "d", "undo"), "random 3 has acted since")],
)  # fmt: skip
def test_what_has_come_to_light_cannot_be_undone(lines: tuple[str, ...], reason: str) -> None:
    _, text = play_lines("all", *lines, seed=7)
    assert reason in text
    assert "Undone." not in text


def test_nothing_can_be_taken_back_at_the_beginning() -> None:
    assert "Nothing to take back yet." in play_lines("undo", seed=7)[1]


def test_opening_tickets_stay_when_the_next_seat_has_seen_its_own() -> None:
    reader = Lines(["", "all", "undo", "", "", "undo"])
    session = make_session(reader, players=("human", "human"), seed=7)
    session.run()
    text = screen(session)
    assert "That cannot be taken back: tickets were drawn." in text
    assert "Nothing to take back yet." in text
    assert len(session.game.actions) == 1


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_a_step_can_be_taken_back_just_if_no_card_or_ticket_was_turned_over(board: str) -> None:
    rng = random.Random(board)
    history = GameHistory(load_setup(board), seats=3, seed=4)
    seen = set()
    while not history.game.is_over:
        table, deck = history.game.state.table, history.game.state.deck.copy()
        tickets, size, discards = table.ticket_deck.copy(), int(table.deck_size), int(table.discard_size)
        legal = history.game.legal()
        claims = [action for action in legal if action >= CLAIM]
        action = rng.choice(claims if history.game.stage == "turn" and claims and rng.random() < 0.4 else legal)
        step = history.play(action)
        after = history.game.state
        same_cards = size == after.table.deck_size and (deck == after.deck).all()
        same_tickets = (tickets <= after.table.ticket_deck).all()
        reshuffled = size + discards > 0 and after.table.deck_size != size
        is_all_open = history.game.is_over
        assert bool(step.revealed) == (not same_cards or not same_tickets or reshuffled or is_all_open), step
        if not step.revealed:
            seen.add(step.stage)
    assert {"turn", "pay", "keep"} <= seen


def test_a_declined_tunnel_can_be_considered_again() -> None:
    rng = random.Random(1)
    history = GameHistory(load_setup("europe"), seats=2, seed=1)
    names = ("Ada", "Ben")
    while True:
        if history.game.is_over:
            history = GameHistory(load_setup("europe"), seats=2, seed=int(history.game.seed) + 1)
        legal = history.game.legal()
        seat = history.game.seat
        if history.game.stage == "tunnel":
            with pytest.raises(CannotUndoError, match="the tunnel's cards were turned over"):
                last_choice(history.steps, seat, names)
            history.play(DECLINE)
            break
        claims = [action for action in legal if action >= CLAIM]
        history.play(rng.choice(claims if history.game.stage == "turn" and claims else legal))
    length = last_choice(history.steps, seat, names)
    history.rewind(length)
    assert history.game.stage == "tunnel"
    with pytest.raises(CannotUndoError, match="the tunnel's cards"):
        last_choice(history.steps, seat, names)
