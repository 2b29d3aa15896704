"""Games: make, look, act, take back, ask, download, fork."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Request, Response

from railwright.game.chance import new_secret
from railwright.game.record import Record
from railwright.game.ruleset import MAX_SEATS
from railwright.players.registry import HUMAN
from railwright.web.access.refusals import NotNowError, NotYoursError, RefusalError
from railwright.web.api.models import (
    ActionWish,
    ForkWish,
    GameWish,
    InvitationWish,
    NewGame,
    SeatKey,
    SeatWish,
    VersionWish,
)
from railwright.web.api.shapes import About, GameSeen, Hint, Points, ReplaySeen, Ways, answers
from railwright.web.rooms.hall import Hall
from railwright.web.rooms.keys import KEY_HEADER
from railwright.web.rooms.room import Room
from railwright.web.rooms.rooms import Opened, played_on
from railwright.web.work import answers as work

router = APIRouter(prefix="/api/games", tags=["games"])

Key = Annotated[str | None, Header(alias=KEY_HEADER, max_length=64)]


def hall_of(request: Request) -> Hall:
    """The games of this server."""
    hall: Hall = request.app.state.hall
    return hall


@router.post("", status_code=201, response_model=NewGame)
async def make_game(wish: GameWish, request: Request) -> dict[str, Any]:
    """Begin a game. Whoever has the key of a seat plays it; computers begin at once.

    The seat of somebody who is invited has no key yet: the invitation is exchanged for one by whoever takes the seat.
    """
    hall = hall_of(request)
    hall.allow(request, "games")
    setup = hall.setup(wish.board, tickets=wish.tickets, ruleset=wish.ruleset)
    low, high = setup.ruleset.seats
    if not low <= len(wish.seats) <= high:
        raise RefusalError(f"{setup.board.title} is played by {low} to {high} seats, not {len(wish.seats)}")
    seed = new_secret() if wish.seed is None else wish.seed
    seats = tuple(seat_words(seat) for seat in wish.seats)
    invited = invited_seats(wish.seats)
    if invited and wish.seed is not None:
        raise RefusalError("a game with invited people has a random seed: who knows the seed knows all cards")
    owner = hall.owner(request)
    await hall.seat_players(seats, owner=owner)
    options = {"grace_seconds": wish.grace_seconds}
    return new_game(await hall.rooms.create(Record(setup, seats, seed), options, invited=invited, owner=owner))


def new_game(made: Opened) -> dict[str, Any]:
    """What whoever begins a game is told."""
    return {"game": made.room.id, "keys": made.keys, "invitations": made.invitations}


def invited_seats(seats: Sequence[SeatWish]) -> frozenset[int]:
    """The seats of people elsewhere."""
    invited = frozenset(number for number, seat in enumerate(seats) if seat.invited)
    if any(seats[number].player != HUMAN for number in invited):
        raise RefusalError("only a person can be invited to a seat")
    return invited


def seat_words(seat: SeatWish) -> dict[str, Any]:
    """A seat as records keep it."""
    return {"player": seat.player, **({"name": seat.name} if seat.name else {})}


@router.get("/{game}", responses=answers(GameSeen))
async def look(
    game: str, request: Request, key: Key = None, since: Annotated[int, Query(ge=-1, le=100_000)] = -1
) -> Response:
    """The game as the seat of the key sees it, or without a key as everybody does; what happened from a step on."""
    room = await hall_of(request).rooms.find(game)
    return _json(await room.look(room.seat_of(key), since=since))


@router.get("/{game}/about", responses=answers(About))
async def about(game: str, request: Request) -> Response:
    """What does not change: board, rules, tickets and seats."""
    hall = hall_of(request)
    room = await hall.rooms.find(game)
    return _json(hall.about(room))


@router.post("/{game}/actions", responses=answers(GameSeen))
async def act(game: str, wish: ActionWish, request: Request, key: Key = None) -> Response:
    """Carry out an action; returns the game as it is then."""
    room = await hall_of(request).rooms.find(game)
    seat = _held(room.seat_of(key))
    since = len(room.history.steps)
    await room.act(seat, wish.action, version=wish.version)
    return _json(await room.look(seat, since=since))


@router.post("/{game}/seats/{seat}/take", response_model=SeatKey)
async def take(
    game: str, seat: Annotated[int, Path(ge=0, lt=MAX_SEATS)], wish: InvitationWish, request: Request
) -> dict[str, Any]:
    """Exchange the invitation to a seat for its key. An invitation serves once."""
    hall = hall_of(request)
    hall.allow(request, "invitations")
    room = await hall.rooms.find(game)
    return {"key": await room.take(seat, wish.invitation, secret=wish.secret)}


@router.post("/{game}/undo", responses=answers(GameSeen))
async def undo(game: str, wish: VersionWish, request: Request, key: Key = None) -> Response:
    """Take back the seat's last choice, if nothing hidden was seen and nobody else has acted since."""
    room = await hall_of(request).rooms.find(game)
    seat = _held(room.seat_of(key))
    await room.undo(seat, version=wish.version)
    return _json(await room.look(seat, since=-1))


@router.post("/{game}/go-on", status_code=204)
async def go_on(game: str, request: Request, key: Key = None) -> None:
    """Whoever acted last takes nothing back: computers need not wait."""
    room = await hall_of(request).rooms.find(game)
    room.thinkers.hurry(_held(room.seat_of(key)))


@router.get("/{game}/hint", responses=answers(Hint))
async def hint(game: str, request: Request, key: Key = None) -> Response:
    """What the best player would do now, and why."""
    hall = hall_of(request)
    hall.allow(request, "hints")
    room = await hall.rooms.find(game)
    return _json(await hall.hint(room, _held(room.seat_of(key)), owner=hall.owner(request)))


@router.get("/{game}/ways", responses=answers(Ways))
async def ways(game: str, request: Request, key: Key = None) -> Response:
    """For each ticket that the seat holds or is offered: its cities and the cheapest open way."""
    hall = hall_of(request)
    room = await hall.rooms.find(game)
    seat = _held(room.seat_of(key))
    return _json(await hall.ask(work.ways, room.history.game, seat, owner=hall.owner(request)))


@router.get("/{game}/record")
async def record(game: str, request: Request) -> Response:
    """The record of a finished game. That of an unfinished one would tell everybody's cards."""
    return await _ask_finished(request, game, work.record)


@router.get("/{game}/replay", responses=answers(ReplaySeen))
async def replay(
    game: str,
    request: Request,
    step: Annotated[int, Query(ge=0, le=100_000)] = 0,
    seat: Annotated[int | None, Query(ge=0, le=9)] = None,
    since: Annotated[int | None, Query(ge=-1, le=100_000)] = None,
) -> Response:
    """A finished game after some of its steps, from a seat's view or with all cards open.

    With it come the news of the last of these steps, or those from the step ``since`` on.
    """
    return await _ask_finished(request, game, work.replay, step, seat, since)


@router.get("/{game}/points", responses=answers(Points))
async def points(game: str, request: Request) -> Response:
    """The points of all seats after each step of a finished game."""
    return await _ask_finished(request, game, work.points)


@router.post("/{game}/fork", status_code=201, response_model=NewGame)
async def fork(game: str, wish: ForkWish, request: Request) -> dict[str, Any]:
    """A new game that goes on from a step of a finished one.

    With people at the table, everything that is still to come is new: they may have seen how the old game went on.
    """
    hall = hall_of(request)
    hall.allow(request, "games")
    room = await _finished(hall, game)
    old = room.history.game
    if wish.step > len(old.actions):
        raise RefusalError(f"the game has {len(old.actions)} steps, not {wish.step}")
    seats = room.seats.players if wish.seats is None else tuple(seat_words(seat) for seat in wish.seats)
    if len(seats) != old.seats:
        raise RefusalError(f"the game has {old.seats} seats, not {len(seats)}")
    invited = invited_seats(wish.seats or ())
    owner = hall.owner(request)
    await hall.seat_players(seats, owner=owner)
    renewals = tuple(renewal for renewal in old.renewals if renewal.start <= wish.step)
    record = Record(old.setup, tuple(seats), old.seed, tuple(old.actions[: wish.step]), renewals=renewals)
    return new_game(await hall.rooms.create(played_on(record), {}, invited=invited, owner=owner))


def _held(seat: int | None) -> int:
    if seat is None:
        raise NotYoursError("this needs the key of a seat")
    return seat


async def _finished(hall: Hall, game: str) -> Room:
    room = await hall.rooms.find(game)
    if not room.is_over:
        raise NotNowError("only a finished game is open to everybody")
    return room


async def _ask_finished(request: Request, game: str, question: Callable[..., Any], *details: Any) -> Response:
    hall = hall_of(request)
    room = await _finished(hall, game)
    players = tuple(dict(player) for player in room.seats.players)
    return _json(await hall.ask(question, room.history.game, players, *details, owner=hall.owner(request)))


def _json(text: str | bytes) -> Response:
    return Response(text, media_type="application/json")
