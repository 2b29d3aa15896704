"""Everything that the server has: rooms, boards, limits. One object, made at the start."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import Request

from railwright.errors import OptionError, RailwrightError, UnknownNameError
from railwright.game.board import Board
from railwright.game.ruleset import misfits
from railwright.game.setup import Setup
from railwright.game.story import ticket_words
from railwright.game.view import View
from railwright.maps.load import board_names, board_ruleset, load_board, load_ruleset, load_setup, ruleset_names
from railwright.optimum.networks import cheapest_network
from railwright.store.games import GameStore
from railwright.store.keeping import USUAL, Keeping
from railwright.web.hints import hint_for
from railwright.web.offered import check_players, load_players
from railwright.web.quota import owner_of
from railwright.web.refusals import NotNowError, RefusalError, TooManyError
from railwright.web.removal import keep_removing
from railwright.web.room import Room
from railwright.web.rooms import Rooms
from railwright.web.security import Allowance
from railwright.web.shelf import Shelf
from railwright.web.thinking import Patience
from railwright.web.threads import Threads
from railwright.web.trimming import trimmed_board

MOST_DECKS = 20

LIMITS = {
    "looks": (1000.0, 200.0), "changes": (300.0, 50.0), "games": (30.0, 0.5), "invitations": (20.0, 0.5),
    "hints": (10.0, 1.0), "boards": (10.0, 0.1), "records": (10.0, 0.1),
}  # fmt: skip
"""For each kind of request: so many at once, and so many a second, from one address."""


class Hall:
    """The server's games and boards."""

    def __init__(
        self,
        store: GameStore,
        *,
        patience: Patience | None = None,
        is_limited: bool = True,
        show: Sequence[Path] = (),
        keeping: Keeping = USUAL,
    ) -> None:
        self.store = store
        self._keeping = keeping
        self._removing: asyncio.Task[None] | None = None
        self.show = tuple(show)
        """Folders with studies, tournaments and best scores to look at."""
        self.rooms = Rooms(store, patience=patience, keeping=keeping)
        self.questions = Threads(2, name="railwright-answers")
        """For what people ask: apart from the players, so that nobody waits for a computer's move."""
        self.uploads = Threads(1, name="railwright-uploads")
        """For what people bring: the largest takes some seconds to read."""
        self.pages = Threads(1, name="railwright-pages")
        """For learning pages: a folder can be large, and a disk slow."""
        self.shelf = Shelf(store, keeping, check_board)
        """Boards that people brought."""
        self._described: dict[str, tuple[Board, dict[str, Any]]] = {}
        self._allowances = {
            kind: Allowance(burst=burst, per_second=rate) for kind, (burst, rate) in LIMITS.items() if is_limited
        }

    def begin(self) -> None:
        """Go on with all games, and remove old ones from now on."""
        self.rooms.resume()
        removing = keep_removing(self.store, self._keeping, self.shelf, spare=self.rooms.in_memory)
        self._removing = asyncio.create_task(removing, name="removing old games")

    async def close(self) -> None:
        """Stop everything that goes on."""
        if self._removing is not None:
            self._removing.cancel()
        await self.rooms.close()
        self.questions.close()
        self.uploads.close()
        self.pages.close()

    def owner(self, request: Request) -> str:
        """What is kept of the address from which something is brought; nothing if there are no limits."""
        if not self._allowances:
            return ""
        return owner_of(request.client.host if request.client else "?", self.store.secret)

    def allow(self, request: Request, kind: str) -> None:
        """Refuse a request if its sender has made too many of this kind."""
        client = request.client.host if request.client else "?"
        allowance = self._allowances.get(kind)
        if allowance is not None and not allowance.take(client):
            raise TooManyError(f"too many {kind} in a short time; wait a little")

    # --- boards ------------------------------------------------------------------------------------------------------

    def board_names(self) -> list[str]:
        """All boards that can be played here."""
        return [*board_names(), *self.shelf.names()]

    def board(self, name: str) -> Board:
        """A board by its name. Files of the server are not boards here."""
        brought = self.shelf.find(name)
        if brought is not None:
            return brought
        if name not in board_names():
            raise UnknownNameError(f"there is no board {name[:60]!r}; there are {', '.join(self.board_names())}")
        return load_board(name)

    def setup(self, board: str, *, tickets: str | None, ruleset: str | None) -> Setup:
        """A game to play, from names alone."""
        if ruleset is not None and ruleset not in ruleset_names():
            raise UnknownNameError(f"there is no ruleset {ruleset[:60]!r}; there are {', '.join(ruleset_names())}")
        found = self.board(board)
        self.shelf.note_use(board)
        if tickets is not None and tickets not in found.decks:
            raise OptionError(f"{found.title} has no ticket deck {tickets[:60]!r}; it has {', '.join(found.decks)}")
        rules = found.ruleset if ruleset is None else ruleset
        return self.rooms.setups.setup(board if board in board_names() else found.to_dict(), rules, tickets)

    async def add_board(self, board: Board, *, owner: str = "") -> str:
        """Keep a board that somebody brought; returns the name under which it can be played."""

        def checked() -> Board:
            check_board(board)
            return trimmed_board(board)

        return await self.shelf.add(await self.uploads.run(checked), owner=owner)

    async def describe_boards(self, names: Iterable[str]) -> list[dict[str, Any]]:
        """What the start screen shows of some boards. Each is worked out once: to see which rules fit takes a while."""
        found = []
        for name, board in [(name, self.board(name)) for name in names]:  # one may go while others are worked out
            known = self._described.get(name)
            if known is None or known[0] is not board:
                known = self._described[name] = board, await self.questions.run(partial(_describe, name, board))
            found.append(known[1])
        return found

    async def seat_players(self, seats: Sequence[Mapping[str, Any]]) -> None:
        """Refuse players that cannot be had here, and make the others ready."""
        clock = asyncio.get_running_loop().time
        end = clock() + self.rooms.patience.ready_seconds
        for name in check_players(seats):
            await self.rooms.readiness.wait(name, seconds=end - clock())
        load_players(seats)

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
        found = await self.questions.run(lambda: hint_for(game.copy()))
        return {"version": version, **found}

    async def ways(self, room: Room, seat: int) -> list[dict[str, Any]]:
        """For each ticket of a seat the cheapest open way."""
        view = room.course.game.view(seat)
        return await self.questions.run(lambda: _ways(view))


def check_board(board: Board) -> None:
    """Refuse a board that cannot be played here: its rules must be built in or come with it, never from a file."""
    if isinstance(board.ruleset, str) and board.ruleset not in ruleset_names():
        raise RefusalError(f"there is no ruleset {board.ruleset[:60]!r}; there are {', '.join(ruleset_names())}")
    if len(board.decks) > MOST_DECKS:
        raise RefusalError(f"a board with more than {MOST_DECKS} ticket decks is not taken here")
    try:
        for deck in board.decks:
            load_setup(board, tickets=deck)
    except RailwrightError as error:
        raise RefusalError(str(error)) from error


def _describe(name: str, board: Board) -> dict[str, Any]:
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
        "rulesets": [name for name in ruleset_names() if not misfits(board, load_ruleset(name))],
    }


def _ways(view: View) -> list[dict[str, Any]]:
    found = []
    for ticket in dict.fromkeys([*view.tickets, *view.offer]):
        network = cheapest_network(view, [ticket])
        found.append(
            {"ticket": ticket, "words": ticket_words(view.setup, ticket),
             "tracks": None if network is None else list(network.tracks),
             "trains": None if network is None else network.trains}
        )  # fmt: skip
    return found
