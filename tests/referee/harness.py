"""Lets the referee follow a game of the engine, step by step."""

from __future__ import annotations

import random
from functools import cache, lru_cache
from typing import Any

from railwright.game.actions import PAY, PAY_STEP, decode
from railwright.game.colors import CARDS, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.json_words import ticket_words, track_words
from railwright.game.scoring import points_of
from railwright.game.setup import Setup
from railwright.game.state import NONE
from railwright.game.story import opening_passengers, take_events
from railwright.maps.load import load_board, load_setup

from .referee import Dispute, Move, Referee


def referee_for(setup: Setup, seats: int) -> Referee:
    """A referee who knows the same board and rules, from their plain data."""
    return Referee(*_plain_data(setup), setup.deck, seats)


@cache
def _plain_data(setup: Setup) -> tuple[dict[str, Any], dict[str, Any]]:
    return setup.board.to_dict(), setup.ruleset.to_dict()


def as_move(game: Game, number: int) -> Move:
    """An action number of the engine in the referee's words."""
    return _payment(number, game.price()) if number >= PAY else _fixed_move(game.setup, number)


@cache
def _payment(number: int, price: int) -> Move:
    color, locomotives = divmod(number - PAY, PAY_STEP)
    return ("pay", None if color == LOCOMOTIVE else CARDS[color], price - locomotives, locomotives)


@cache
def _fixed_move(setup: Setup, number: int) -> Move:
    """The same for actions whose meaning does not depend on the state."""
    action = decode(number)
    assert action is not None
    match action.kind:
        case "row" | "tickets":
            return (action.kind, action.value)
        case "keep":
            return ("keep", action.kept)
        case "claim":
            a, b, n = track_words(setup, action.value)
            return ("claim", (a, b, n))
        case "station":
            return ("station", setup.board.cities[action.value].name)
        case "passenger":
            return ("passenger", PASSENGER_COLORS[action.value])
    return (action.kind,)


def compare(game: Game, referee: Referee) -> list[int]:
    """Engine and referee agree on everything that can be compared at this moment; returns the legal actions."""
    table = game.states["table"]  # whole fields at a time: reading a record attribute by attribute is slow
    private = game.states["private"][0]
    scale = _scale(game.setup)
    number = game.seats
    actions = game.legal()
    moves = {as_move(game, action) for action in actions}
    _agree("over", game.is_over, referee.over)
    _agree("number of different moves", len(moves), len(actions))
    _agree("legal moves", moves, referee.legal())
    if not referee.over:
        _agree("seat", int(table["seat"][0]), referee.seat)
    row = [None if card == NONE else CARDS[card] for card in table["face_up"][0].tolist()]
    _agree("row", row, list(referee.row))
    hands = [[hand.get(card, 0) for card in CARDS] for hand in referee.hands]
    _agree("hands", private["hand"].tolist()[:number], hands)
    _agree("hand sizes", table["hand_size"][0].tolist()[:number], [hand.total() for hand in referee.hands])
    _agree("trains", table["trains"][0].tolist()[:number], list(referee.trains))
    _agree("stations", table["stations_left"][0].tolist()[:number], list(referee.stations_left))
    points = [points_of(units, scale) for units in table["points"][0].tolist()[:number]]
    _agree("points", points, list(referee.route_points))
    for seat, words in enumerate(private["tickets"].tolist()[:number]):
        held = _held(game.setup, tuple(words))
        _agree("tickets", held, sorted(referee.tickets[seat]))
    return actions


@cache
def _scale(setup: Setup) -> int:
    return setup.ruleset.scale


@lru_cache(maxsize=64)
def _held(setup: Setup, words: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """The tickets in a set, sorted. Between two draws of tickets it is asked for the same few sets."""
    return sorted(_ticket(setup, number) for number in _members(words))


def _ticket(setup: Setup, number: int) -> tuple[Any, ...]:
    return tuple(ticket_words(setup, number))


def _members(words: tuple[int, ...]) -> list[int]:
    whole = sum((word & (2**64 - 1)) << (64 * w) for w, word in enumerate(words))
    return [i for i in range(whole.bit_length()) if whole >> i & 1]


def _agree(what: str, engine: Any, referee: Any) -> None:
    if engine != referee:
        raise Dispute(f"{what}: the engine says {engine}, the referee {referee}")


def follow_random_game(setup: Setup, *, seats: int, seed: int) -> int:
    """Play a random game under the referee's eyes; returns the number of actions."""
    choose = random.Random(seed)
    game = Game(setup, seats=seats, seed=seed, log=True)
    referee = referee_for(setup, seats)
    try:
        referee.open(take_events(game), opening_passengers(game) if setup.pays_passengers else None)
        legal = compare(game, referee)
        while legal:
            number = choose.choice(legal)
            move = as_move(game, number)
            game.play(number)
            revealed = [CARDS[card] for card in game.states["table"]["revealed"][0].tolist() if card != NONE]
            referee.play(move, take_events(game), revealed=revealed if game.stage == "tunnel" else None)
            legal = compare(game, referee)
        referee.check_result(game.result())
    except Dispute as dispute:
        where = f"{setup.board.name}/{setup.ruleset.name}/{setup.deck}, {seats} seats, seed {seed}"
        raise Dispute(f"{where}, after {len(game.actions)} actions: {dispute}") from dispute
    return len(game.actions)


@cache
def all_games() -> list[tuple[Setup, int]]:
    """Every board with every deck, its official and its thesis rules, and every number of seats."""
    rulesets = {"usa": ["usa", "usa-thesis", "usa-thesis-linear"], "europe": ["europe", "europe-thesis"]}
    rulesets["germany"] = ["germany", "germany-thesis"]
    return [
        (load_setup(name, tickets=deck, ruleset=ruleset), seats)
        for name in rulesets
        for deck in load_board(name).decks
        for ruleset in rulesets[name]
        for seats in (2, 3, 4, 5)
    ]
