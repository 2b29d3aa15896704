"""The paths and plans of the evaluation player are those that a look at every path and every union gives."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from game.positions import begin, give, put_cards, small_setup
from players.thesis_reference import Path, Reference
from railwright.compiled.bits import members
from railwright.game.game import Game
from railwright.game.state import NONE
from railwright.maps.load import load_setup
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.registry import load_player
from railwright.players.thesis import evaluation_paths, evaluation_plan
from railwright.players.thesis.evaluation_memory import MEMORY, SHELF
from railwright.players.thesis.evaluation_plan import COST_UNIT, UNBOUNDED

BOARDS = ("usa", "europe", "germany")


def some_game(board: str, number: int) -> Game:
    """A game between players of all kinds, somewhere in its middle."""
    setup = load_setup(board)
    chooser = random.Random(number)
    names = [("rule", "hoard", "evaluation", "random")[chooser.randrange(4)] for _ in range(chooser.randint(2, 5))]
    game = Game(setup, seats=len(names), seed=number)
    seated_players = [SeatedPlayer(load_player(name), seat=seat, seed=number) for seat, name in enumerate(names)]
    for _ in range(chooser.randrange(10, 220)):
        if game.is_over:
            return some_game(board, number + 1000)
        game.play(seated_players[game.seat].choose(game, game.legal()))
    return game


def found_paths(game: Game, ticket: int) -> list[Path]:
    """What the player finds for the seat that is to move."""
    shelf: Any = np.zeros(1, SHELF)[0]
    shelf.ticket = ticket
    evaluation_paths.find_paths(game.setup.rulebook[0], game.state.table, 0, 0, shelf)
    found = shelf.paths[: shelf.count]
    paths = [tuple(members(path.tracks)) for path in found]
    reference = Reference(game, game.seat)
    assert [path.length for path in found] == [reference.length(path) for path in paths]
    return paths


def found_union(game: Game, lists: list[list[Path]]) -> tuple[set[int] | None, int]:
    """What the player makes of these paths, and what that is worth."""
    memory: Any = np.zeros(1, MEMORY)[0]
    for shelf, paths in zip(memory.shelves, lists, strict=False):
        shelf.count = len(paths)
        for path, tracks in zip(shelf.paths, paths, strict=False):
            for track in tracks:
                path.tracks[track >> 6] |= np.uint64(1 << (track & 63)).astype(np.int64)
    mine: Any = game.state.private[game.seat]
    worth = evaluation_plan.find_union(
        game.setup.rulebook[0], game.state.table, mine, (1 << len(lists)) - 1, UNBOUNDED, memory
    )
    return (None if worth == NONE else set(members(memory.search.union))), worth


@pytest.mark.parametrize("board", BOARDS)
def test_the_paths_are_those_of_the_plain_search(board: str) -> None:
    for number in range(6):
        game = some_game(board, number)
        reference = Reference(game, game.seat)
        for ticket in random.Random(number).sample(range(len(game.setup.tickets)), 3):
            plain = [tuple(sorted(path)) for path in reference.paths(ticket)]
            assert found_paths(game, ticket) == plain


def ladder(rungs: int) -> list[str]:
    """Two rows of cities, Q0, Q1, ... and R0, R1, ..., each joined with both cities that come next."""
    steps = [(a, b, color) for a in "QR" for b, color in (("Q", "red"), ("R", "blue"))]
    return [f"{a}{i}-{b}{i + 1} 1 {color}" for i in range(rungs) for a, b, color in steps]


def test_at_the_opening_the_search_goes_on_until_it_finds_a_path() -> None:
    """A ladder has so many ways that 10,000 visits do not reach its other end."""
    game = Game(small_setup(*ladder(12), tickets=("Q0-R12 5", "Q1-Q12 5", "Q0-Q1 1")), seats=2, seed=1)
    reference = Reference(game, 0)
    assert reference.paths(0) == []
    for ticket in range(3):
        plain = [tuple(sorted(path)) for path in reference.paths(ticket, until_found=True)]
        assert found_paths(game, ticket) == plain
        assert plain
    game.state.table.opening = 0
    assert found_paths(game, 0) == []


def test_beyond_the_limit_a_path_that_takes_too_many_trains_is_passed_over() -> None:
    """The six long tracks would be the path with the fewest tracks, but they take 54 trains."""
    tracks = [*(f"P{i}-P{i + 1} 9 red" for i in range(6)), *ladder(12), "P0-Q0 1 gray", "P6-Q12 1 gray"]
    game = Game(small_setup(*tracks, tickets=("P0-P6 5", "Q0-Q1 1", "Q0-R1 1")), seats=2, seed=1)
    reference = Reference(game, 0)
    assert reference.paths(0) == []
    plain = [tuple(sorted(path)) for path in reference.paths(0, until_found=True)]
    assert found_paths(game, 0) == plain
    assert [reference.length(path) for path in plain] == [14]


@pytest.mark.parametrize("board", BOARDS)
def test_the_plan_for_two_tickets_is_the_best_of_all_unions(board: str) -> None:
    for number in range(4):
        game = some_game(board, 50 + number)
        reference = Reference(game, game.seat)
        tickets = random.Random(number).sample(range(len(game.setup.tickets)), 2)
        lists = [found_paths(game, ticket) for ticket in tickets]
        union, worth = found_union(game, lists)
        plain = reference.best_union(lists)
        assert union == plain
        if union is not None:
            assert worth == reference.cost(tuple(union)) * COST_UNIT + reference.length(tuple(union))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("tickets", "paths"), [(3, 20), (4, 8)])
def test_the_plan_for_more_tickets_is_the_best_of_all_unions(board: str, tickets: int, paths: int) -> None:
    for number in range(3):
        game = some_game(board, 100 + number)
        reference = Reference(game, game.seat)
        chosen = random.Random(number).sample(range(len(game.setup.tickets)), tickets)
        lists = [found_paths(game, ticket)[:paths] for ticket in chosen]
        assert found_union(game, lists)[0] == reference.best_union(lists)


def small_position(number: int) -> Game:
    """A position with few cities and colours, where unions are often of the same worth."""
    chooser = random.Random(number)
    pairs = [(a, b) for i, a in enumerate("ABCDEF") for b in "ABCDEF"[i + 1 :]]
    chosen = chooser.sample(pairs, 9)
    tracks = [f"{a}-{b} {chooser.randint(1, 3)} {chooser.choice(('red', 'blue', 'gray'))}" for a, b in chosen]
    tracks += [f"{track.split()[0]} {track.split()[1]} green" for track in chooser.sample(tracks, 2)]
    named = {city for pair in chosen for city in pair}
    ends = [f"{a}-{b} 3" for a, b in pairs if {a, b} <= named]
    game = begin(small_setup(*tracks, tickets=tuple(chooser.sample(ends, 4))))
    put_cards(game, f"{chooser.randint(0, 3)} red {chooser.randint(0, 3)} blue 2 loco", deck="9 red")
    for track in chooser.sample(range(len(tracks)), 4):
        seat = chooser.randrange(2)
        if game.state.table.open[seat, 0] >> track & 1:
            give(game, seat, track)
    game.state.table.trains[0] = chooser.randint(4, 12)
    return game


def test_on_small_boards_the_plan_is_the_best_of_all_unions() -> None:
    planned = 0
    for number in range(150):
        game = small_position(number)
        reference = Reference(game, 0)
        lists = [found_paths(game, ticket) for ticket in range(4)]
        assert lists == [[tuple(sorted(path)) for path in reference.paths(ticket)] for ticket in range(4)]
        lists = [paths[:9] for paths in lists[: 1 + number % 4]]
        union = found_union(game, lists)[0]
        assert union == reference.best_union(lists)
        planned += union is not None
    assert planned > 50
