"""Endpoints for webhooks: what is called when it is somebody's turn."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Path, Request

from railwright.game.ruleset import MAX_SEATS
from railwright.say import both, say
from railwright.web.access.refusals import NotYoursError, RefusalError
from railwright.web.access.server_names import Names
from railwright.web.api.games import Key, hall_of
from railwright.web.api.request_models import WebhookWish
from railwright.web.api.response_models import WebhookSeen
from railwright.web.rooms.room import Room
from railwright.web.rooms.turn_calls import turn_message

router = APIRouter(prefix="/api/games/{game}/seats/{seat}/webhook", tags=["games"])

SeatNumber = Annotated[int, Path(ge=0, lt=MAX_SEATS)]


@router.put("", response_model=WebhookSeen, summary="Set the webhook of a seat")
async def set_webhook(
    game: str, seat: SeatNumber, wish: WebhookWish, request: Request, key: Key = None
) -> dict[str, Any]:  # fmt: skip
    """Have the server call an address when it is the turn of the seat and its person is away.

    The operator of the server has to allow this. Nobody can read the address again.
    """
    room = await _own_room(request, game, seat, key)
    _check_origin(wish.link, request)
    await room.attendance.webhooks.set(seat, wish.url, wish.link)
    return _seen(room, seat)


@router.delete("", response_model=WebhookSeen, summary="Remove the webhook of a seat")
async def remove_webhook(game: str, seat: SeatNumber, request: Request, key: Key = None) -> dict[str, Any]:
    """Call nobody any more at the turns of the seat."""
    room = await _own_room(request, game, seat, key)
    await room.attendance.webhooks.remove(seat)
    return _seen(room, seat)


@router.post("/test", response_model=WebhookSeen, summary="Test the webhook of a seat")
async def try_webhook(game: str, seat: SeatNumber, request: Request, key: Key = None) -> dict[str, Any]:
    """Call the webhook of the seat now. If this works, a paused one is on again."""
    room = await _own_room(request, game, seat, key)
    webhooks = room.attendance.webhooks
    webhook = webhooks.find(seat)
    message = turn_message(room, seat, "" if webhook is None else webhook.link, is_test=True)
    problem = await webhooks.test(seat, message)
    return {**_seen(room, seat), **both("problem", problem)}


async def _own_room(request: Request, game: str, seat: int, key: str | None) -> Room:
    """The room of a game for the person of a seat."""
    hall = hall_of(request)
    hall.allow(request, "webhooks")
    room = await hall.rooms.find(game)
    if key is None or room.attendance.seat_of(key) != seat:
        raise NotYoursError(say("this needs the key of the seat"))
    return room


def _check_origin(link: str, request: Request) -> None:
    """Refuse a link to another site: the call would lead people there."""
    names: Names = request.app.state.names
    try:
        parts = urlsplit(link)
    except ValueError:
        parts = urlsplit("")
    if not names.is_own_origin(f"{parts.scheme}://{parts.netloc}", request.headers.get("host", "")):
        raise RefusalError(say("this is not a link to this server"))


def _seen(room: Room, seat: int) -> dict[str, Any]:
    return {"webhook": room.attendance.webhooks.state_of(seat)}
