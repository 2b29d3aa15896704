"""The games that a seat could be playing, for all it sees."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.invariants import SETUPS, STYLES, bits, check_legal, check_state, choose, ticket_decks
from game.moments import BY_NAME, moments
from railwright.game.colors import CARD_KINDS
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.game.state import SHORT

ANY_SETUP = st.sampled_from(SETUPS)
ANY_STYLE = st.sampled_from(sorted(STYLES))


def check_sample(game: Game, seat: int, rng: np.random.Generator) -> Game:
    """A sample from the view of a seat is a sound game that looks the same from there."""
    view = game.view(seat)
    sample = Game.from_states(game.setup, view.sample(rng))
    check_state(sample)
    assert sample.view(seat) == view
    assert hash(sample.view(seat)) == hash(view)
    if seat == game.seat:
        assert sample.legal() == game.legal()
    returned = set(bits(view.mine.returned)) | set(bits(view.mine.boxed))
    for other in range(game.seats):
        assert (sample.state.private[other].hand >= view.table.shown[other]).all()
        assert other == seat or not returned & set(bits(sample.state.private[other].tickets))
        assert other == seat or not returned & {int(t) for t in sample.state.private[other].offer}
    return sample


@pytest.mark.parametrize("name", BY_NAME)
def test_a_sample_looks_the_same_from_its_seat_and_is_a_sound_game(name: str) -> None:
    number = list(BY_NAME).index(name)
    rng = np.random.default_rng(number)
    for game in moments(BY_NAME[name], 2 + number % 4, number, sorted(STYLES)[(number + 1) % len(STYLES)], 15):
        for seat in range(game.seats):
            check_sample(game, seat, rng)


@settings(max_examples=8)
@given(setup=ANY_SETUP, seats=st.integers(2, 5), seed=st.integers(0, 2**40), style=ANY_STYLE)
def test_a_sample_can_be_played_to_the_end(setup: Setup, seats: int, seed: int, style: str) -> None:
    rng, chooser = np.random.default_rng(seed), random.Random(seed)
    for game in islice(moments(setup, seats, seed, style, 60), 0, None, 9):
        sample = check_sample(game, game.seat, rng)
        steps = 0
        while not sample.is_over:
            sample.play(choose(sample, check_legal(sample), style, chooser))
            steps += 1
            if steps % 40 == 0:
                check_state(sample)
        check_state(sample)


def test_while_a_seat_is_paying_its_own_samples_can_be_played_on_and_all_samples_fit() -> None:
    for game in moments(BY_NAME["europe-europe-base"], 3, 5, "builder", 1):
        for seat in range(game.seats) if game.stage == "pay" else ():
            sample = check_sample(game, seat, np.random.default_rng(seat))
            if seat == game.seat:
                check_legal(sample)


def test_a_sample_of_a_waiting_seat_has_legal_actions_at_every_other_stage() -> None:
    for name in ("europe-europe-mega_1912", "germany-germany-germany_2017", "usa-usa-mega"):
        rng = np.random.default_rng(1)
        for game in moments(BY_NAME[name], 4, 3, "random", 5):
            if game.stage != "pay":
                check_legal(check_sample(game, (game.seat + 1) % 4, rng))


def long_game(name: str, seats: int, seed: int, actions: int) -> Game:
    game, chooser = Game(BY_NAME[name], seats=seats, seed=seed), random.Random(seed)
    while len(game.actions) < actions or game.stage != "turn":
        game.play(choose(game, game.legal(), "collector", chooser))
    return game


@pytest.mark.parametrize(("name", "seats", "actions"), [("usa-usa-base", 2, 60), ("europe-europe-base", 4, 60)])
def test_unseen_cards_are_dealt_to_other_hands_as_often_as_chance_demands(name: str, seats: int, actions: int) -> None:
    game = long_game(name, seats, 11, actions)
    view, rng, samples = game.view(0), np.random.default_rng(2), 4000
    unseen = game.state.deck.astype(int)
    for other in range(1, seats):
        unseen += game.state.private[other].hand - game.state.table.shown[other]
    total = int(unseen.sum())
    dealt = np.zeros((seats, CARD_KINDS))
    for _ in range(samples):
        state = view.sample(rng)[0]
        for other in range(1, seats):
            dealt[other] += state.private[other].hand - state.table.shown[other]
    for other in range(1, seats):
        unknown = int(game.state.table.hand_size[other] - game.state.table.shown[other].sum())
        assert unknown >= 3
        share = unseen / total
        expected = samples * unknown * share
        variance = samples * unknown * share * (1 - share) * (total - unknown) / (total - 1)
        deviations = (dealt[other] - expected) / np.sqrt(np.maximum(variance, 1e-9))
        assert abs(deviations).max() < 4, f"seat {other}: {deviations}"
        assert (deviations**2).sum() < 25, f"seat {other}: {deviations}"  # chi-square, 8 degrees of freedom


def test_unseen_tickets_are_dealt_to_other_seats_and_to_the_deck_evenly() -> None:
    game = long_game("usa-usa-base", 3, 5, 80)
    view, rng, samples = game.view(1), np.random.default_rng(3), 6000
    known = set(view.tickets) | set(bits(view.mine.returned))
    hidden = [ticket for ticket in range(len(game.setup.tickets)) if ticket not in known]
    assert bits(view.mine.returned)
    held: dict[int, Counter[int]] = {0: Counter(), 2: Counter()}
    tops: Counter[int] = Counter()
    for _ in range(samples):
        sample = Game.from_states(game.setup, view.sample(rng))
        for seat, counter in held.items():
            counter.update(bits(sample.state.private[seat].tickets))
        tops[ticket_decks(sample)[SHORT][0]] += 1
    for counter, size in [*((held[s], int(game.state.table.tickets[s, SHORT])) for s in held), (tops, 1)]:
        assert set(counter) == set(hidden)
        share = size / len(hidden)
        spread = (samples * share * (1 - share)) ** 0.5
        assert max(abs(counter[ticket] - samples * share) for ticket in hidden) < 4.2 * spread


def test_passed_on_generators_give_other_samples_and_equal_ones_the_same() -> None:
    game = long_game("germany-germany-germany_2017", 3, 8, 90)
    view = game.view(2)
    twice = [view.sample(np.random.default_rng(7)).tobytes() for _ in range(2)]
    assert twice[0] == twice[1]
    rng = np.random.default_rng(7)
    states = [view.sample(rng)[0] for _ in range(30)]
    assert len({state.private[0].hand.tobytes() for state in states}) > 20
    assert len({state.private[0].tickets.tobytes() for state in states}) > 20
    assert len({int(state.rng[0]) for state in states}) == 30


def test_tickets_that_a_seat_returned_lie_below_all_others_in_its_samples() -> None:
    game = long_game("usa-usa-mega", 2, 4, 30)
    view, rng = game.view(0), np.random.default_rng(4)
    returned = set(bits(view.mine.returned))
    assert returned
    for _ in range(20):
        deck = ticket_decks(Game.from_states(game.setup, view.sample(rng)))[SHORT]
        assert set(deck[-len(returned) :]) == returned
