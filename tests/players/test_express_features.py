"""The features of express, compared with a slow computation from what the seat sees."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from players.lineup import BOARDS, setup_of
from players.thinking import express_style, think_once
from railwright.compiled.bits import members
from railwright.compiled.rng import new_source
from railwright.game.actions import Action, decode
from railwright.game.colors import CARDS, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.state import PASSENGER_BITS, PASSENGER_MASK
from railwright.players.express.features import CHOICE, POSITION, feature_names
from railwright.players.express.memory import MOST_CHOICES, THOUGHT
from railwright.players.express.neural_network import FILE, load_network
from railwright.players.planner.memory import PLANNER, SCRATCH

NETWORK = load_network(FILE)
GRAY = "gray"


class Thinker:
    """A seat's planner and what the network sees at its last decision."""

    def __init__(self) -> None:
        self.planners = np.zeros(1, PLANNER)
        self.planners[0]["style"] = express_style()
        self.scratches = np.zeros(1, SCRATCH)
        self.thoughts = np.full(THOUGHT.itemsize, 0x7F, np.uint8).view(THOUGHT)  # nothing else in it is used
        self.thoughts["most"] = MOST_CHOICES

    def think(self, game: Game) -> int:
        legal = np.array(game.legal(), np.int16)
        return int(
            think_once(
                game.setup.rulebook, game.states, legal, self.planners, self.scratches, NETWORK.record, self.thoughts,
                new_source(1),
            )
        )  # fmt: skip

    @property
    def actions(self) -> list[int]:
        found: list[int] = self.thoughts["actions"][0, : self.thoughts["count"][0]].tolist()
        return found

    @property
    def position(self) -> dict[str, float]:
        return dict(zip(feature_names(POSITION), self.thoughts["position"][0].tolist(), strict=True))

    def choice(self, i: int) -> dict[str, float]:
        return dict(zip(feature_names(CHOICE), self.thoughts["choices"][0, i].tolist(), strict=True))


def moments(board: str, seats: int) -> Iterator[tuple[Game, Thinker]]:
    """Decisions of a game in which the network is asked; half of its actions are random ones."""
    game, chooser = Game(setup_of(board), seats=seats, seed=seats), random.Random(seats)
    thinkers = [Thinker() for _ in range(seats)]
    while not game.is_over and len(game.actions) < 800:
        thinker = thinkers[game.seat]
        action = thinker.think(game)
        if len(thinker.actions) > 1:
            yield game, thinker
        game.play(chooser.choice(game.legal()) if chooser.random() < 0.5 else action)


CASES = [(board, seats) for board in BOARDS for seats in (2, 5)]


@pytest.mark.parametrize(("board", "seats"), CASES)
def test_the_position(board: str, seats: int) -> None:
    for game, thinker in moments(board, seats):
        table, own, scale = game.state.table, game.seat, game.setup.ruleset.scale
        mine, setup = game.state.private[own], game.setup
        tickets = [setup.tickets[i] for i in members(mine["tickets"])]
        others = [(own + step) % seats for step in range(1, seats)]
        expected = {
            f"seats.{seats - 2}": 1.0,
            "trains": table["trains"][own] / 45,
            "hand": sum(mine["hand"].tolist()) / 30,
            "points": table["points"][own] / scale / 100,
            "tickets": len(tickets) / 4,
            "ticket_points": sum(ticket.points for ticket in tickets) / 20,
            "richest_ticket": max((ticket.points for ticket in tickets), default=0) / 20,
            "locomotives": mine["hand"][LOCOMOTIVE] / 4,
            "highest_points": max(table["points"][other] for other in others) / scale / 100,
            "fewest_trains": min(table["trains"][other] for other in others) / 45,
            "has_no_track": float(own not in game.owners.values()),
            "is_last_round": float(table["last_round"] > 0),
            "deck": table["deck_size"] / 110,
        }
        expected |= {
            f"colors.{i}": cards / 6 for i, cards in enumerate(sorted(mine["hand"].tolist()[:LOCOMOTIVE], reverse=True))
        }
        for i, other in enumerate(others):
            expected[f"opponents.{i}.plays"] = 1.0
            expected[f"opponents.{i}.trains"] = table["trains"][other] / 45
            expected[f"opponents.{i}.hand"] = table["hand_size"][other] / 30
            expected[f"opponents.{i}.points"] = table["points"][other] / scale / 100
            expected[f"opponents.{i}.tickets"] = sum(table["tickets"][other].tolist()) / 4
            expected[f"opponents.{i}.has_no_track"] = float(other not in game.owners.values())
        open_tracks = [setup.board.tracks[i].length for i in members(table["open"][own])]
        expected["open_fours"] = open_tracks.count(4) / 10
        expected["open_fives"] = open_tracks.count(5) / 10
        expected["open_sixes"] = sum(length >= 6 for length in open_tracks) / 10
        if setup.board.passengers:
            points = passenger_points(game)
            expected["passenger_points"] = points[own] / 100
            expected["passenger_lead"] = (points[own] - max(points[other] for other in others)) / 100
            expected["passenger_races"] = sum(lead in (0, -1) for lead in leads(game)) / 6
        planned = set(members(thinker.planners[0]["plan"]["tracks"])) - set(members(table["own"][own]))
        expected["plan_tracks"] = len(planned) / 6
        expected["plan_spaces"] = sum(setup.board.tracks[i].length for i in planned) / 20
        expected |= connection_features(game, thinker) | unseen_features(game)
        found = thinker.position
        assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-5)
        assert all(abs(number) < 20 for number in found.values())


def networks(game: Game, tracks: Iterable[int]) -> list[set[str]]:
    """The cities of each connected network of some tracks."""
    found: list[set[str]] = []
    for track in tracks:
        cities = set(game.setup.board.tracks[track].cities)
        joined = [network for network in found if network & cities]
        found = [network for network in found if network not in joined] + [cities.union(*joined)]
    return found


def connection_features(game: Game, thinker: Thinker) -> dict[str, float]:
    board, table, own, mine = game.setup.board, game.state.table, game.seat, game.state.private[game.seat]
    plan = thinker.planners[0]["plan"]
    built = set(members(table["own"][own]))
    later = built | set(members(plan["tracks"])) | set(members(plan["loans"]))

    def completed(tracks: set[int], tickets: Iterable[int]) -> list[int]:
        joined = networks(game, tracks)
        ends = {
            i: [{board.cities[c].name for c in board.places[place]} for place in game.setup.tickets[i].places]
            for i in tickets
        }
        return [i for i, (a, b) in ends.items() if any(network & a and network & b for network in joined)]

    def largest(seat: int) -> int:
        tracks = members(table["own"][seat])
        sizes = [
            sum(board.tracks[i].length for i in tracks if board.tracks[i].cities[0] in network)
            for network in networks(game, tracks)
        ]
        return max(sizes, default=0)

    held = members(mine["tickets"])
    unseen = set(range(len(game.setup.tickets))) - {*held, *members(mine["returned"]), *members(mine["boxed"])}
    given_up = set(held) - set(completed(later, held))
    raced = [i for i in set(members(plan["tracks"])) - built if is_contested(game, i)]
    return {
        "completed_tickets": len(completed(built, held)) / 4,
        "given_up_points": sum(game.setup.tickets[i].points for i in given_up) / 20,
        "unseen_completed": 5 * len(completed(built, unseen)) / max(1, len(unseen)),
        "unseen_planned": 5 * len(completed(later, unseen)) / max(1, len(unseen)),
        "largest_network": largest(own) / 45,
        "network_lead": (largest(own) - max(largest(seat) for seat in range(game.seats) if seat != own)) / 45,
        "raced_tracks": len(raced) / 6,
    }


def is_contested(game: Game, number: int) -> bool:
    """Whether another seat has a track at an end of a track without an open parallel one."""
    tracks, own = game.setup.board.tracks, game.seat
    ends = set(tracks[number].cities)
    has_twin = any(i != number and set(tracks[i].cities) == ends for i in members(game.state.table["open"][own]))
    return not has_twin and any(owner != own and ends & set(tracks[i].cities) for i, owner in game.owners.items())


def unseen_cards(game: Game) -> list[int]:
    """Cards of each kind that the deciding seat has not seen."""
    table, own, book = game.state.table, game.seat, game.setup.rulebook[0]
    shown = sum(table["shown"][seat].astype(int) for seat in range(game.seats) if seat != own)
    row = np.bincount([card for card in table["face_up"].tolist() if card >= 0], minlength=len(CARDS))
    left = book["cards"].astype(int) - table["discards"] - game.state.private[own]["hand"] - row - shown
    counts: list[int] = np.maximum(left, 0).tolist()
    return counts


def unseen_features(game: Game) -> dict[str, float]:
    counts = unseen_cards(game)
    return {"unseen_locomotives": counts[LOCOMOTIVE] / max(1, sum(counts))}


@pytest.mark.parametrize(("board", "seats"), CASES)
def test_the_choices(board: str, seats: int) -> None:
    kinds: Counter[str] = Counter()
    for game, thinker in moments(board, seats):
        assert set(thinker.actions) <= set(game.legal())
        assert len(thinker.actions) == len(set(thinker.actions)) <= MOST_CHOICES
        for i, number in enumerate(thinker.actions):
            action, choice = decode(number), thinker.choice(i)
            assert action is not None
            kinds[action.kind] += 1
            expected = {"is_planned": choice["is_planned"] if i == 0 else 0.0}
            if action.kind == "claim":
                expected |= claim_features(game, action.value, thinker)
            elif action.kind == "row":
                expected |= card_features(game, action.value)
            elif action.kind == "passenger":
                expected |= passenger_features(game, action.value)
            elif action.kind == "pay":
                expected |= payment_features(game, action)
            elif action.kind == "station":
                built = game.setup.ruleset.stations - int(game.state.table["stations_left"][game.seat])
                expected |= {"is_station": 1.0, "station_price": (built + 1) / 3}
            assert {name: choice[name] for name in expected} == pytest.approx(expected, abs=1e-5)
            assert sum(choice[f"is_{kind}"] for kind in KINDS) == 1
    assert {"claim", "row", "deck", "keep", "tickets", "pay"} <= set(kinds)
    assert ("passenger" in kinds) == (board == "germany")


KINDS = (
    "locomotive", "card", "deck", "pass", "tickets", "keep", "claim", "passenger", "payment", "station"
)  # fmt: skip


def claim_features(game: Game, number: int, thinker: Thinker) -> dict[str, float]:
    tracks, own, table = game.setup.board.tracks, game.seat, game.state.table
    track, hand = tracks[number], game.state.private[own]["hand"].tolist()
    ends = set(track.cities)
    owners = game.owners
    near = 0
    for other in set(range(game.seats)) - {own}:
        touched = {city for i, owner in owners.items() if owner == other for city in ends & set(tracks[i].cities)}
        near += len(touched) + (len(touched) == 2)
    touched = {city for i, owner in owners.items() if owner == own for city in ends & set(tracks[i].cities)}
    open_tracks = members(table["open"][own])
    twins = sum(set(tracks[i].cities) == ends for i in open_tracks if i != number)
    held = max(hand[:LOCOMOTIVE]) if track.color == GRAY else hand[CARDS.index(track.color)]
    plan = members(thinker.planners[0]["plan"]["tracks"])
    left = int(table["trains"][own]) - track.length
    place = game.setup.rulebook[0]["place"]
    at_ends = [waiting(game)[place[game.setup.board.city_index[city]]] for city in track.cities]
    raced = [lead in (0, -1) for lead in leads(game)]
    return {
        "is_claim": 1.0,
        f"length.{min(track.length, 6) - 1}": 1.0,
        "claim_is_planned": float(number in plan),
        "trains_after": left / 45,
        "ends_game": float(left <= game.setup.ruleset.end_trains),
        "own_ends": len(touched),
        "joins_own": float(len(touched) == 2),
        "others_near": near / 3,
        "open_twins": twins,
        "is_gray": float(track.color == GRAY),
        "cards_after": (held - track.length) / 6,
        "spent_locomotives": max(track.locomotives, track.length - held) / 3,
        "is_tunnel": float(track.kind == "tunnel"),
        "passenger_ends": sum(any(counts) for counts in at_ends) / 2,
        "raced_ends": sum(any(n and raced[color] for color, n in enumerate(counts)) for counts in at_ends) / 2,
    }


def leads(game: Game) -> list[int]:
    """By colour of passengers: how many more the deciding seat has than any other."""
    taken = game.state.table["taken"][: game.seats].tolist()
    own = taken.pop(game.seat)
    return [mine - max(others) for mine, *others in zip(own, *taken, strict=True)]


def waiting(game: Game) -> list[list[int]]:
    """The passengers that wait in each city, by colour."""
    words = game.state.table["passengers"].tolist()
    return [
        [word >> PASSENGER_BITS * color & PASSENGER_MASK for color in range(len(PASSENGER_COLORS))] for word in words
    ]


def passenger_features(game: Game, color: int) -> dict[str, float]:
    lead = leads(game)[color]
    return {
        "is_passenger": 1.0,
        "passenger_taken": game.state.table["taken"][game.seat][color] / 4,
        "passenger_lead": lead / 3,
        "passenger_is_raced": float(lead in (0, -1)),
        "passenger_waits": sum(counts[color] for counts in waiting(game)) / 10,
    }


def payment_features(game: Game, action: Action) -> dict[str, float]:
    table, hand = game.state.table, game.state.private[game.seat]["hand"].tolist()
    built = game.setup.ruleset.stations - int(table["stations_left"][game.seat])
    price = built + 1 if table["city"] >= 0 else game.setup.board.tracks[table["track"]].length
    found = {"is_payment": 1.0, "paid_locomotives": action.locomotives / 3}
    if action.value != LOCOMOTIVE:
        found["paid_left"] = (hand[action.value] - price + action.locomotives) / 6
    return found


def passenger_points(game: Game) -> list[int]:
    """The points of all seats for passengers if the game ended now."""
    first, second = game.setup.ruleset.passenger_points
    points = [0] * game.seats
    for counts in game.state.table["taken"][: game.seats].T.tolist():
        ranks = sorted(set(counts) - {0}, reverse=True)
        for seat, count in enumerate(counts):
            if ranks and count == ranks[0]:
                points[seat] += first
            elif len(ranks) > 1 and count == ranks[1] and counts.count(ranks[0]) == 1:
                points[seat] += second
    return points


def card_features(game: Game, place: int) -> dict[str, float]:
    row, own = game.state.table["face_up"].tolist(), game.seat
    card, hand = row[place], game.state.private[own]["hand"].tolist()
    if card == LOCOMOTIVE:
        return {"is_locomotive": 1.0, "is_card": 0.0}
    tracks = [game.setup.board.tracks[i] for i in members(game.state.table["open"][own])]
    fitting = [
        track.length
        for track in tracks
        if track.color == CARDS[card] and track.length <= game.state.table["trains"][own]
    ]
    longest = max(fitting, default=0)
    return {
        "is_card": 1.0,
        "card_held": hand[card] / 6,
        "card_again": (row.count(card) - 1) / 2,
        "card_is_most_held": float(hand[card] == max(hand[:LOCOMOTIVE])),
        "longest_of_color": longest / 6,
        "longest_missing": (longest - hand[card]) / 6,
        "card_unseen": unseen_cards(game)[card] / max(1, sum(unseen_cards(game))),
    }
