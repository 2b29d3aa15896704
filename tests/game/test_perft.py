"""Counts of action sequences from small positions, against those of the referee in tests/golden/perft.txt."""

from __future__ import annotations

import configparser
import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from game.positions import board_data, give, put_cards, ruleset_data
from railwright.game.board import Board
from railwright.game.colors import PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.game.state import AT_TURN, LONG, SHORT
from referee import small
from referee.selfplay import SelfPlay
from referee.tickets import TicketPiles

FILE = Path(__file__).parent.parent / "golden" / "perft.txt"
DEPTH = 4


def read_positions() -> dict[str, configparser.SectionProxy]:
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None)
    parser.read(FILE, encoding="utf-8")
    return {name: parser[name] for name in parser.sections()}


POSITIONS = read_positions()


class Position:
    """What a section of the file says."""

    def __init__(self, section: configparser.SectionProxy) -> None:
        def items(key: str, separator: str = ";") -> list[str]:
            return [text.strip() for text in section.get(key, "").split(separator) if text.strip()]

        self.passengers = {place: colors.split() for place, colors in (text.split(":") for text in items("passengers"))}
        placed = {"passengers": {place: len(colors) for place, colors in self.passengers.items()}}
        tracks = items("tracks") + items("more tracks")
        self.board = board_data(*tracks, tickets=tuple(items("tickets")), **(placed if self.passengers else {}))
        self.hands = [text.strip() for text in section.get("hands", "|").split("|")]
        rules = {"opening_cards": 0, "cards_per_color": 40} | json.loads(section.get("rules", "{}"))
        self.rules = ruleset_data(**rules)
        self.opening = section.get("stage", "") == "opening"
        self.row, self.deck = section.get("row", ""), section.get("deck", "")
        self.left = [int(number) for number in section.get("left", "0 0").split()]
        self.own = {int(seat): names.split() for seat, names in (text.split(":") for text in items("own"))}
        self.trains = [int(number) for number in section.get("trains", "").split()]
        self.counts = [int(number) for number in section.get("counts", "").split()]


def engine_game(position: Position) -> Game:
    setup = Setup(Board.from_dict(position.board), Ruleset.from_dict(position.rules))
    game = Game(setup, seats=len(position.hands), seed=1)
    if position.opening:
        return game
    table = game.state.table
    game.state.private["offer"] = -1
    table.offered[:] = 0
    table.opening, table.stage, table.seat = 0, AT_TURN, 0
    table.ticket_deck[SHORT], table.ticket_deck[LONG] = position.left
    put_cards(game, *position.hands, row=position.row, deck=position.deck)
    for seat, tracks in position.own.items():
        give(game, seat, *tracks)
    for seat, trains in enumerate(position.trains):
        table.trains[seat] = trains
    table.passengers[:] = 0
    for place, colors in position.passengers.items():
        for color in colors:
            table.passengers[setup.board.places[place][0]] += 1 << 3 * PASSENGER_COLORS.index(color)
    return game


def referee_game(position: Position) -> SelfPlay:
    game = SelfPlay(position.board, position.rules, "deck", len(position.hands), seed=1)
    if position.opening:
        return game
    game.stage, game.seat, game._opening, game._legal = "turn", 0, False, None
    game.hands = [Counter(small.cards(text)) for text in position.hands]
    row = small.cards(position.row)
    game.cards.row = row + [None] * (5 - len(row))
    game.cards.deck, game.cards.discards = Counter(small.cards(position.deck)), Counter()
    short, long = position.left
    game.piles = TicketPiles(game._board.long_tickets[:long], game._board.short_tickets[:short])
    for seat, tracks in position.own.items():
        for name in tracks:
            pair, _, number = name.partition("#")
            first, second = pair.split("-")
            game.owner[first, second, int(number or 1)] = seat
    for seat, trains in enumerate(position.trains):
        game.trains[seat] = trains
    game._waiting = {place: Counter(colors) for place, colors in position.passengers.items()}
    return game


def engine_count(game: Game, depth: int) -> int:
    options = game.legal()
    if depth == 1:
        return len(options)
    total = 0
    for option in options:
        after = game.copy()
        after.play(option)
        total += engine_count(after, depth - 1)
    return total


def referee_count(game: SelfPlay, depth: int) -> int:
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in sorted(moves, key=str):
        after: Any = copy.deepcopy(game)
        after.move(move)
        total += referee_count(after, depth - 1)
    return total


@pytest.mark.parametrize("name", POSITIONS)
def test_the_engine_finds_as_many_sequences_of_actions_as_the_referee_did(name: str) -> None:
    position = Position(POSITIONS[name])
    assert len(position.counts) == DEPTH
    assert [engine_count(engine_game(position), depth) for depth in range(1, DEPTH + 1)] == position.counts


@pytest.mark.parametrize("name", POSITIONS)
def test_the_referee_still_finds_as_many_sequences_of_two_actions(name: str) -> None:
    position = Position(POSITIONS[name])
    assert [referee_count(referee_game(position), depth) for depth in (1, 2)] == position.counts[:2]


def write_counts() -> None:
    """Count again with the referee and write the file anew."""
    counts = {}
    for name, section in POSITIONS.items():
        position = Position(section)
        counts[name] = " ".join(str(referee_count(referee_game(position), depth)) for depth in range(1, DEPTH + 1))
        print(f"{name}: {counts[name]}", flush=True)
    lines, name = [], ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        name = line[1:-1] if line.startswith("[") else name
        lines.append(f"counts = {counts[name]}" if line.startswith("counts =") else line)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_counts()
