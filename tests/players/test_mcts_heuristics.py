"""The values of positions, compared with a plain computation from the board and the texts."""

from __future__ import annotations

import random
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

import pytest

from game.invariants import SETUPS, STYLES, bits, choose, setup_name
from game.positions import bit, give, hold, track_number
from players.searching import arrange, small_game, value
from railwright.game.actions import CLAIM
from railwright.game.colors import CARDS, COLORS
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.players.mcts.settings import EXACT, HEURISTIC, OPTIONS, PARANOID, WHOLE

HEURISTICS = OPTIONS[HEURISTIC].choices


def network(game: Game, seat: int) -> tuple[set[int], set[int]]:
    """The tracks that a seat owns, one that it is about to pay for included, and those open to it."""
    table = game.state.table
    own, free = set(bits(table.own[seat])), set(bits(table.open[seat]))
    if game.stage == "pay" and game.seat == seat and table.track >= 0:
        own.add(int(table.track))
    return own, free


@cache
def neighbours(setup: Setup) -> list[list[tuple[int, int, int]]]:
    """For each city its tracks in the order of their numbers, each with the city at its other end and its length."""
    found: list[list[tuple[int, int, int]]] = [[] for _ in setup.board.cities]
    for number, track in enumerate(setup.board.tracks):
        a, b = (setup.board.city_index[name] for name in track.cities)
        found[a].append((number, b, track.length))
        found[b].append((number, a, track.length))
    return found


def shortest_path(setup: Setup, tracks: set[int], starts: set[int], ends: set[int]) -> list[int] | None:
    """The tracks of the way with the fewest spaces; of equal ways the one that is found first from low numbers."""
    distance = dict.fromkeys(starts, 0)
    arrival: dict[int, tuple[int, int]] = {}
    waiting = [(0, city) for city in sorted(starts)]
    settled: set[int] = set()
    while waiting:
        far, here = heappop(waiting)
        if here in settled:
            continue
        settled.add(here)
        for track, there, length in neighbours(setup)[here]:
            if track in tracks and far + length < distance.get(there, 10**6):
                distance[there] = far + length
                arrival[there] = track, here
                heappush(waiting, (far + length, there))
    reached = [(distance[city], city) for city in ends if city in distance]
    if not reached:
        return None
    city = min(reached)[1]
    way = []
    while city not in starts:
        track, city = arrival[city]
        way.append(track)
    return way


def payable_cards(game: Game, seat: int, missing: list[int], free: set[int]) -> int:
    """Cards in hand that can be used for the missing tracks of a way."""
    board = game.setup.board
    left: dict[str, int] = dict(zip(CARDS, game.state.private[seat].hand.tolist(), strict=True))
    needed = sum(board.tracks[track].length for track in missing)
    used, gray = 0, []
    for track in missing:
        length, pair = board.tracks[track].length, set(board.tracks[track].cities)
        colors = [board.tracks[track].color]
        colors += [board.tracks[i].color for i in sorted(free) if i != track and set(board.tracks[i].cities) == pair]
        if "gray" in colors:
            gray.append(length)
            continue
        color = max(colors, key=lambda name: left[name])
        paid = min(length, left[color])
        left[color] -= paid
        used += paid
    for length in gray:
        color = max(COLORS, key=lambda name: left[name])
        paid = min(length, left[color])
        left[color] -= paid
        used += paid
    return used + min(int(left["locomotive"]), needed - used)


class Held(NamedTuple):
    """A ticket in a seat's hand."""

    points: int
    is_finished: bool
    built: float
    """The share of its shortest way that is built."""
    cards: float
    """The share of the cards that it still needs that are in hand."""


def held_tickets(game: Game, seat: int) -> list[Held]:
    setup = game.setup
    own, free = network(game, seat)
    lengths = [track.length for track in setup.board.tracks]
    found = []
    for number in bits(game.state.private[seat].tickets):
        ticket = setup.tickets[number]
        starts, ends = (set(setup.board.places[place]) for place in ticket.places)
        if shortest_path(setup, own, starts, ends) is not None:
            found.append(Held(ticket.points, True, 1, 1))
            continue
        way = shortest_path(setup, own | free, starts, ends)
        if way is None:
            found.append(Held(ticket.points, False, 0, 0))
            continue
        missing = [track for track in way if track not in own]
        need = sum(lengths[track] for track in missing)
        built = 1 - need / sum(lengths[track] for track in way)
        found.append(Held(ticket.points, False, built, payable_cards(game, seat, missing, free) / need))
    return found


def expected_value(game: Game, seat: int, heuristic: str, held: list[Held]) -> float:
    """The value by the formulas of the texts."""
    rules, table = game.setup.ruleset, game.state.table
    points = sum(rules.route_points[game.setup.board.tracks[track].length] for track in network(game, seat)[0])
    points += rules.station_points * int(table.stations_left[seat])
    finished = sum(ticket.points for ticket in held if ticket.is_finished)
    open_ = [ticket for ticket in held if not ticket.is_finished]
    failed = sum(ticket.points for ticket in open_)
    progress = sum(ticket.points * (-1 + ticket.built) for ticket in open_)
    if heuristic == "tickets":
        return points + 2 * finished - failed + longest_path_bonus(game, seat)
    if heuristic == "progress":
        return points + finished + progress + longest_path_bonus(game, seat)
    if game.is_over:
        return 1.0 if seat in game.result()["winners"] else -1.0
    if heuristic == "only-score":
        return points / 295
    if heuristic == "destination-progress":
        return (points + finished + progress) / 295
    if heuristic == "collect-at-first" and table.turn // game.seats + 2 <= 11:
        return sum(ticket.cards for ticket in held) / max(1, len(held))
    if len(open_) > 3:
        return (points + finished - failed) / 295
    return (points + finished + sum(t.points * (-1 + 2 * t.built + t.cards) for t in open_)) / 295


def longest_path_bonus(game: Game, seat: int) -> int:
    """The bonus as if the game ended now, with the track that is being paid for."""
    after = game.copy()
    for track in network(game, game.seat)[0]:
        after.state.table.own[game.seat, track >> 6] |= bit(track)
    return int(after.result_record().longest_path_bonus[seat]) // game.setup.ruleset.scale


@pytest.mark.parametrize("setup", SETUPS, ids=setup_name)
def test_values_are_those_of_the_formulas_on_every_board(setup: Setup) -> None:
    number = SETUPS.index(setup)
    chooser, style = random.Random(number), sorted(STYLES)[number % len(STYLES)]
    game = Game(setup, seats=2 + number % 4, seed=number)
    looked_at = paying = 0
    while True:
        if game.is_over or chooser.randrange(20) == 0 or (game.stage == "pay" and paying < 3):
            paying += game.stage == "pay"
            for seat in range(game.seats):
                held = held_tickets(game, seat)
                rounded = [ticket._replace(built=int(ticket.built), cards=int(ticket.cards)) for ticket in held]
                for heuristic in HEURISTICS:
                    for ratios, tickets in ((EXACT, held), (WHOLE, rounded)):
                        expected = expected_value(game, seat, heuristic, tickets)
                        found = value(game, seat, heuristic, ratios=ratios)
                        assert found == pytest.approx(expected), (heuristic, ratios, seat, len(game.actions))
                        looked_at += 1
        if game.is_over:
            break
        game.play(choose(game, game.legal(), style, chooser))
    assert looked_at > 120
    assert paying


def half_way(cards: str = "blue 2 green loco") -> Game:
    """Seat 0 has the first of three tracks to D, a blue card and a locomotive for the last, two greens for the gray."""
    game = small_game("A-B 3 red", "B-C 2 gray", "C-D 3 blue", "A-D 9 black", tickets=("A-D 20", "A-B 5", "B-C 3"))
    arrange(game, cards, "2 red", row="red white", deck="3 red", held=(("A-D",), ("A-B",)))
    give(game, 0, "A-B")
    return game


@pytest.mark.parametrize(
    ("heuristic", "turn", "expected"),
    [
        ("only-score", 0, 4 / 295),
        ("destination-progress", 0, (4 + 20 * (-1 + 3 / 8)) / 295),
        ("include-cards", 0, (4 + 20 * (-1 + 2 * 3 / 8 + 4 / 5)) / 295),
        ("collect-at-first", 19, 4 / 5),
        ("collect-at-first", 20, (4 + 20 * (-1 + 2 * 3 / 8 + 4 / 5)) / 295),
        ("tickets", 0, 4 + 10 - 20),
        ("progress", 0, 4 + 10 + 20 * (-1 + 3 / 8)),
    ],
)
def test_a_position_half_way_to_a_ticket(heuristic: str, turn: int, expected: float) -> None:
    game = half_way()
    game.state.table.turn = turn
    assert value(game, 0, heuristic) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("heuristic", "cards", "expected"),
    [
        ("destination-progress", "blue 2 green loco", (4 - 20) / 295),
        ("include-cards", "blue 2 green loco", (4 - 20) / 295),
        ("include-cards", "2 blue 2 green loco", (4 + 20 * (-1 + 1)) / 295),
    ],
)
def test_with_whole_ratios_a_ticket_counts_only_when_it_can_be_finished(
    heuristic: str, cards: str, expected: float
) -> None:  # fmt: skip
    game = half_way(cards)
    assert value(game, 0, heuristic, ratios=WHOLE) == pytest.approx(expected)


@pytest.mark.parametrize(("heuristic", "expected"), [("include-cards", 31 / 295), ("tickets", 11 + 10 + 40)])
def test_a_finished_ticket_counts(heuristic: str, expected: float) -> None:
    game = half_way()
    give(game, 0, "B-C", "C-D")
    game.state.table.points[0] = 11
    assert value(game, 0, heuristic) == pytest.approx(expected)


@pytest.mark.parametrize(("heuristic", "expected"), [("include-cards", -16 / 295), ("progress", 4 + 10 - 20)])
def test_a_ticket_that_is_cut_off_counts_against_the_seat(heuristic: str, expected: float) -> None:
    game = half_way()
    give(game, 1, "C-D", "A-D")
    game.state.table.own[1] = 0  # the longest path stays with seat 0
    assert value(game, 0, heuristic) == pytest.approx(expected)


def test_more_than_three_unfinished_tickets_count_as_if_the_game_ended() -> None:
    tickets = ("A-D 20", "A-C 10", "B-D 7", "B-C 3", "C-D 2")
    game = small_game("A-B 3 red", "B-C 2 gray", "C-D 3 blue", tickets=tickets)
    arrange(game, "3 blue 2 green", "", held=(("A-D", "A-C", "B-D", "B-C"),))
    give(game, 0, "A-B")
    assert value(game, 0, "include-cards") == pytest.approx((4 - 40) / 295)
    hold(game, 0, "A-D", "A-C", "B-D")
    assert value(game, 0, "include-cards") > 0


def test_a_track_that_is_being_paid_for_counts_as_built() -> None:
    game = half_way()
    before = value(game, 0, "destination-progress")
    game.play(CLAIM + track_number(game.setup, "B-C"))
    assert game.stage == "pay"
    assert value(game, 0, "destination-progress") - before == pytest.approx((2 + 20 * 2 / 8) / 295)


def test_paranoid_evaluation_takes_off_what_the_others_have() -> None:
    game = half_way()
    for heuristic in HEURISTICS:
        alone = [value(game, seat, heuristic) for seat in range(2)]
        assert value(game, 0, heuristic, evaluation=PARANOID) == pytest.approx(alone[0] - alone[1])
