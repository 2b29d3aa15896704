"""The people of a game: who holds a seat, who is here, and who plays for somebody who is away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from railwright.say import say
from railwright.store.games import GameStore, StoredGame
from railwright.table.clock import ClockRules
from railwright.table.stand_ins import ABSENT, MOST_STAND_INS, TIME, StandIns
from railwright.web.access.refusals import NotNowError, NotYoursError, TakenError
from railwright.web.rooms.absence import AbsenceRules, AbsenceTimer
from railwright.web.rooms.game_clock import GameClock
from railwright.web.rooms.presence import Presence
from railwright.web.rooms.seat_keys import NO_KEY, fingerprint, key_for_guest, matches, seat_of
from railwright.web.rooms.stored_people import StoredPeople, keep_people, read_people
from railwright.web.rooms.storing import awaited, on_disk, to_the_end
from railwright.web.rooms.turn_calls import TurnCalls
from railwright.web.rooms.webhooks import WebhookCaller, Webhooks

if TYPE_CHECKING:
    from railwright.web.rooms.room import Room


Ear = Callable[[int, str], None]
"""Called when a seat says a phrase, with the name of the phrase. It must not block."""


class Observer(Protocol):
    """Acts by itself when people come, leave, act or are awaited."""

    def update(self) -> None:
        """Somebody has come, left or acted. It must not block."""

    def stop(self) -> None:
        """Stop for good."""


class Attendance:
    """The people of a room. Changes are on disk before anybody sees them."""

    def __init__(self, room: Room, stored: StoredGame, store: GameStore, caller: WebhookCaller | None) -> None:
        self._room = room
        self._store = store
        self._keys = stored.keys
        self._invitations = stored.invitations or (NO_KEY,) * len(stored.keys)
        self._people = read_people(store, stored)
        self.absence_rules = AbsenceRules.of(room.options)
        self.ears: set[Ear] = set()
        """Pages that hear what people say."""
        self.webhooks = Webhooks(room, store, caller)
        """What is called when it is the turn of somebody who is not here."""
        self._clock_rules = rules = ClockRules.of(room.options)
        seats = len(stored.keys)
        self.clock = None if rules is None else GameClock(self, rules, store, game=stored.id, seats=seats)
        """The clock, if the game has one."""
        timers = AbsenceTimer(self, self.absence_rules), self.clock, TurnCalls(room, self.webhooks)
        self.observers: tuple[Observer, ...] = tuple(timer for timer in timers if timer is not None)
        self.presence = Presence(announce=room.tell_news, changed=self.update_observers)
        """The people who are connected."""

    @property
    def stand_ins(self) -> StandIns:
        """Computer players in the seats of people."""
        return self._people.stand_ins

    @property
    def rematch(self) -> str | None:
        """Name of the game that these people play next, if one of them has begun it."""
        return self._people.rematch

    def snapshot(self) -> dict[str, Any]:
        """What everybody sees of the people."""
        rules, present = self.absence_rules, self.presence.now
        return {
            "invited": self.invited, "rematch": self.rematch, "hosts": self.hosts,
            "stand_ins": self.stand_ins.to_list(), "absent": {"player": rules.player, "seconds": rules.seconds},
            "present": list(present.seats), "watchers": present.watchers,
        }  # fmt: skip

    def update_observers(self) -> None:
        """Let the observers see that somebody has come, left or acted."""
        for observer in self.observers:
            observer.update()

    def stop(self) -> None:
        """Stop all observers."""
        for observer in self.observers:
            observer.stop()

    def pass_phrase(self, seat: int, phrase: str) -> None:
        """Let all pages of the game hear a phrase. It is kept nowhere."""
        for hear in list(self.ears):
            hear(seat, phrase)

    def seat_of(self, key: str | None) -> int | None:
        """The seat that a key holds; None for a spectator, who has no key."""
        if key is None:
            return None
        seat = seat_of(key, self._keys)
        if seat is None:
            raise NotYoursError(say("this key does not hold a seat in this game"))
        return seat

    @property
    def players(self) -> tuple[Mapping[str, Any], ...]:
        """Current player of each seat; a stand-in replaces an absent person."""
        return self._players_with(self.stand_ins)

    def _players_with(self, stand_ins: StandIns) -> tuple[Mapping[str, Any], ...]:
        found = []
        for seat, player in enumerate(self._room.seats.players):
            name = stand_ins.player_in(seat)
            found.append(player if name is None else {**player, "player": name})
        return tuple(found)

    @property
    def recorded_players(self) -> tuple[Mapping[str, Any], ...]:
        """The players as a record has them: with those who stood in, from which action to which."""
        return self.stand_ins.recorded(self._room.seats.players, length=len(self._room.history.game.actions))

    @property
    def credentials(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Fingerprints of the keys and of the invitations."""
        return self._keys, self._invitations

    def is_computer(self, seat: int) -> bool:
        """Whether a computer player has a seat now."""
        return seat not in self._room.seats.people or self.stand_ins.player_in(seat) is not None

    @property
    def hosts(self) -> list[int]:
        """Seats of the hosts, who started the game: those that got keys. If there are none, everybody is a host."""
        both = zip(self._invitations, self._keys, strict=True)
        own = [seat for seat, (invitation, key) in enumerate(both) if key != NO_KEY and invitation == NO_KEY]
        return own or list(self._room.seats.people)

    @property
    def invited(self) -> list[int]:
        """Seats whose invitations have not been used yet."""
        both = zip(self._invitations, self._keys, strict=True)
        return [seat for seat, (invitation, key) in enumerate(both) if invitation != NO_KEY and key == NO_KEY]

    @property
    def absent_and_awaited(self) -> int | None:
        """The seat of an absent person for whom somebody else at the table waits; None if there is none."""
        present = self.presence.now.seats
        if self._room.is_over or not present:
            return None
        seat = self._room.history.game.seat
        return None if self.is_computer(seat) or seat in present else seat

    @property
    def timed_turn(self) -> tuple[int, int] | None:
        """The seat and the number of the turn for which the time of a person runs; None if nobody's does."""
        have_all_joined = all(self.is_computer(seat) for seat in self.invited)
        if self._room.is_over or not have_all_joined or not self.presence.now.seats:
            return None
        game = self._room.history.game
        table = game.state.table
        return None if self.is_computer(game.seat) else (game.seat, 0 if table.opening else 1 + int(table.turn))

    @property
    def overdue_and_done(self) -> list[int]:
        """Seats whose people are to have them again: a computer has finished the turn for which they had no time left.

        Whoever gets no increment has no time in later turns either, so a computer plays on. So it does when seats have
        changed hands too often.
        """
        rules = self._clock_rules
        if self._room.is_over or not rules or not rules.increment or len(self.stand_ins.periods) >= MOST_STAND_INS:
            return []
        return [seat for seat in self.stand_ins.seats(TIME) if seat != self._room.history.game.seat]

    async def take(self, seat: int, invitation: str, *, secret: str) -> str:
        """Exchange the invitation to a seat for its key."""
        return await to_the_end(self._take(seat, invitation, secret))

    async def stand_in(self, seat: int, player: str, *, by: int | None = None) -> None:
        """Let a computer player take the seat of an absent person. ``by`` is the seat of the host who asks for it."""
        await to_the_end(self._stand_in(seat, player, by))

    async def let_finish(self, seat: int) -> None:
        """Let a computer player finish the turn of a person whose time is up."""
        await to_the_end(self._let_finish(seat))

    async def return_overdue(self) -> None:
        """Return seats from computer players that have finished a turn for somebody whose time was up."""
        await to_the_end(self._return_overdue())

    async def welcome_back(self, seats: Iterable[int]) -> None:
        """Return seats from computer players to people who are back."""
        await to_the_end(self._welcome_back(tuple(seats)))

    async def begin_rematch(self, create: Callable[[], Awaitable[Room]]) -> str:
        """The name of the game after this one. The first request creates it, and everybody is told."""
        return await to_the_end(self._begin_rematch(create))

    async def give_back(self, seats: Sequence[int]) -> None:
        """Return seats from computer players to people who were absent. The room must be locked."""
        await self._give_back([seat for seat in seats if self.stand_ins.reason_in(seat) == ABSENT])

    async def _give_back(self, back: Sequence[int]) -> None:
        after = self.stand_ins
        for seat in back:
            after = after.given_back(seat, at=len(self._room.history.steps))
        if back:
            await self._store_people(StoredPeople(after, self.rematch))
            for seat in back:
                self._room.bots.forget(seat)

    async def _begin_rematch(self, create: Callable[[], Awaitable[Room]]) -> str:
        async with self._room.lock:
            if not self._room.is_over:
                raise NotNowError(say("a rematch is possible only when the game is over"))
            if self.rematch is None:
                following = (await create()).id
                await self._store_people(StoredPeople(self.stand_ins, following))
            return str(self.rematch)

    async def _stand_in(self, seat: int, player: str, by: int | None) -> None:
        async with self._room.lock:
            if by is not None and by not in self.hosts:
                raise NotYoursError(say("only the host can let a computer play for somebody"))
            if seat not in self._room.seats.people:
                raise NotNowError(say("this is not the seat of a person"))
            name = self._room.seats.names[seat]
            if self._room.is_over:
                raise NotNowError(say("the game is over"))
            if self.stand_ins.player_in(seat) is not None:
                raise NotNowError(say("a computer already plays for {name}", name=name))
            if seat in self.presence.now.seats:
                raise NotNowError(say("{name} is here", name=name))
            if len(self.stand_ins.periods) >= MOST_STAND_INS:
                raise NotNowError(
                    say("computers have taken seats {most} times in this game, which is the limit", most=MOST_STAND_INS)
                )
            at = len(self._room.history.steps)
            await self._store_people(StoredPeople(self.stand_ins.taken(seat, player, at=at), self.rematch))

    async def _let_finish(self, seat: int) -> None:
        async with self._room.lock:
            if self.clock is not None and self.clock.is_up(seat):  # else the person has acted at the last moment
                at, player = len(self._room.history.steps), self.absence_rules.player
                after = self.stand_ins.taken(seat, player, at=at, reason=TIME)
                await self._store_people(StoredPeople(after, self.rematch))

    async def _return_overdue(self) -> None:
        async with self._room.lock:
            await self._give_back(self.overdue_and_done)

    async def _welcome_back(self, seats: Sequence[int]) -> None:
        if not any(self.stand_ins.reason_in(seat) == ABSENT for seat in seats):
            return
        async with self._room.lock:
            await self.give_back(seats)

    async def _store_people(self, people: StoredPeople) -> None:
        """Switch to other stand-ins, or to a rematch, once they are on disk."""
        whom = awaited(self._room.history.game, self._players_with(people.stand_ins))
        await on_disk(keep_people(self._store, self._room.id, people, awaited=whom))
        self._people = people
        self._room.tell_news()

    async def _take(self, seat: int, invitation: str, secret: str) -> str:
        async with self._room.lock:
            if seat >= len(self._invitations) or not matches(invitation, self._invitations[seat]):
                raise NotYoursError(say("this is not an invitation to this seat"))
            key = key_for_guest(invitation, secret)
            if self._keys[seat] == NO_KEY:
                given = (*self._keys[:seat], fingerprint(key), *self._keys[seat + 1 :])
                await on_disk(self._store.give_seat(self._room.id, keys=self._keys, given=given))
                self._keys = given
                self._room.tell_news()
            elif not matches(key, self._keys[seat]):
                raise TakenError(say("this seat is already taken: an invitation works only once"))
            return key
