"""Lets the referee follow a game of the engine, step by step."""

from __future__ import annotations

import random
from typing import Any

from railwright.game.actions import decode
from railwright.game.colors import CARDS, COLORS, PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.results import points_of, result_words
from railwright.game.setup import Setup
from railwright.game.state import NONE
from railwright.game.story import opening_passengers, take_events, ticket_words, track_words

from .referee import Dispute, Move, Referee


def referee_for(setup: Setup, seats: int) -> Referee:
    """A referee who knows the same board and rules, from their plain data."""
    return Referee(setup.board.to_dict(), setup.ruleset.to_dict(), setup.deck, seats)


def as_move(game: Game, number: int) -> Move:
    """An action number of the engine in the referee's words."""
    action = decode(number)
    assert action is not None
    match action.kind:
        case "row" | "tickets":
            return (action.kind, action.value)
        case "keep":
            return ("keep", action.kept)
        case "claim":
            a, b, n = track_words(game.setup, action.value)
            return ("claim", (a, b, n))
        case "station":
            return ("station", game.setup.board.cities[action.value].name)
        case "passenger":
            return ("passenger", PASSENGER_COLORS[action.value])
        case "pay":
            cost = _cost(game)
            only_wild = action.value == len(COLORS)
            return ("pay", None if only_wild else CARDS[action.value], cost - action.locomotives, action.locomotives)
    return (action.kind,)


def _cost(game: Game) -> int:
    table = game.state.table
    if game.stage == "tunnel":
        return int(table.extra)
    if table.city != NONE:
        return game.setup.ruleset.stations - int(table.stations_left[game.seat]) + 1
    return game.setup.board.tracks[table.track].length


def compare(game: Game, referee: Referee) -> None:
    """Engine and referee agree on everything that can be compared at this moment."""
    table = game.state.table
    scale = game.setup.ruleset.scale
    _agree("over", game.is_over, referee.over)
    moves = [as_move(game, number) for number in game.legal()]
    _agree("number of different moves", len(set(moves)), len(moves))
    _agree("legal moves", set(moves), referee.legal())
    if not game.is_over:
        _agree("seat", game.seat, referee.seat)
    _agree("row", [None if card == NONE else CARDS[card] for card in table.face_up], list(referee.row))
    for seat in range(game.seats):
        private = game.state.private[seat]
        hand = {CARDS[kind]: int(count) for kind, count in enumerate(private.hand) if count}
        _agree(f"hand of seat {seat}", hand, {card: count for card, count in referee.hands[seat].items() if count})
        _agree(f"hand size of seat {seat}", int(table.hand_size[seat]), sum(hand.values()))
        _agree(f"trains of seat {seat}", int(table.trains[seat]), referee.trains[seat])
        _agree(f"points of seat {seat}", points_of(table.points[seat], scale), referee.route_points[seat])
        _agree(f"stations of seat {seat}", int(table.stations_left[seat]), referee.stations_left[seat])
        tickets = sorted(tuple(ticket_words(game.setup, t)) for t in _members(private.tickets))
        _agree(f"tickets of seat {seat}", tickets, sorted(tuple(t) for t in referee.tickets[seat]))


def _members(words: Any) -> list[int]:
    return [64 * w + i for w, word in enumerate(words) for i in range(64) if int(word) >> i & 1]


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
        compare(game, referee)
        while not game.is_over:
            number = choose.choice(game.legal())
            move = as_move(game, number)
            game.play(number)
            revealed = [CARDS[card] for card in game.state.table.revealed if card != NONE]
            referee.play(move, take_events(game), revealed=revealed if game.stage == "tunnel" else None)
            compare(game, referee)
        referee.check_result(result_words(game))
    except Dispute as dispute:
        where = f"{setup.board.name}/{setup.ruleset.name}/{setup.deck}, {seats} seats, seed {seed}, after {len(game.actions)} actions"
        raise Dispute(f"{where}: {dispute}") from dispute
    return len(game.actions)
