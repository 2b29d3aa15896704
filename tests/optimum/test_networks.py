"""The cheapest networks for tickets on the official boards, compared with an integer program and shortest paths."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from elsewhere import call_elsewhere
from game.positions import words_of
from optimum.slow_networks import NEVER, best_by_trying, cost_by_program, sets_of
from players.lineup import BOARDS, setup_of
from players.plain_ways import ends_of
from railwright.compiled.bits import members
from railwright.errors import OptionError
from railwright.game.board import MAX_CITIES
from railwright.game.game import Game
from railwright.game.network import connect_own, is_connected, rate_tickets
from railwright.game.state import NONE, TICKET_WORDS, TRACK_WORDS
from railwright.game.view import View
from railwright.optimum.compiled_networks import price_by_trains
from railwright.optimum.networks import Network, best_network, cheapest_network
from railwright.players.kit.paths import fill_costs, find_path, new_costs, new_distances


@cache
def positions(board: str, games: int = 8) -> list[View]:
    """Views from several moments of random games with 2 to 5 seats."""
    views = []
    for seed in range(games):
        rng = np.random.default_rng(seed)
        game = Game(setup_of(board), seats=2 + seed % 4, seed=seed)
        for turn in range(400):
            if game.is_over:
                break
            game.play(int(rng.choice(game.legal())))
            if turn % 100 == 50:
                views.append(game.view(int(rng.integers(game.seats))))
    return views


def price_list(view: View) -> list[int]:
    cost = new_costs()
    price_by_trains(view.setup.rulebook[0], view.table, view.seat, cost)
    return [int(price) for price in cost[: len(view.setup.board.tracks)]]


def check_network(view: View, asked: list[int], network: Network) -> None:
    """A network's tracks may be claimed, take the trains it says and complete exactly the tickets it says."""
    setup, book = view.setup, view.setup.rulebook[0]
    assert set(network.tracks) <= set(members(view.table.open[view.seat]))
    assert sum(setup.board.tracks[track].length for track in network.tracks) == network.trains
    routes = [frozenset(setup.board.tracks[track].cities) for track in network.tracks]
    assert len(set(routes)) == len(routes), "one track of each route"
    parent, done = np.empty(MAX_CITIES, np.int64), np.zeros(TICKET_WORDS, np.int64)
    own = words_of([*view.tracks(view.seat), *network.tracks], TRACK_WORDS)
    connect_own(book, own, parent)
    points, count = rate_tickets(book, words_of(asked), own, parent, done)
    assert tuple(members(done)) == network.tickets
    assert (points, count) == (network.points * setup.ruleset.scale, len(network.tickets))


def any_tickets(view: View, rng: np.random.Generator, most: int) -> list[int]:
    return sorted(rng.choice(len(view.setup.tickets), rng.integers(1, most + 1), replace=False).tolist())


@pytest.mark.parametrize("board", BOARDS)
def test_prices_are_those_of_the_players(board: str) -> None:
    for view in positions(board):
        cost = new_costs()
        fill_costs(view.setup.rulebook[0], view.table, view.seat, 0, 1, cost)
        assert price_list(view) == cost[: len(view.setup.board.tracks)].tolist()


@pytest.mark.parametrize("board", BOARDS)
def test_one_ticket_costs_its_shortest_path(board: str) -> None:
    reached = 0
    for view in positions(board):
        cost, distance, arrival = new_costs(), new_distances(), new_distances()
        book = view.setup.rulebook[0]
        fill_costs(book, view.table, view.seat, 0, 1, cost)
        for ticket in range(len(view.setup.tickets)):
            network = cheapest_network(view, [ticket])
            city = find_path(book, cost, book.ticket_from[ticket], book.ticket_to[ticket], distance, arrival)
            assert (network is None) == (city == NONE)
            if network is not None:
                assert network.trains == distance[city]
                check_network(view, [ticket], network)
                reached += 1
    assert reached > 500


@pytest.mark.parametrize("board", BOARDS)
def test_more_tickets_never_cost_less_and_never_more_than_a_way_of_their_own(board: str) -> None:
    rng = np.random.default_rng(7)
    for view in positions(board):
        for _ in range(3):
            *asked, last = rng.permutation(any_tickets(view, rng, 6)).tolist()
            fewer, one, more = (cheapest_network(view, some) for some in (asked, [last], [*asked, last]))
            assert (more is None) == (fewer is None or one is None)
            if fewer is not None and one is not None and more is not None:
                assert max(fewer.trains, one.trains) <= more.trains <= fewer.trains + one.trains
                check_network(view, [*asked, last], more)


@pytest.mark.parametrize("board", BOARDS)
def test_networks_cost_what_an_integer_program_says(board: str) -> None:
    rng = np.random.default_rng(11)
    fresh = Game(setup_of(board), seats=2, seed=1).view(0)
    for view in (fresh, *positions(board)[::6]):
        asked = any_tickets(view, rng, 5)
        network = cheapest_network(view, asked)
        slow = cost_by_program(ends_of(view.setup), price_list(view), [sets_of(view.setup, t) for t in asked])
        assert (NEVER if network is None else network.trains) == slow


@pytest.mark.parametrize("board", BOARDS)
def test_the_best_choice_is_the_best_of_all_subsets(board: str) -> None:
    rng = np.random.default_rng(3)
    for view in positions(board):
        asked = any_tickets(view, rng, 5)
        points = [view.setup.tickets[ticket].points for ticket in asked]
        costs = []
        for subset in range(1 << len(asked)):
            network = cheapest_network(view, [ticket for i, ticket in enumerate(asked) if subset >> i & 1])
            costs.append(NEVER if network is None else network.trains)
        for trains in (int(view.table.trains[view.seat]), 20, 10):
            best = best_network(view, asked, trains=trains)
            assert (best.points, best.trains) == best_by_trying(costs, points, trains)
            check_network(view, asked, best)


@pytest.mark.parametrize("board", BOARDS)
def test_by_default_a_seat_asks_about_the_tickets_it_holds_and_the_trains_it_has(board: str) -> None:
    for view in positions(board):
        trains = int(view.table.trains[view.seat])
        try:
            best = best_network(view)
        except OptionError:
            with pytest.raises(OptionError):
                best_network(view, view.tickets, trains=trains)
            continue
        assert best == best_network(view, view.tickets, trains=trains)
        assert best.trains <= trains


def test_a_complete_ticket_is_one_that_scoring_counts() -> None:
    for view in positions("usa"):
        book = view.setup.rulebook[0]
        parent = np.empty(MAX_CITIES, np.int64)
        connect_own(book, view.table.own[view.seat], parent)
        everything = range(len(view.setup.tickets))
        complete = [ticket for ticket in everything if is_connected(book, parent, ticket)]
        assert best_network(view, everything, trains=0).tickets == tuple(complete)


def answers() -> list[Any]:
    """Answers to some questions, as plain lists."""
    found: list[Any] = []
    for board in BOARDS:
        for number, view in enumerate(positions(board, 1)):
            best = best_network(view, any_tickets(view, np.random.default_rng(number), 3))
            found.append([best.trains, list(best.tracks), list(best.tickets), best.points])
    return found


def test_answers_are_the_same_without_compilation() -> None:
    assert call_elsewhere(answers, NUMBA_DISABLE_JIT="1") == answers()
