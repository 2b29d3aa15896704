"""What must hold in every state of every game, computed from board and ruleset, not from the compiled rulebook."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from railwright.game.actions import decode
from railwright.game.board import Board
from railwright.game.colors import LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.game.state import LONG, NONE, SHORT, empty_state
from railwright.maps.load import load_board, load_ruleset

RULESETS = {
    "usa": ("usa", "usa-thesis", "usa-thesis-linear"),
    "europe": ("europe", "europe-thesis"),
    "germany": ("germany", "germany-thesis"),
}
SETUPS = [
    Setup(load_board(board), load_ruleset(ruleset), deck)
    for board, rulesets in RULESETS.items()
    for ruleset in rulesets
    for deck in load_board(board).decks
]
"""Every official board with each of its rulesets and ticket decks."""


def setup_name(setup: Setup) -> str:
    return f"{setup.board.name}-{setup.ruleset.name}-{setup.deck}"


STYLES: dict[str, dict[str, float]] = {
    "random": {},
    "builder": {"claim": 30, "station": 0.05, "pay": 1, "row": 2, "tickets": 0.2},
    "collector": {"claim": 0.02, "station": 0.02, "tickets": 0.05},
    "ticket fan": {"tickets": 30, "claim": 3},
    "station master": {"station": 20, "claim": 10, "decline": 3},
}
"""How much likelier each kind of action is than an ordinary one, so that games go to all corners."""


def choose(game: Game, options: list[int], style: str, chooser: random.Random) -> int:
    weights = STYLES[style]
    if not weights:
        return chooser.choice(options)
    kinds = [decode(option) for option in options]
    return chooser.choices(options, [weights.get(kind.kind, 1.0) if kind else 1.0 for kind in kinds])[0]


def content(game: Game) -> bytes:
    """The bytes of a state's fields; what lies between them is zero."""
    states = empty_state()
    states[0] = game.states[0]
    return states.tobytes()


def bits(words: Any) -> list[int]:
    """The members of a set of words."""
    return [64 * w + i for w, word in enumerate(words.tolist()) for i in range(64) if word and word >> i & 1]


def check_state(game: Game) -> None:
    """All conservation laws and all counts."""
    check_cards(game)
    check_tracks(game)
    check_tickets(game)
    check_pieces(game)
    check_stage(game)


def check_cards(game: Game) -> None:
    state, table, rules = game.state, game.state.table, game.setup.ruleset
    hands = state.private["hand"].tolist()
    deck, discards, row = state.deck.tolist(), table.discards.tolist(), table.face_up.tolist()
    revealed = table.revealed.tolist()
    total = [d + c for d, c in zip(deck, discards, strict=True)]
    for hand in hands:
        total = [t + h for t, h in zip(total, hand, strict=True)]
    for card in [*row, *revealed]:
        if card != NONE:
            total[card] += 1
    if table.laid_color != NONE:
        assert game.stage == "tunnel"
        total[table.laid_color] += int(table.laid_cards)
        total[LOCOMOTIVE] += int(table.laid_locomotives)
    else:
        assert table.laid_cards == table.laid_locomotives == 0
    assert total == [rules.cards_per_color] * 8 + [rules.locomotives]
    assert min(map(min, hands)) >= 0 <= min(deck)
    assert min(discards) >= 0
    assert int(table.deck_size) == sum(deck)
    assert int(table.discard_size) == sum(discards)
    assert table.hand_size.tolist() == [sum(hand) for hand in hands]
    shown = table.shown.tolist()
    assert all(0 <= s <= h for seen, hand in zip(shown, hands, strict=True) for s, h in zip(seen, hand, strict=True))
    assert row[rules.face_up :] == [NONE] * (5 - rules.face_up)
    if NONE in row[: rules.face_up]:
        assert table.deck_size + table.discard_size == 0, "an empty place although there are cards (gap G5)"


_NETWORK: dict[int, tuple[Board, list[int], list[list[int]]]] = {}


def _network(setup: Setup) -> tuple[Board, list[int], list[list[int]]]:
    """The board, the length of each track, and for each the tracks parallel to it."""
    if id(setup.board) not in _NETWORK:
        tracks = setup.board.tracks
        routes: dict[frozenset[str], list[int]] = {}
        for i, track in enumerate(tracks):
            routes.setdefault(frozenset(track.cities), []).append(i)
        twins = [[j for j in routes[frozenset(track.cities)] if j != i] for i, track in enumerate(tracks)]
        _NETWORK[id(setup.board)] = (setup.board, [track.length for track in tracks], twins)
    return _NETWORK[id(setup.board)]


def check_tracks(game: Game) -> None:
    """Trains, owners, parallel tracks, what is open, and points."""
    table, rules, seats = game.state.table, game.setup.ruleset, game.seats
    _, length, twins = _network(game.setup)
    owner: dict[int, int] = {}
    for seat in range(seats):
        own = bits(table.own[seat])
        assert not set(own) & set(owner), "a track with two owners"
        owner |= dict.fromkeys(own, seat)
        assert int(table.trains[seat]) == rules.trains - sum(length[track] for track in own) >= 0
        assert table.points[seat] / rules.scale == sum(rules.route_points[length[track]] for track in own)
    single = seats <= rules.single_track_seats
    closed: list[set[int]] = [set(owner) for _ in range(seats)]
    for track, seat in owner.items():
        for twin in twins[track]:
            assert owner.get(twin, -1) != seat, "two parallel tracks of one seat"
            assert not (single and twin in owner), "two parallel tracks taken with few seats"
            for other in range(seats) if single else (seat,):
                closed[other].add(twin)
    for seat in range(seats):
        assert set(bits(table.open[seat])) == set(range(len(length))) - closed[seat]
    for seat in range(seats, 5):
        assert not table.own[seat].any()
        assert not table.open[seat].any()


def ticket_decks(game: Game) -> dict[int, list[int]]:
    """The tickets in the two decks from the top, read from their rings."""
    state, merged = game.state, game.setup.ruleset.merge_tickets
    long = 0 if merged else sum(ticket.long for ticket in game.setup.tickets)
    rings = {LONG: (0, long), SHORT: (long, len(game.setup.tickets) - long)}
    return {
        kind: [
            int(state.ticket_order[start + (int(state.ticket_top[kind]) + depth) % size])
            for depth in range(int(state.table.ticket_deck[kind]))
        ]
        for kind, (start, size) in rings.items()
    }


def check_tickets(game: Game) -> None:
    """Every ticket is in exactly one place, and the public counts are right."""
    state, table, setup = game.state, game.state.table, game.setup
    kind = [LONG if ticket.long and not setup.ruleset.merge_tickets else SHORT for ticket in setup.tickets]
    decks = ticket_decks(game)
    for which, deck in decks.items():
        assert all(kind[ticket] == which for ticket in deck)
    box = bits(state.box)
    offers = [[t for t in state.private[seat].offer.tolist() if t != NONE] for seat in range(game.seats)]
    held = [bits(state.private[seat].tickets) for seat in range(game.seats)]
    places = decks[LONG] + decks[SHORT] + box + [t for some in offers + held for t in some]
    assert sorted(places) == list(range(len(setup.tickets))), "a ticket is missing or twice there"
    for seat in range(game.seats):
        counts = Counter(kind[ticket] for ticket in held[seat])
        assert table.tickets[seat].tolist() == [counts[SHORT], counts[LONG]]
        assert not offers[seat] or (seat == game.seat and game.stage == "keep")
        assert set(bits(state.private[seat].returned)) <= set(decks[LONG] + decks[SHORT])
        assert set(bits(state.private[seat].boxed)) <= set(box)
    counts = Counter(kind[ticket] for ticket in box)
    assert table.boxed.tolist() == [counts[SHORT], counts[LONG]]
    offered = offers[game.seat]
    counts = Counter(kind[ticket] for ticket in offered)
    assert table.offered.tolist() == [counts[SHORT], counts[LONG]]
    assert [kind[ticket] for ticket in offered] == [LONG] * counts[LONG] + [SHORT] * counts[SHORT]


def check_pieces(game: Game) -> None:
    """Stations and passengers."""
    table, setup = game.state.table, game.setup
    built = Counter(table.station.tolist())
    del built[NONE]
    for seat in range(game.seats):
        assert built.pop(seat, 0) == setup.ruleset.stations - int(table.stations_left[seat])
    assert not built, "a station of nobody"
    board = setup.board
    placed = board.passengers if setup.pays_passengers else {}
    waiting = table.passengers.tolist()
    taken = table.taken.sum(axis=0).tolist()
    total = sum(placed.values())
    for color in range(len(PASSENGER_COLORS)):
        expected = total // 6 + (color < total % 6)
        assert taken[color] + sum(word >> 3 * color & 7 for word in waiting) == expected
    where = {board.places[place][0]: count for place, count in placed.items()}
    for city, word in enumerate(waiting):
        assert sum(word >> 3 * color & 7 for color in range(6)) <= where.get(city, 0)
        assert 0 <= word < 1 << 18


def check_stage(game: Game) -> None:
    """The fields that belong to one stage are set then and only then."""
    table, stage = game.state.table, game.stage
    assert 0 <= game.seat < game.seats
    assert 0 <= table.last_round <= game.seats
    assert table.passes < game.seats or stage == "over"
    assert table.opening == (1 if stage == "mix" or (stage == "keep" and table.opening) else 0)
    paying_track = stage == "pay" and table.city == NONE
    assert (table.track != NONE) == (paying_track or stage in ("tunnel", "passenger"))
    assert (table.city != NONE) <= (stage in ("pay", "passenger"))
    assert (table.extra > 0) == (stage == "tunnel")
    assert (table.offered.sum() > 0) == (stage == "keep")


def check_legal(game: Game) -> list[int]:
    """Legal actions are ascending, each has a meaning, and there is one unless the game is over."""
    options = game.legal()
    assert options == sorted(set(options))
    assert bool(options) != game.is_over
    kinds = {action.kind for action in map(decode, options) if action}
    assert all(decode(option) for option in options)
    if "pass" in kinds:
        assert len(options) == 1
        assert game.stage == "turn"
    expected = {
        "mix": {"tickets"},
        "keep": {"keep"},
        "turn": {"row", "deck", "tickets", "station", "claim", "pass"},
        "second_card": {"row", "deck"},
        "pay": {"pay"},
        "tunnel": {"pay", "decline"},
        "passenger": {"passenger"},
        "over": set(),
    }
    assert kinds <= expected[game.stage]
    return options


def check_row_after(game: Game, row_before: list[int]) -> None:
    """A row that has changed is never left with too many locomotives while it could be replaced."""
    table, rules = game.state.table, game.setup.ruleset
    row = table.face_up.tolist()
    if row == row_before or row.count(LOCOMOTIVE) < rules.sweep_at:
        return
    pool = int(game.state.deck[:LOCOMOTIVE].sum())
    if rules.sweep_pool == "all":
        pool += int(table.discards[:LOCOMOTIVE].sum()) + sum(card not in (NONE, LOCOMOTIVE) for card in row)
    assert pool < 3
