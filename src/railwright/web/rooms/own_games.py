"""The games of each person on the server: their list, how they ended, statistics, an export.

How a game ended is computed when somebody asks for it, in the pool of answers, and kept with the list.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

from railwright.errors import DamageError, FileError
from railwright.game.chance import is_secret
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.say import say
from railwright.store.game_tables import REVIEWS
from railwright.store.games import NOBODY, GameStore, now
from railwright.store.own_games import ListedGame, OwnGame, OwnGames
from railwright.table.seats import Seats
from railwright.web.access.refusals import RefusalError, TooManyError, UnknownGameError
from railwright.web.jobs.job_pool import JobPool, StoppingError
from railwright.web.jobs.lru_cache import LruCache
from railwright.web.jobs.patience import TimeLimit
from railwright.web.rooms.own_game_words import Origin, game_words, summary_of
from railwright.web.rooms.own_statistics import Statistics
from railwright.web.rooms.room import Room
from railwright.web.rooms.stored_people import read_people
from railwright.web.rooms.storing import on_disk
from railwright.web.work.own_summary import summarise
from railwright.web.work.stored_record import record_words

EXPORT_FORMAT = "railwright-own-games/1"

PAGE_GAMES = 20
"""Games on a page of the list."""

MOST_SUMMARIES = 20
"""Most games whose end is computed for one request. Replaying one takes some hundredths of a second."""

GAMES_AT_ONCE = 50
"""Games read between two yields to the event loop: a few milliseconds."""

MOST_FAILURES = 500
"""Most games that are remembered because they cannot be replayed."""

LOG = logging.getLogger("railwright.web")


def own_game(
    person: str, seat: int, played: Game | Record, seats: Seats, *, is_brought: bool = False
) -> OwnGame:  # fmt: skip
    """The entry of a game in the list of a person who has a seat."""
    setup = played.setup
    about = {
        "board": setup.board.name, "title": setup.board.title, "deck": setup.deck, "ruleset": setup.ruleset.name,
        "names": list(seats.names), "players": [str(player["player"]) for player in seats.players],
    }  # fmt: skip
    return OwnGame(person, seat, now(), _origin(played, is_brought=is_brought), json.dumps(about))


def _origin(played: Game | Record, *, is_brought: bool) -> Origin:
    if is_brought:
        return "record"
    if played.renewals:
        return "continued"
    return "new" if is_secret(played.seed) else "chosen-deal"


class OwnGamesPage:
    """What the server answers about the games of a person, who is a fingerprint here."""

    def __init__(self, store: GameStore, pool: JobPool, limit: TimeLimit) -> None:
        self._store, self._own, self._pool, self._limit = store, OwnGames(store), pool, limit
        self._failures: LruCache[bool] = LruCache(MOST_FAILURES)
        """Versions of games that cannot be replayed."""

    async def add(self, room: Room, seat: int, person: str) -> None:
        """Add a game to the list of a person who has a seat."""
        try:
            await asyncio.wrap_future(
                self._own.add(room.id, own_game(person, seat, room.history.game, room.seats))
            )  # fmt: skip
        except FileError as error:  # the seat is more important than the list
            LOG.error("game %s could not be added to a list: %s", room.id[:6], error)

    async def page(self, person: str, *, start: int, owner: str) -> dict[str, Any]:
        """A page of the games of a person, the latest first. ``owner`` is charged for computing how they ended."""
        listed = [
            await self._summed_up(one, owner=owner) for one in self._own.page(person, start=start, most=PAGE_GAMES)
        ]
        count = self._own.count(person)
        following = start + PAGE_GAMES
        return {
            "games": [self._words(one) for one in listed], "count": count,
            "next": following if following < count else None,
        }  # fmt: skip

    async def statistics(self, person: str, *, owner: str) -> dict[str, Any]:
        """Statistics of the games of a person. How a game ended is computed for a few of them at a time."""
        statistics, computed = Statistics(), 0
        async for listed in self._all(person):
            one = listed
            if self._is_due(one):
                if computed < MOST_SUMMARIES:
                    one = await self._summed_up(one, owner=owner)
                computed += 1
            statistics.add(self._words(one))
        return {**statistics.words(), "waiting": max(0, computed - MOST_SUMMARIES)}

    async def export(self, person: str, *, owner: str) -> AsyncIterator[str]:
        """All games of a person as JSON text, game by game. Records are those of finished games only."""
        yield f'{{"format": {json.dumps(EXPORT_FORMAT)}, "games": ['
        separator = ""
        async for listed in self._all(person):
            one = listed
            try:
                one = await self._summed_up(one, owner=owner)
            except RefusalError:
                LOG.info("game %s is exported without its result", one.game[:6])
            yield separator + json.dumps({**self._words(one), "record": self._record(one)}, ensure_ascii=False)
            separator = ",\n"
        yield "]}\n"

    async def remove(self, person: str, game: str) -> None:
        """Remove a game from the list of a person."""
        if self._own.find(person, game) is None:
            raise UnknownGameError(say("this game is not among yours"))
        await on_disk(self._own.remove(person, game))

    async def remove_all(self, person: str) -> None:
        """Remove the whole list of a person."""
        await on_disk(self._own.remove_all(person))

    async def _all(self, person: str) -> AsyncIterator[ListedGame]:
        """All games of a person, read in slices."""
        for start in range(0, self._own.count(person), GAMES_AT_ONCE):
            for listed in self._own.page(person, start=start, most=GAMES_AT_ONCE):
                yield listed
            await asyncio.sleep(0)

    def _words(self, listed: ListedGame) -> dict[str, Any]:
        return game_words(listed, is_readable=self._failures.find(_key(listed)) is None)

    def _is_due(self, listed: ListedGame) -> bool:
        """Whether the end of a game has to be computed, or misses the accuracy of a new review."""
        if listed.awaited != NOBODY or self._failures.find(_key(listed)):
            return False
        summary = summary_of(listed)
        return summary is None or (listed.is_reviewed and summary["accuracy"] is None)

    async def _summed_up(self, listed: ListedGame, *, owner: str) -> ListedGame:
        """A game with how it ended, computed if it is not known yet."""
        if not self._is_due(listed):
            return listed
        try:
            stored = self._store.find(listed.game)
            if stored is None:
                return listed
            review = self._review(listed) if listed.is_reviewed else None
            stand_ins = read_people(self._store, stored).stand_ins
            has_stand_in = bool(stand_ins.in_record(listed.own.seat, length=len(stored.actions)))
            summary = await self._pool.run(
                summarise, stored, listed.own.seat, review, has_stand_in, owner=owner, limit=self._limit,
                same=(listed.game, listed.own.seat, stored.version, review is None),
            )  # fmt: skip
            await asyncio.wrap_future(self._own.keep_summary(listed, summary))
        except (TooManyError, StoppingError):
            raise
        except Exception as error:  # one bad game must not hide the others; the message may reveal cards
            LOG.error("game %s cannot be summed up (%s)", listed.game[:6], type(error).__name__)
            self._failures.keep(_key(listed), True)
            return listed
        return self._own.find(listed.own.person, listed.game) or listed

    def _review(self, listed: ListedGame) -> str | None:
        rows = self._store.rows_of(REVIEWS, listed.game)
        return str(rows[0]["review"]) if rows else None

    def _record(self, listed: ListedGame) -> dict[str, Any] | None:
        """The record of a game; None if it is not over, since it would reveal everybody's cards, or is damaged."""
        try:
            stored = self._store.find(listed.game) if listed.awaited == NOBODY else None
            if stored is None or stored.awaited != NOBODY:
                return None
            summary = summary_of(listed)
            words = record_words(stored, result=None if summary is None else summary["result"])
            stand_ins = read_people(self._store, stored).stand_ins
            return {**words, "seats": list(stand_ins.recorded(words["seats"], length=len(stored.actions)))}
        except DamageError as error:
            LOG.error("game %s is damaged: %s", listed.game[:6], error)
            return None


def _key(listed: ListedGame) -> tuple[str, int, bool]:
    return listed.game, listed.version, listed.is_reviewed
