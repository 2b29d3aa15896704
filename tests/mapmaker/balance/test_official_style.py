"""The official style: boards that were made in it, compared with the printed ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import pytest

from mapmaker.plans import plan_of
from railwright.game.board import Board
from railwright.mapmaker.balance import making, new_graph
from railwright.mapmaker.balance.making import BalancedBoard, balance
from railwright.mapmaker.balance.new_graph import NewGraphSource
from railwright.mapmaker.balance.official_table import prices_table
from railwright.mapmaker.balance.problem.board_style import official_style
from railwright.mapmaker.balance.problem.brief import Brief
from railwright.mapmaker.balance.problem.decks import DeckShape, Prices, official_prices, prices, ticket_path_lengths
from railwright.mapmaker.balance.problem.design import of_board, to_board
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.graph_source import GraphSource, board_graph_source
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.problem.official import price_rules
from railwright.mapmaker.balance.problem.range import Range
from railwright.mapmaker.complete import complete
from railwright.maps.load import board_names, board_ruleset, load_board
from railwright.workers.pool import WorkerPool

PLAYERS = ("path", "one-step")
GAMES = 2000
"""So few that a search takes about two seconds, but enough for several generations."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """One random board for the report instead of 10; parts of new graphs are chosen from 8 instead of 30."""
    monkeypatch.setattr(making, "RANDOM_BOARDS", 1)
    monkeypatch.setattr(new_graph, "CANDIDATE_PARTS", 8)


def make(source: GraphSource, *, seed: int = 1, **options: Any) -> BalancedBoard:
    """A board in the official style by a short search."""
    brief = Brief(players=PLAYERS, target=Target.even(2), style="official", games=GAMES, seed=seed, **options)
    with WorkerPool(1) as pool:
        return balance(brief, source, Judge(PLAYERS, pool), evaluation_games=100)


def overpriced(board: Board) -> Board:
    """The board of somebody who thought all tickets should be worth as much as the best."""
    tickets = tuple(replace(ticket, points=25 - number % 3) for number, ticket in enumerate(board.tickets))
    return Board.from_dict(replace(board, name="mine", tickets=tickets).to_dict())


def board_of_ones_own() -> Board:
    """The cities of the germany board by the rules of the usa board, with tickets of a fancy price."""
    return overpriced(complete(replace(plan_of(load_board("germany")), name="mine"), seed=3))


def assert_priced_as_printed(found: Prices, like: DeckShape) -> None:
    """By the ways, as in official decks; mean, spread, least and most as in a certain deck."""
    official = official_prices()
    assert set(found.excesses) <= {excess for deck in official for excess in deck.excesses}
    assert 0 <= fmean(found.excesses) <= max(fmean(deck.excesses) for deck in official)
    assert pstdev(found.excesses) <= max(pstdev(deck.excesses) for deck in official)
    assert found.excesses.count(0) / len(found.excesses) >= 25 / 30
    assert fmean(found.values) == pytest.approx(like.mean_length, rel=0.1, abs=0.5)
    assert pstdev(found.values) == pytest.approx(like.length_spread, rel=0.1, abs=0.5)
    assert 0.9 * like.least_length <= min(found.values) <= max(found.values) <= 1.1 * like.most_length
    assert 0.8 * like.tickets <= len(found.values) <= 1.2 * like.tickets


def assert_tickets_make_sense(board: Board, most_at_city: int) -> None:
    pairs = [frozenset(ticket.places) for ticket in board.tickets]
    assert len(set(pairs)) == len(pairs)
    assert not set(pairs) & {frozenset(track.cities) for track in board.tracks}
    assert max(Counter(place for pair in pairs for place in pair).values()) <= most_at_city


def assert_lengths_vary(board: Board) -> None:
    """No length is much more frequent than on any printed board."""
    assert max(Counter(track.length for track in board.tracks).values()) <= 0.432 * len(board.tracks)


def shape_of(board: Board, deck: str) -> DeckShape:
    return DeckShape.of(board.deck(deck), ticket_path_lengths(board, board.deck(deck)))


@pytest.mark.parametrize(("name", "deck"), [(name, deck) for name in board_names() for deck in load_board(name).decks])
def test_all_printed_decks_are_of_official_style(name: str, deck: str) -> None:
    board = load_board(name)
    canvas, design = of_board(board, board_ruleset(board), deck)
    assert official_style(canvas).of_tickets.allows(canvas, design)
    assert_priced_as_printed(prices(board, deck), shape_of(board, deck))


@pytest.mark.parametrize("name", board_names())
def test_printed_boards_are_of_official_style(name: str) -> None:
    board = load_board(name)
    canvas, design = of_board(board, board_ruleset(board), board.decks[0])
    assert official_style(canvas).allows(canvas, design)


def test_printed_tickets_are_worth_their_ways_with_few_exceptions() -> None:
    usa = next(deck for deck in official_prices() if (deck.board, deck.deck) == ("usa", "base"))
    assert Counter(usa.excesses) == {0: 25, 1: 4, 2: 1}
    assert (round(fmean(usa.values), 2), round(pstdev(usa.values), 2)) == (11.63, 4.72)
    assert (str(price_rules().excess), str(price_rules().mean)) == ("-1-3", "0-0.2")


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {}), (2, {"restrict_lengths": 5}), (1, {"restrict_lengths": 0}), (2, {"change": "tickets"})],
    ids=["board", "any lengths", "lengths kept", "tickets"],
)
def test_tickets_of_boards_on_the_usa_graph_are_priced_as_printed(seed: int, options: dict[str, Any]) -> None:
    usa = load_board("usa")
    made = make(board_graph_source(usa), seed=seed, **options)
    board = to_board(made.canvas, made.after.design)
    assert_priced_as_printed(prices(board, "base"), shape_of(usa, "base"))
    assert_tickets_make_sense(board, most_at_city=5)
    assert_lengths_vary(board)
    near = 0 if "change" in options else options.get("restrict_lengths", 2)
    before = {frozenset(track.cities): track.length for track in usa.tracks}
    assert max(abs(track.length - before[frozenset(track.cities)]) for track in board.tracks) <= near
    if "change" in options:
        assert board.tracks == to_board(*of_board(usa, board_ruleset(usa), "base")).tracks
        assert {t.places for t in board.tickets} != {t.places for t in usa.deck("base")}


@pytest.mark.parametrize(("seed", "subgames"), [(2, False), (1, True)])
def test_tickets_of_new_boards_are_priced_as_on_the_usa_board(seed: int, subgames: bool) -> None:
    usa = shape_of(load_board("usa"), "base")
    made = make(NewGraphSource("Nowhere", subgames=subgames), seed=seed)
    board = to_board(made.canvas, made.after.design)
    assert_priced_as_printed(prices(board, "base"), usa)
    assert_tickets_make_sense(board, most_at_city=5)


@pytest.mark.parametrize("change", ["board", "tickets"])
def test_an_overpriced_deck_of_ones_own_gets_prices_by_its_ways(change: str) -> None:
    mine = board_of_ones_own()
    made = make(board_graph_source(mine), change=change)
    board = to_board(made.canvas, made.after.design)
    assert_priced_as_printed(prices(board, "base"), shape_of(mine, "base"))
    assert made.before is not None
    assert to_board(made.canvas, made.before.design).tickets == mine.tickets, "it is compared with the board as it was"


@pytest.mark.parametrize("name", ["europe", "germany"])
def test_boards_with_long_tickets_and_countries_keep_enough_of_them(name: str) -> None:
    printed = load_board(name)
    deck = printed.decks[0]
    made = make(board_graph_source(printed), change="tickets")
    board = to_board(made.canvas, made.after.design)
    like = shape_of(printed, deck)
    assert_priced_as_printed(prices(board, deck), like)
    long = sum(ticket.long for ticket in board.tickets)
    assert 0.8 * like.long_tickets <= long <= 1.2 * like.long_tickets


def test_only_what_tracks_are_worth_changes_when_that_is_asked_for() -> None:
    usa = load_board("usa")
    made = make(board_graph_source(usa), change="points")
    printed = to_board(*of_board(usa, board_ruleset(usa), "base"))
    assert to_board(made.canvas, made.after.design).tickets == printed.tickets


def test_ones_own_bounds_go_before_those_of_the_style() -> None:
    made = make(board_graph_source(load_board("usa")), bounds={"ticket_excess": Range(1, 4), "tickets": Range(20, 22)})
    found = prices(to_board(made.canvas, made.after.design), "base")
    assert 20 <= len(found.excesses) <= 22
    assert set(found.excesses) <= {1, 2, 3, 4}


def test_the_documentation_has_the_numbers_of_the_official_decks() -> None:
    page = (Path(__file__).parents[3] / "docs" / "balance.md").read_text(encoding="utf-8")
    table = prices_table()
    for row in (table.headings, *table.rows):
        assert f"| {' | '.join(row)} |" in page
