"""Everything that the server has: rooms, boards, limits. One object, made at the start."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request

from railwright.errors import OptionError, UnknownNameError
from railwright.game.board import Board
from railwright.game.setup import Setup
from railwright.game.story import ticket_words
from railwright.maps.load import board_names, board_ruleset, load_board, load_ruleset, load_setup, ruleset_names
from railwright.optimum.networks import cheapest_network
from railwright.store.games import GameStore
from railwright.web.hints import hint_for
from railwright.web.refusals import NotNowError, TooManyError
from railwright.web.room import Room
from railwright.web.rooms import Rooms
from railwright.web.security import Allowance
from railwright.web.thinking import Patience, in_thread

LIMITS = {"games": (30.0, 0.5), "hints": (10.0, 1.0), "boards": (10.0, 0.1), "records": (10.0, 0.1)}
"""For each kind of request: so many at once, and so many a second, from one address."""


class Hall:
    """The server's games and boards."""

    def __init__(self, store: GameStore, *, patience: Patience | None = None, is_limited: bool = True) -> None:
        self.store = store
        self.rooms = Rooms(store, patience=patience)
        self.boards: dict[str, Board] = {name: Board.from_dict(data, name) for name, data in store.boards().items()}
        """Boards that people brought, by name."""
        self._allowances = {
            kind: Allowance(burst=burst, per_second=rate) for kind, (burst, rate) in LIMITS.items() if is_limited
        }

    def allow(self, request: Request, kind: str) -> None:
        """Refuse a request if its sender has made too many of this kind."""
        client = request.client.host if request.client else "?"
        allowance = self._allowances.get(kind)
        if allowance is not None and not allowance.take(client):
            raise TooManyError(f"too many {kind} in a short time; wait a little")

    # --- boards ------------------------------------------------------------------------------------------------------

    def board_names(self) -> list[str]:
        """All boards that can be played here."""
        return [*board_names(), *sorted(self.boards)]

    def board(self, name: str) -> Board:
        """A board by its name. Files of the server are not boards here."""
        if name in self.boards:
            return self.boards[name]
        if name not in board_names():
            raise UnknownNameError(f"there is no board {name[:60]!r}; there are {', '.join(self.board_names())}")
        return load_board(name)

    def setup(self, board: str, *, tickets: str | None, ruleset: str | None) -> Setup:
        """A game to play, from names alone."""
        if ruleset is not None and ruleset not in ruleset_names():
            raise UnknownNameError(f"there is no ruleset {ruleset[:60]!r}; there are {', '.join(ruleset_names())}")
        found = self.board(board)
        if tickets is not None and tickets not in found.decks:
            raise OptionError(f"{found.title} has no ticket deck {tickets[:60]!r}; it has {', '.join(found.decks)}")
        return load_setup(found, tickets=tickets, ruleset=ruleset)

    async def add_board(self, board: Board) -> str:
        """Keep a board that somebody brought; returns the name under which it can be played."""
        name = board.name
        taken = {**{known: load_board(known) for known in board_names()}, **self.boards}
        number = 2
        while name in taken and taken[name] != board:
            name, number = f"{board.name}-{number}", number + 1
        if name not in taken:
            await asyncio.wrap_future(self.store.keep_board(name, board.to_dict()))
            self.boards[name] = board
        return name

    def describe_board(self, name: str) -> dict[str, Any]:
        """What the start screen shows of a board."""
        board = self.board(name)
        rules = board_ruleset(board)
        return {
            "board": name,
            "title": board.title,
            "cities": len(board.cities),
            "tracks": len(board.tracks),
            "decks": {deck: len(board.deck(deck)) for deck in board.decks},
            "deck": board.decks[0],
            "ruleset": rules.name,
            "seats": list(rules.seats),
            "rulesets": [name for name in ruleset_names() if self._fits(board, name)],
        }

    def _fits(self, board: Board, ruleset: str) -> bool:
        from railwright.game.ruleset import misfits

        return not misfits(board, load_ruleset(ruleset))

    # --- games -------------------------------------------------------------------------------------------------------

    def about(self, room: Room) -> dict[str, Any]:
        """What does not change in a game."""
        setup = room.course.game.setup
        rules = setup.ruleset
        return {
            "game": room.id,
            "board": setup.board.to_dict(),
            "deck": setup.deck,
            "ruleset": rules.to_dict(),
            "tickets": [
                {"places": list(ticket.places), "points": ticket.points, "long": ticket.long,
                 "cities": [list(setup.board.places[place]) for place in ticket.places]}
                for ticket in setup.tickets
            ],
            "seats": [
                {"name": name, "is_person": seat in room.seats.people, "player": room.seats.players[seat]["player"]}
                for seat, name in enumerate(room.seats.names)
            ],
        }  # fmt: skip

    async def hint(self, room: Room, seat: int) -> dict[str, Any]:
        """What the best player thinks of a seat's choices."""
        game = room.course.game
        if game.is_over or game.seat != seat:
            raise NotNowError("there is a hint when it is your turn")
        version = room.version
        found = await in_thread(lambda: hint_for(game.copy()))
        return {"version": version, **found}

    def ways(self, room: Room, seat: int) -> list[dict[str, Any]]:
        """For each ticket of a seat the cheapest open way."""
        view = room.course.game.view(seat)
        found = []
        for ticket in dict.fromkeys([*view.tickets, *view.offer]):
            network = cheapest_network(view, [ticket])
            found.append(
                {"ticket": ticket, "words": ticket_words(view.setup, ticket),
                 "tracks": None if network is None else list(network.tracks),
                 "trains": None if network is None else network.trains}
            )  # fmt: skip
        return found
