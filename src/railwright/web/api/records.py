"""Records: bring one to look at it again, or to play on."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request

from railwright.errors import RailwrightError
from railwright.game.record import Record
from railwright.maps.load import LIBRARY
from railwright.web.api.games import hall_of
from railwright.web.api.models import NewGame
from railwright.web.refusals import RefusalError

router = APIRouter(prefix="/api/records", tags=["records"])


@router.post("", status_code=201, response_model=NewGame)
async def bring_record(request: Request) -> dict[str, Any]:
    """Bring the record of a game (its JSON text): a finished one can be replayed, an unfinished one played on."""
    hall = hall_of(request)
    hall.allow(request, "records")
    try:
        data = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise RefusalError(f"this is not valid JSON ({type(error).__name__})") from error
    try:
        record = Record.from_dict(data, LIBRARY)
    except RailwrightError as error:
        raise RefusalError(str(error)) from error
    _check_players(record)
    room, keys = await hall.rooms.create(record, {})
    return {"game": room.id, "keys": keys}


def _check_players(record: Record) -> None:
    """Players from files are not loaded for a record that anybody can send."""
    from railwright.players.registry import HUMAN, find_entry

    for seat in record.seats:
        player = str(seat["player"])
        if player == HUMAN or record.result is not None:
            continue
        if find_entry(player) is None:
            raise RefusalError("players from files cannot be asked for over the network")
