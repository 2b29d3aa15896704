"""Endpoints for games: create, get, act, undo, hints, records, replays, forks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Request, Response

from railwright.errors import OptionError
from railwright.game.chance import new_secret
from railwright.game.record import Record
from railwright.game.ruleset import MAX_SEATS
from railwright.players.registry import HUMAN, current_name
from railwright.say import Said, say
from railwright.table.clock import ClockRules
from railwright.web.access.refusals import NotNowError, NotYoursError, RefusalError
from railwright.web.api.request_models import (
    ActionWish,
    ForkWish,
    GameWish,
    InvitationWish,
    NewGame,
    Rematch,
    SeatKey,
    SeatWish,
    StandInWish,
    VersionWish,
)
from railwright.web.api.response_models import About, GameSeen, Hint, Points, ReplaySeen, Ways, answers
from railwright.web.rooms.hall import Hall
from railwright.web.rooms.room import Room
from railwright.web.rooms.rooms import Opened, played_on
from railwright.web.rooms.seat_keys import KEY_HEADER, PERSON_HEADER, PERSON_SECRET
from railwright.web.work import answers as work

router = APIRouter(prefix="/api/games", tags=["games"])

Key = Annotated[str | None, Header(alias=KEY_HEADER, max_length=64, description="Key of a seat")]

PersonSecret = Annotated[
    str | None,
    Header(
        alias=PERSON_HEADER,
        description="Secret of a person's device, by which the server keeps a list of the person's games",
        json_schema_extra={"pattern": f"^{PERSON_SECRET}$"},
    ),
]


def hall_of(request: Request) -> Hall:
    """The state of the server that handles a request."""
    hall: Hall = request.app.state.hall
    return hall


@router.post("", status_code=201, response_model=NewGame, summary="Create a game")
async def make_game(wish: GameWish, request: Request, person: PersonSecret = None) -> dict[str, Any]:
    """Create a game. The holder of a seat's key plays it; computer players start at once.

    An invited seat has no key yet: the person who takes the seat exchanges the invitation for one. With the secret of a
    device, the game is added to the list of its person, with the first seat that has a key.
    """
    hall = hall_of(request)
    asker = hall.person(person)
    hall.allow(request, "games")
    setup = hall.setup(wish.board, tickets=wish.tickets, ruleset=wish.ruleset)
    low, high = setup.ruleset.seats
    if not low <= len(wish.seats) <= high:
        raise RefusalError(
            say(
                "{board} is for {least} to {most} players, not {players}",
                board=setup.board.title, least=low, most=high, players=len(wish.seats),
            )
        )  # fmt: skip
    seed = new_secret() if wish.seed is None else wish.seed
    seats = tuple(seat_words(seat) for seat in wish.seats)
    invited = invited_seats(wish.seats)
    if invited and wish.seed is not None:
        raise RefusalError(
            say("a game with invited people takes no seed: a player who knows the seed knows all cards")
        )  # fmt: skip
    owner = hall.owner(request)
    await hall.seat_players(seats, setup, owner=owner)
    options: dict[str, Any] = {"grace_seconds": wish.grace_seconds}
    if wish.absent is not None:
        options["absent"] = {"player": wish.absent.player, "seconds": wish.absent.seconds}
    if wish.clock is not None:
        options["clock"] = ClockRules(wish.clock.seconds, wish.clock.increment).to_dict()
    record = Record(setup, seats, seed)
    return new_game(await hall.rooms.create(record, options, invited=invited, owner=owner, person=asker))


def new_game(opened: Opened) -> dict[str, Any]:
    """The response for a new game."""
    return {"game": opened.room.id, "keys": opened.keys, "invitations": opened.invitations}


def invited_seats(seats: Sequence[SeatWish]) -> frozenset[int]:
    """The seats with an invitation instead of a key."""
    invited = frozenset(number for number, seat in enumerate(seats) if seat.invited)
    if any(seats[number].player != HUMAN for number in invited):
        raise RefusalError(say("only seats for people can have an invitation"))
    return invited


def seat_words(seat: SeatWish) -> dict[str, Any]:
    """A seat in the form used by records."""
    try:
        player = current_name(seat.player)
    except OptionError as error:
        raise RefusalError(error.text) from error
    return {"player": player, **({"name": seat.name} if seat.name else {})}


@router.get("/{game}", responses=answers(GameSeen), summary="Get a game")
async def look(
    game: str,
    request: Request,
    key: Key = None,
    since: Annotated[
        int, Query(ge=-1, le=100_000, description="First step of the news; -1 includes the initial deal")
    ] = -1,
) -> Response:
    """The game as the holder of the key sees it, or as a spectator does without a key, with the news since a step."""
    room = await hall_of(request).rooms.find(game)
    return _json(await room.look(room.attendance.seat_of(key), since=since))


@router.get("/{game}/about", responses=answers(About), summary="Get the setup of a game")
async def about(game: str, request: Request) -> Response:
    """The parts of a game that never change: board, ruleset, tickets and seats."""
    hall = hall_of(request)
    room = await hall.rooms.find(game)
    return _json(hall.about(room))


@router.post("/{game}/actions", responses=answers(GameSeen), summary="Take an action")
async def act(game: str, wish: ActionWish, request: Request, key: Key = None) -> Response:
    """Take an action for the seat of the key. Returns the game after it."""
    room = await hall_of(request).rooms.find(game)
    seat = _held(room.attendance.seat_of(key))
    since = len(room.history.steps)
    await room.act(seat, wish.action, version=wish.version)
    return _json(await room.look(seat, since=since))


@router.post("/{game}/seats/{seat}/take", response_model=SeatKey, summary="Take a seat")
async def take(
    game: str,
    seat: Annotated[int, Path(ge=0, lt=MAX_SEATS)],
    wish: InvitationWish,
    request: Request,
    person: PersonSecret = None,
) -> dict[str, Any]:
    """Exchange the invitation to a seat for its key. An invitation works only once."""
    hall = hall_of(request)
    guest = hall.person(person)
    hall.allow(request, "invitations")
    room = await hall.rooms.find(game)
    key = await room.attendance.take(seat, wish.invitation, secret=wish.secret)
    if guest:
        await hall.own_games.add(room, seat, guest)
    return {"key": key}


@router.post(
    "/{game}/seats/{seat}/stand-in", responses=answers(GameSeen), summary="Let a computer play for an absent person"
)
async def stand_in(
    game: str, seat: Annotated[int, Path(ge=0, lt=MAX_SEATS)], wish: StandInWish, request: Request, key: Key = None
) -> Response:
    """Let a computer player take the seat of an absent person, who gets it back on return.

    Only a host can do this: the people whose seats had no invitation.
    """
    room = await hall_of(request).rooms.find(game)
    by = _held(room.attendance.seat_of(key))
    await room.attendance.stand_in(seat, wish.player or room.attendance.absence_rules.player, by=by)
    return _json(await room.look(by, since=len(room.history.steps)))


@router.post("/{game}/undo", responses=answers(GameSeen), summary="Undo the last choice")
async def undo(game: str, wish: VersionWish, request: Request, key: Key = None) -> Response:
    """Undo the last choice of the seat, if it revealed nothing hidden and nobody else has acted since."""
    room = await hall_of(request).rooms.find(game)
    seat = _held(room.attendance.seat_of(key))
    await room.undo(seat, version=wish.version)
    return _json(await room.look(seat, since=-1))


@router.post("/{game}/go-on", status_code=204, summary="Skip the grace period")
async def go_on(game: str, request: Request, key: Key = None) -> None:
    """Let computer players act at once, without waiting for an undo. Only the seat that acted last can do this."""
    room = await hall_of(request).rooms.find(game)
    room.bots.hurry(_held(room.attendance.seat_of(key)))


@router.get("/{game}/hint", responses=answers(Hint), summary="Get a hint")
async def hint(game: str, request: Request, key: Key = None) -> Response:
    """The best choices of the seat of the key, as evaluated by the strongest computer player."""
    hall = hall_of(request)
    hall.allow(request, "hints")
    room = await hall.rooms.find(game)
    return _json(await hall.hint(room, _held(room.attendance.seat_of(key)), owner=hall.owner(request)))


@router.get("/{game}/ways", responses=answers(Ways), summary="Get the cheapest paths of tickets")
async def ways(game: str, request: Request, key: Key = None) -> Response:
    """The cheapest open path of each ticket that the seat holds or is offered."""
    hall = hall_of(request)
    room = await hall.rooms.find(game)
    seat = _held(room.attendance.seat_of(key))
    return _json(await hall.ask(work.ways, room.history.game, seat, owner=hall.owner(request)))


@router.get("/{game}/record", summary="Download the record of a game")
async def record(game: str, request: Request) -> Response:
    """The record of a finished game. That of an unfinished game would reveal everybody's cards."""
    return await _ask_finished(request, game, work.record)


@router.get("/{game}/replay", responses=answers(ReplaySeen), summary="Replay a game")
async def replay(
    game: str,
    request: Request,
    step: Annotated[int, Query(ge=0, le=100_000, description="Number of steps to replay")] = 0,
    seat: Annotated[
        int | None, Query(ge=0, le=9, description="Seat whose view to show; all cards are open without it")
    ] = None,
    since: Annotated[
        int | None, Query(ge=-1, le=100_000, description="First step of the news; the last one by default")
    ] = None,
) -> Response:
    """A finished game after some of its steps, as one seat saw it or with all cards open."""
    return await _ask_finished(request, game, work.replay, step, seat, since)


@router.get("/{game}/points", responses=answers(Points), summary="Get the points over time")
async def points(game: str, request: Request) -> Response:
    """The points of all seats after each step of a finished game."""
    return await _ask_finished(request, game, work.points)


@router.post("/{game}/fork", status_code=201, response_model=NewGame, summary="Fork a game")
async def fork(game: str, wish: ForkWish, request: Request, person: PersonSecret = None) -> dict[str, Any]:
    """Create a game that continues from a step of a finished one.

    If people take part, all future draws are new, because they may have seen how the old game continued.
    """
    hall = hall_of(request)
    asker = hall.person(person)
    hall.allow(request, "games")
    room = await finished_room(hall, game)
    old = room.history.game
    if wish.step > len(old.actions):
        raise RefusalError(
            say("the game has {steps} steps, not {wished}", steps=str(len(old.actions)), wished=str(wish.step))
        )
    seats = room.seats.players if wish.seats is None else tuple(seat_words(seat) for seat in wish.seats)
    if len(seats) != old.seats:
        raise RefusalError(say("the game has {seats} seats, not {wished}", seats=old.seats, wished=len(seats)))
    invited = invited_seats(wish.seats or ())
    owner = hall.owner(request)
    await hall.seat_players(seats, old.setup, owner=owner)
    renewals = tuple(renewal for renewal in old.renewals if renewal.start <= wish.step)
    record = Record(old.setup, tuple(seats), old.seed, tuple(old.actions[: wish.step]), renewals=renewals)
    return new_game(
        await hall.rooms.create(played_on(record), {}, invited=invited, owner=owner, person=asker)
    )  # fmt: skip


@router.post("/{game}/rematch", status_code=201, response_model=Rematch, summary="Begin or join a rematch")
async def rematch(
    game: str, request: Request, key: Key = None, person: PersonSecret = None
) -> dict[str, Any]:  # fmt: skip
    """Start another game of the same players with the seats moved on by one, or find the one that has been started.

    Only the people of a finished game can do this. Everybody holds the next seat with the same key as before.
    """
    hall = hall_of(request)
    asker = hall.person(person)
    room = await hall.rooms.find(game)
    seat = _held(room.attendance.seat_of(key))
    if room.is_over and room.attendance.rematch is None:
        hall.allow(request, "games")
        await hall.seat_players(room.seats.players, room.history.game.setup, owner=hall.owner(request))
    create = partial(hall.rooms.create_rematch, room, owner=hall.owner(request))
    following, own_seat = await room.attendance.begin_rematch(create), (seat + 1) % len(room.seats.players)
    if asker:
        await hall.own_games.add(await hall.rooms.find(following), own_seat, asker)
    return {"game": following, "seat": own_seat}


def _held(seat: int | None) -> int:
    if seat is None:
        raise NotYoursError(say("this needs the key of a seat"))
    return seat


NOT_OVER = say("this is possible only when the game is over")
"""What is said about a game in progress."""


async def finished_room(hall: Hall, game: str, refusal: Said = NOT_OVER) -> Room:
    """The room of a finished game; raises NotNowError with the words of ``refusal`` while it is in progress."""
    room = await hall.rooms.find(game)
    if not room.is_over:
        raise NotNowError(refusal)
    return room


async def _ask_finished(request: Request, game: str, question: Callable[..., Any], *details: Any) -> Response:
    hall = hall_of(request)
    room = await finished_room(hall, game)
    players = tuple(dict(player) for player in room.attendance.recorded_players)
    return _json(await hall.ask(question, room.history.game, players, *details, owner=hall.owner(request)))


def _json(text: str | bytes) -> Response:
    return Response(text, media_type="application/json")
