"""What a seat sees, and what makes no difference to it."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.invariants import SETUPS, STYLES, bits, check_state, ticket_decks
from game.moments import BY_NAME, moments
from railwright.game.colors import CARD_KINDS
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.game.state import LONG, SHORT

ANY_SETUP = st.sampled_from(SETUPS)
ANY_STYLE = st.sampled_from(sorted(STYLES))


def swap_cards(game: Game, seat: int, chooser: random.Random) -> None:
    """Exchange a card of the deck with one of another hand that nobody has seen."""
    state = game.state
    others = [s for s in range(game.seats) if s != seat]
    for _ in range(20):
        other = chooser.choice(others)
        unseen = [k for k in range(CARD_KINDS) if state.private[other].hand[k] > state.table.shown[other, k]]
        inside = [k for k in range(CARD_KINDS) if state.deck[k] > 0]
        if unseen and inside:
            out, into = chooser.choice(unseen), chooser.choice(inside)
            state.private[other].hand[out] -= 1
            state.private[other].hand[into] += 1
            state.deck[into] -= 1
            state.deck[out] += 1


def swap_tickets(game: Game, seat: int, chooser: random.Random) -> None:
    """Exchange a ticket in the deck with one of the same kind that another seat holds."""
    state = game.state
    mine = set(bits(state.private[seat].returned))
    long = 0 if game.setup.ruleset.merge_tickets else sum(ticket.long for ticket in game.setup.tickets)
    for kind in (SHORT, LONG):
        deck = [ticket for ticket in ticket_decks(game)[kind] if ticket not in mine]
        for other in range(game.seats):
            held = [t for t in bits(state.private[other].tickets) if (t < long) == (kind == LONG)]
            if other == seat or not held or not deck:
                continue
            out, into = chooser.choice(held), deck.pop(chooser.randrange(len(deck)))
            place = next(
                i for i in range(len(game.setup.tickets)) if _in_deck(game, kind, i) and order(game)[i] == into
            )
            state.ticket_order[place] = out
            words = state.private[other].tickets
            for ticket in (out, into):
                words[ticket >> 6] ^= np.int64(np.uint64(1 << (ticket & 63)).astype(np.int64))
            for anyone in range(game.seats):  # what lay in the deck and was known to its giver is not there any more
                if anyone != seat:
                    state.private[anyone].returned[into >> 6] &= ~np.int64(np.uint64(1 << (into & 63)).astype(np.int64))


def order(game: Game) -> list[int]:
    return [int(ticket) for ticket in game.state.ticket_order]


def _in_deck(game: Game, kind: int, place: int) -> bool:
    long = 0 if game.setup.ruleset.merge_tickets else sum(ticket.long for ticket in game.setup.tickets)
    start, size = (0, long) if kind == LONG else (long, len(game.setup.tickets) - long)
    top, count = int(game.state.ticket_top[kind]), int(game.state.table.ticket_deck[kind])
    return start <= place < start + size and (place - start - top) % size < count


def reseed(game: Game, seat: int, chooser: random.Random) -> None:
    game.state.rng[0] = chooser.getrandbits(63) | 1


@pytest.mark.parametrize("change", [swap_cards, swap_tickets, reseed])
@settings(max_examples=8)
@given(setup=ANY_SETUP, seats=st.integers(2, 5), seed=st.integers(0, 2**40), style=ANY_STYLE)
def test_what_a_seat_cannot_see_changes_neither_its_view_nor_its_legal_actions(
    change: Callable[[Game, int, random.Random], None], setup: Setup, seats: int, seed: int, style: str
) -> None:
    chooser = random.Random(seed)
    for game in moments(setup, seats, seed, style, 80):
        for seat in range(game.seats):
            other = game.copy()
            change(other, seat, chooser)
            check_state(other)
            assert other.view(seat) == game.view(seat)
            if seat == game.seat:
                assert other.legal() == game.legal()


def test_views_differ_by_seat_and_by_what_the_seat_holds() -> None:
    game = Game(BY_NAME["usa-usa-base"], seats=2, seed=3)
    assert game.view(0) != game.view(1)
    other = game.copy()
    other.state.private[0].hand[0] += 1
    assert other.view(0) != game.view(0)
    assert other.view(1) == game.view(1)
    assert game.view(0) != "something else"
    assert game.view() == game.view(game.seat)


def test_a_view_keeps_what_it_saw_when_the_game_goes_on() -> None:
    game = Game(BY_NAME["usa-usa-base"], seats=2, seed=3)
    view = game.view(0)
    hand, row, offer = view.hand, view.row, view.offer
    while game.stage == "keep":
        game.play(game.legal()[-1])
    game.play(0)
    assert (view.hand, view.row, view.offer) == (hand, row, offer)
    assert view.stage == "keep"
    assert game.view(0).tickets == sorted(offer)
    assert sum(game.view(1).shown(0).values()) == 1
