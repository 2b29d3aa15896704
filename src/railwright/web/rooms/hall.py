"""The state of the server: rooms, boards, limits. There is one object, created at the start."""

from __future__ import annotations

import asyncio
import re
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
from railwright.say import items, say
from railwright.store.games import GameStore
from railwright.store.retention import USUAL, Retention
from railwright.table.phrases import PHRASES
from railwright.web.access.allowances import Allowances
from railwright.web.access.allowed_players import check_players
from railwright.web.access.limits import Limits
from railwright.web.access.offered_policies import NO_POLICIES, OfferedPolicies
from railwright.web.access.open_pages import OpenPages
from railwright.web.access.refusals import NotNowError, NotYoursError, RefusalError
from railwright.web.jobs.answer_cache import AnswerCache
from railwright.web.jobs.patience import Patience
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.rooms.own_games import OwnGamesPage
from railwright.web.rooms.quota import owner_of
from railwright.web.rooms.removal import keep_removing
from railwright.web.rooms.reviews import Reviews
from railwright.web.rooms.room import Room
from railwright.web.rooms.rooms import Opened, Rooms, played_on
from railwright.web.rooms.seat_keys import PERSON_HEADER, PERSON_SECRET, person_of
from railwright.web.rooms.texts import Texts, json_text
from railwright.web.rooms.uploaded_boards import UploadedBoards
from railwright.web.rooms.webhooks import WebhookCaller
from railwright.web.work import answers, board_words, bot_moves, pages, pictures, uploads
from railwright.web.work.portable import pack_game, unpack_setup

KEPT_WORDS = 500
"""Most descriptions of boards in the cache."""

KEPT_PICTURES = 40
"""Most pictures of uploaded boards in the cache. Drawing one takes about a second."""

KEPT_PLAYERS = 200
"""Most players (with options) in the cache of those that passed the check."""

TABLE = "the table"
"""Owner of jobs that everybody needs."""

NO_PERSON = say(
    "this needs the secret of your device in the header {header}: 16 to 64 letters, digits, - or _",
    header=PERSON_HEADER,
)
"""What is said to somebody without a secret."""


class Hall:
    """The games, boards and limits of the server."""

    def __init__(
        self,
        store: GameStore,
        *,
        patience: Patience | None = None,
        limits: Limits | None = None,
        show: Sequence[Path] = (),
        retention: Retention = USUAL,
        pools: ServerPools | None = None,
        policies: OfferedPolicies = NO_POLICIES,
        caller: WebhookCaller | None = None,
    ) -> None:
        self.store = store
        self.pools = pools or ServerPools()
        """Worker processes. Pools passed by the caller keep running when the hall is closed."""
        self._has_own_pools = pools is None
        self._retention = retention
        self._removing: asyncio.Task[None] | None = None
        self.show = tuple(show)
        """Folders with studies, tournaments and best scores for the learning pages."""
        self.limits = limits or Limits()
        self.policies = policies
        """Trained policies that are offered as players."""
        self.rooms = Rooms(
            store, self.pools, patience=patience, retention=retention, limits=self.limits, policies=policies,
            caller=caller,
        )  # fmt: skip
        self.uploaded_boards = UploadedBoards(store, retention, uploads.check_board)
        """Uploaded boards."""
        self.reviews = Reviews(store, self.pools.reviewing, self.limits, self.rooms.patience.review)
        """Reviews of finished games."""
        self.own_games = OwnGamesPage(store, self.pools.answers, self.rooms.patience.answer)
        """The games of each person."""
        self._described: AnswerCache[tuple[Board, dict[str, Any]]] = AnswerCache(KEPT_WORDS)
        self._setup_texts = Texts(_setup_words)
        self._pictures: AnswerCache[str] = AnswerCache(KEPT_PICTURES)
        self._own_pictures: AnswerCache[str] = AnswerCache(
            len(pictures.KINDS) * len(board_names()) * len(pictures.THEMES)
        )
        """Pictures of built-in boards, which uploads cannot evict."""
        self._playable: AnswerCache[bool] = AnswerCache(KEPT_PLAYERS)
        self.allowances = Allowances(self.limits)
        self.places = OpenPages(self.limits)
        """Open pages, by address and game."""

    def begin(self) -> None:
        """Resume all games, and start removing old ones."""
        self.rooms.resume()
        removing = keep_removing(self.store, self._retention, self.uploaded_boards, spare=self.rooms)
        self._removing = asyncio.create_task(removing, name="removing old games")

    async def close(self) -> None:
        """Stop all background work."""
        if self._removing is not None:
            self._removing.cancel()
        await self.reviews.close()
        await self.rooms.close()
        await (self.pools.close() if self._has_own_pools else self.pools.drain())

    def owner(self, request: Request) -> str:
        """Fingerprint of the address of a request; empty if limits are off."""
        if not self.limits.are_by_address:
            return ""
        return owner_of(request.client.host if request.client else "?", self.store.secret)

    def person(self, secret: str | None) -> str:
        """Fingerprint of the person who sends a secret; empty without one."""
        if secret is None:
            return ""
        if re.fullmatch(PERSON_SECRET, secret) is None:
            raise NotYoursError(NO_PERSON)
        return person_of(secret, self.store.secret)

    def known_person(self, secret: str | None) -> str:
        """The same, but a secret is needed."""
        if secret is None:
            raise NotYoursError(NO_PERSON)
        return self.person(secret)

    def allow(self, request: Request, kind: str) -> None:
        """Count a request, or raise TooManyError if its sender has made too many of this kind."""
        self.allowances.take(kind, request.client.host if request.client else "?")

    def seat_name(self, game: str, key: str | None) -> str | None:
        """Name of the seat that a key holds; None if it holds none, or if the game is not in memory."""
        room = None if key is None else self.rooms.known(game)
        if room is None:
            return None
        try:
            seat = room.attendance.seat_of(key)
        except RefusalError:
            return None
        return None if seat is None else room.seat_name(seat)

    # --- boards ------------------------------------------------------------------------------------------------------

    def board_names(self) -> list[str]:
        """Names of all boards, built-in and uploaded."""
        return [*board_names(), *self.uploaded_boards.names()]

    def board(self, name: str) -> Board:
        """Return a board by its name. Files of the server cannot be loaded here."""
        uploaded = self.uploaded_boards.find(name)
        if uploaded is not None:
            return uploaded
        if name not in board_names():
            names = items(self.board_names(), ", ")
            raise UnknownNameError(
                say("there is no board {board}; choose one of {names}", board=repr(name[:60]), names=names)
            )  # fmt: skip
        return load_board(name)

    def setup(self, board: str, *, tickets: str | None, ruleset: str | None) -> Setup:
        """Make a setup from the names of its parts."""
        if ruleset is not None and ruleset not in ruleset_names():
            raise uploads.no_ruleset(ruleset)
        found = self.board(board)
        self.uploaded_boards.note_use(board)
        if tickets is not None and tickets not in found.decks:
            raise OptionError(
                say(
                    "{board} has no ticket deck {deck}; it has {decks}",
                    board=found.title, deck=repr(tickets[:60]), decks=items(found.decks, ", "),
                )
            )  # fmt: skip
        rules = found.ruleset if ruleset is None else ruleset
        setups = self.rooms.setups
        is_built_in = board in board_names()
        setup = setups.setup(board, rules, tickets) if is_built_in else setups.of_board(found, rules, tickets)
        uploads.check_setup(setup)
        return setup

    def board_text(self, board: Board) -> bytes:
        """A board in its file format, as JSON."""
        return self.rooms.setups.boards.of(board)

    async def upload_board(self, body: bytes, file: str, *, owner: str) -> dict[str, Any]:
        """Store an uploaded board. Returns its description for the start screen."""
        board, words = await self._work_slowly(uploads.read_board, body, file, owner=owner)
        name = await self.uploaded_boards.add(board, owner=owner)
        return {"board": name, "is_yours": self.uploaded_boards.is_of(name, owner), **words}

    async def describe_boards(self, names: Iterable[str], *, owner: str) -> list[dict[str, Any]]:
        """Describe boards for the start screen. Descriptions are cached: checking which rulesets fit takes a while."""
        boards = [(name, self.board(name)) for name in names]  # one may be removed while others are described
        yours = self.uploaded_boards.is_of
        return [
            {"board": name, "is_yours": yours(name, owner), **await self._describe(board)} for name, board in boards
        ]

    async def _describe(self, board: Board) -> dict[str, Any]:
        async def find() -> tuple[Board, dict[str, Any]]:
            return board, await self._work(board_words.describe_board, board, owner=TABLE)

        _, words = await self._described.get(id(board), find)  # the board is kept alive, so its id cannot be reused
        return words

    async def picture(self, board: Board, theme: str, kind: pictures.Kind, *, owner: str) -> str:
        """Draw a board as SVG. Concurrent requests for the same picture share one drawing."""
        kept = self._own_pictures if self.rooms.setups.is_built_in(board) else self._pictures
        key = self.board_text(board), theme, kind
        found = kept.find(key)
        if found is None:
            found = await self._work_slowly(pictures.draw, board, theme, kind, owner=owner, same=key)
            kept.keep(key, found)
        return found

    async def upload_record(self, body: bytes, *, owner: str, person: str = "") -> Opened:
        """Create a game from an uploaded record, to be continued or replayed."""
        uploaded: uploads.UploadedRecord = await self._work_slowly(uploads.read_record, body, owner=owner)
        setup, renewals = unpack_setup(uploaded.setup), uploaded.renewals
        record = Record(setup, uploaded.seats, uploaded.seed, uploaded.actions, renewals=renewals)
        if not uploaded.is_over:
            await self.seat_players(uploaded.seats, setup, owner=owner)
            record = played_on(record)
        return await self.rooms.create(record, {}, owner=owner, person=person, is_brought=True)

    async def seat_players(self, seats: Sequence[Mapping[str, Any]], setup: Setup, *, owner: str) -> None:
        """Refuse players that are not allowed here or cannot play on this setup, and load the others."""
        names = check_players(seats, self.policies)
        self.policies.check_setup(seats, setup)
        clock = asyncio.get_running_loop().time
        end = clock() + self.rooms.patience.ready_seconds
        for name in names:
            await self.rooms.readiness.wait(name, seconds=end - clock())
            try:
                await self._check_player(name, owner=owner)
            except RefusalError:
                raise
            except RailwrightError as error:
                raise RefusalError(error.text) from error

    async def _check_player(self, name: str, *, owner: str) -> None:
        if self._playable.find(name):
            return
        file = self.policies.file_of(name)
        await self.pools.answers.run(
            bot_moves.check, name, file, owner=owner, limit=self.rooms.patience.answer,
            prepare=bot_moves.loading_player(name, file), same=name,
        )  # fmt: skip
        self._playable.keep(name, answer=True)

    # --- games -------------------------------------------------------------------------------------------------------

    def about(self, room: Room) -> bytes:
        """The constant facts of a game, as JSON."""
        seats = [
            {"name": name, "is_person": seat in room.seats.people, "player": room.seats.players[seat]["player"]}
            for seat, name in enumerate(room.seats.names)
        ]
        phrases = {name: str(text) for name, text in PHRASES.items()}
        phrases_said = {name: text.to_json() for name, text in PHRASES.items()}
        words = json_text({"game": room.id, "seats": seats, "phrases": phrases, "phrases_said": phrases_said})
        return words[:-1] + b", " + self._setup_texts.of(room.history.game.setup)[1:]

    async def hint(self, room: Room, seat: int, *, owner: str) -> str:
        """The best player's evaluation of a seat's choices, as JSON."""
        game = room.history.game
        if game.is_over or game.seat != seat:
            raise NotNowError(say("hints are available only on your turn"))
        return await self.ask(answers.hint, game, room.version, tuple(room.seats.names), owner=owner)

    async def ask(self, question: Callable[..., Any], game: Game, *details: Any, owner: str) -> str:
        """Run a function of ``work.answers`` on a game and return its answer as JSON."""
        found: str = await self._work(answers.answer, question, pack_game(game), *details, owner=owner)
        return found

    async def list_exhibits(self, *, owner: str) -> list[dict[str, Any]]:
        """List the learning pages."""
        found: list[dict[str, Any]] = await self._read_exhibits(pages.list_exhibits, owner=owner)
        return found

    async def exhibit(self, name: str, *, owner: str) -> str:
        """Return one of the learning pages as HTML."""
        found: str = await self._read_exhibits(pages.make_page, name, owner=owner)
        return found

    async def _work(self, function: Callable[..., Any], *arguments: Any, owner: str) -> Any:
        """Run a function in the pool for queries."""
        return await self.pools.answers.run(function, *arguments, owner=owner, limit=self.rooms.patience.answer)

    async def _work_slowly(
        self, function: Callable[..., Any], *arguments: Any, owner: str, same: Hashable = None
    ) -> Any:  # fmt: skip
        """The same for an upload or a picture."""
        limit = self.rooms.patience.file
        return await self.pools.answers.run(function, *arguments, owner=owner, limit=limit, is_slow=True, same=same)

    async def _read_exhibits(self, function: Callable[..., Any], *arguments: Any, owner: str) -> Any:
        """The same for a learning page."""
        limit = self.rooms.patience.page
        return await self.pools.answers.run(function, self.show, *arguments, owner=owner, limit=limit, is_slow=True)


def _setup_words(setup: Setup) -> dict[str, Any]:
    """Describe a setup, as all of its games share it."""
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
