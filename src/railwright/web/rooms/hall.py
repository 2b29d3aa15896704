"""Everything that the server has: rooms, boards, limits. One object, made at the start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fastapi import Request

from railwright.errors import OptionError, RailwrightError, UnknownNameError
from railwright.game.board import Board
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.maps.load import board_names, load_board, ruleset_names
from railwright.store.games import GameStore
from railwright.store.keeping import USUAL, Keeping
from railwright.web.access.allowances import Allowances
from railwright.web.access.allowed_players import check_players
from railwright.web.access.limits import Limits
from railwright.web.access.places import Places
from railwright.web.access.refusals import NotNowError, RefusalError
from railwright.web.jobs.kept import Kept
from railwright.web.jobs.pools import Pools
from railwright.web.rooms.bots import Patience
from railwright.web.rooms.quota import owner_of
from railwright.web.rooms.removal import keep_removing
from railwright.web.rooms.room import Room
from railwright.web.rooms.rooms import Opened, Rooms, played_on
from railwright.web.rooms.shelf import Shelf
from railwright.web.rooms.texts import Texts, json_text
from railwright.web.work import answers, pages, pictures, thinking, uploads
from railwright.web.work.portable import pack_game, unpack_setup

KEPT_WORDS = 500
"""Descriptions of boards."""

KEPT_PICTURES = 40
"""Of boards that people brought. Drawing a board takes about a second, so the last pictures are kept."""

KEPT_PLAYERS = 200
"""Players with options that were found to be playable."""

SLOW_SECONDS = 120.0
"""For what takes its time: an upload, a picture, a learning page. What a process may compute is bounded more closely
where it is done; this is for busy machines."""

TABLE = "the table"
"""Who asks for what everybody needs."""


class Hall:
    """The server's games and boards."""

    def __init__(
        self,
        store: GameStore,
        *,
        patience: Patience | None = None,
        limits: Limits | None = None,
        show: Sequence[Path] = (),
        keeping: Keeping = USUAL,
        pools: Pools | None = None,
    ) -> None:
        self.store = store
        self.pools = pools or Pools()
        """Processes for all that could take long. Those that are given stay when the hall is closed."""
        self._has_own_pools = pools is None
        self._keeping = keeping
        self._removing: asyncio.Task[None] | None = None
        self.show = tuple(show)
        """Folders with studies, tournaments and best scores to look at."""
        self.limits = limits or Limits()
        self.rooms = Rooms(store, self.pools, patience=patience, keeping=keeping, limits=self.limits)
        self.shelf = Shelf(store, keeping, uploads.check_board)
        """Boards that people brought."""
        self._described: Kept[tuple[Board, dict[str, Any]]] = Kept(KEPT_WORDS)
        self._setup_texts = Texts(_setup_words)
        self._pictures: Kept[str] = Kept(KEPT_PICTURES)
        self._own_pictures: Kept[str] = Kept(len(board_names()) * len(pictures.THEMES))
        """Of built-in boards: those of others cannot push them out."""
        self._playable: Kept[bool] = Kept(KEPT_PLAYERS)
        self.allowances = Allowances(self.limits)
        self.places = Places(self.limits)
        """For pages that look at games."""

    def begin(self) -> None:
        """Go on with all games, and remove old ones from now on."""
        self.rooms.resume()
        removing = keep_removing(self.store, self._keeping, self.shelf, spare=self.rooms)
        self._removing = asyncio.create_task(removing, name="removing old games")

    async def close(self) -> None:
        """Stop everything that goes on."""
        if self._removing is not None:
            self._removing.cancel()
        await self.rooms.close()
        await (self.pools.close() if self._has_own_pools else self.pools.drain())

    def owner(self, request: Request) -> str:
        """What is kept of the address from which something is brought; nothing if there are no limits."""
        if not self.limits.are_by_address:
            return ""
        return owner_of(request.client.host if request.client else "?", self.store.secret)

    def allow(self, request: Request, kind: str) -> None:
        """Refuse a request if its sender has made too many of this kind."""
        self.allowances.take(kind, request.client.host if request.client else "?")

    def seat_name(self, game: str, key: str | None) -> str | None:
        """A name for the seat that a key holds; None if it holds none, or if nobody is at the game."""
        room = None if key is None else self.rooms.known(game)
        if room is None:
            return None
        try:
            seat = room.seat_of(key)
        except RefusalError:
            return None
        return None if seat is None else room.seat_name(seat)

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
        setups = self.rooms.setups
        is_built_in = board in board_names()
        setup = setups.setup(board, rules, tickets) if is_built_in else setups.of_board(found, rules, tickets)
        uploads.check_setup(setup)
        return setup

    def board_text(self, board: Board) -> bytes:
        """A board in its file format, as JSON."""
        return self.rooms.setups.boards.of(board)

    async def bring_board(self, body: bytes, file: str, *, owner: str) -> dict[str, Any]:
        """Keep a board that somebody brought; returns what the start screen shows of it."""
        board, words = await self._work(uploads.read_board, body, file, owner=owner, is_slow=True)
        return {"board": await self.shelf.add(board, owner=owner), **words}

    async def describe_boards(self, names: Iterable[str]) -> list[dict[str, Any]]:
        """What the start screen shows of some boards. Each is worked out once: to see which rules fit takes a while."""
        boards = [(name, self.board(name)) for name in names]  # one may go while others are worked out
        return [{"board": name, **await self._describe(board)} for name, board in boards]

    async def _describe(self, board: Board) -> dict[str, Any]:
        async def find() -> tuple[Board, dict[str, Any]]:
            return board, await self._work(uploads.describe_board, board, owner=TABLE)

        _, words = await self._described.get(id(board), find)  # the board is kept with it, so no other has its number
        return words

    async def picture(self, board: Board, theme: str, *, owner: str) -> str:
        """A board, drawn. All who want the same picture at the same time wait for one drawing."""
        kept = self._own_pictures if self.rooms.setups.is_built_in(board) else self._pictures
        key = self.board_text(board), theme
        found = kept.find(key)
        if found is None:
            found = await self._work(pictures.draw, board, theme, owner=owner, is_slow=True, same=key)
            kept.keep(key, found)
        return found

    async def bring_record(self, body: bytes, *, owner: str) -> Opened:
        """Begin a game that goes on from a record, or that can be looked at again."""
        brought: uploads.BroughtRecord = await self._work(uploads.read_record, body, owner=owner, is_slow=True)
        setup, renewals = unpack_setup(brought.setup), brought.renewals
        record = Record(setup, brought.seats, brought.seed, brought.actions, renewals=renewals)
        if not brought.is_over:
            await self.seat_players(brought.seats, owner=owner)
            record = played_on(record)
        return await self.rooms.create(record, {}, owner=owner)

    async def seat_players(self, seats: Sequence[Mapping[str, Any]], *, owner: str) -> None:
        """Refuse players that cannot be had here, and make the others ready."""
        clock = asyncio.get_running_loop().time
        end = clock() + self.rooms.patience.ready_seconds
        for name in check_players(seats):
            await self.rooms.readiness.wait(name, seconds=end - clock())
            try:
                await self._check_player(name, owner=owner)
            except RefusalError:
                raise
            except RailwrightError as error:
                raise RefusalError(str(error)) from error

    async def _check_player(self, name: str, *, owner: str) -> None:
        if self._playable.find(name):
            return
        prepare, seconds = thinking.loading_player(name), answers.SECONDS
        await self.pools.answers.run(thinking.check, name, owner=owner, seconds=seconds, prepare=prepare, same=name)
        self._playable.keep(name, answer=True)

    # --- games -------------------------------------------------------------------------------------------------------

    def about(self, room: Room) -> bytes:
        """What does not change in a game, as JSON."""
        seats = [
            {"name": name, "is_person": seat in room.seats.people, "player": room.seats.players[seat]["player"]}
            for seat, name in enumerate(room.seats.names)
        ]
        words = json_text({"game": room.id, "seats": seats})
        return words[:-1] + b", " + self._setup_texts.of(room.history.game.setup)[1:]

    async def hint(self, room: Room, seat: int, *, owner: str) -> str:
        """What the best player thinks of a seat's choices, as JSON."""
        game = room.history.game
        if game.is_over or game.seat != seat:
            raise NotNowError("there is a hint when it is your turn")
        return await self.ask(answers.hint, game, room.version, owner=owner)

    async def ask(self, question: Callable[..., Any], game: Game, *details: Any, owner: str) -> str:
        """What a function of ``work.answers`` says about a game, as JSON."""
        found: str = await self._work(answers.answer, question, pack_game(game), *details, owner=owner)
        return found

    async def list_exhibits(self, *, owner: str) -> list[dict[str, str]]:
        """What there is to learn from."""
        found: list[dict[str, str]] = await self._work(pages.list_exhibits, self.show, owner=owner, is_slow=True)
        return found

    async def exhibit(self, name: str, *, owner: str) -> str:
        """One of the learning pages."""
        found: str = await self._work(pages.make_page, self.show, name, owner=owner, is_slow=True)
        return found

    async def _work(
        self, function: Callable[..., Any], *arguments: Any, owner: str, is_slow: bool = False, same: Hashable = None
    ) -> Any:  # fmt: skip
        """Have something done for somebody by a process that answers."""
        seconds = SLOW_SECONDS if is_slow else answers.SECONDS
        return await self.pools.answers.run(
            function, *arguments, owner=owner, seconds=seconds, is_slow=is_slow, same=same
        )


def _setup_words(setup: Setup) -> dict[str, Any]:
    """What games by one setup have in common."""
    places = setup.board.places
    return {
        "board": setup.board.to_dict(),
        "deck": setup.deck,
        "ruleset": setup.ruleset.to_dict(),
        "tickets": [
            {"places": list(ticket.places), "points": ticket.points, "long": ticket.long,
             "cities": [list(places[place]) for place in ticket.places]}
            for ticket in setup.tickets
        ],
    }  # fmt: skip
