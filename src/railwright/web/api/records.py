"""Records: bring one to look at it again, or to play on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request

from railwright.errors import RailwrightError
from railwright.game.record import Record
from railwright.maps.load import LIBRARY
from railwright.table.typed import shortened
from railwright.web.api.games import hall_of, new_game
from railwright.web.api.models import NewGame
from railwright.web.api.uploads import read_json, read_text
from railwright.web.hall import check_board
from railwright.web.refusals import RefusalError
from railwright.web.trimming import trimmed_setup

router = APIRouter(prefix="/api/records", tags=["records"])

LONGEST_NAME = 80

LARGEST_RECORD = 500_000
"""Bytes. A long game with a board of its own and all of its events has a fifth of this."""


@router.post(
    "", status_code=201, response_model=NewGame, summary="Bring a record",
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}},
)  # fmt: skip
async def bring_record(request: Request) -> dict[str, Any]:
    """Bring the record of a game (its JSON text): a finished one can be replayed, an unfinished one played on."""
    hall = hall_of(request)
    hall.allow(request, "records")
    body = await request.body()
    record = await hall.uploads.run(lambda: read_record(body))
    if not record.replay().is_over:
        await hall.seat_players(record.seats)
    return new_game(await hall.rooms.create(record, {}, owner=hall.owner(request)))


def read_record(body: bytes) -> Record:
    """A record that anybody can have sent: of its seats only players and names are kept, and no unknown keys."""
    if len(body) > LARGEST_RECORD:
        raise RefusalError(f"a record of more than {LARGEST_RECORD:,} bytes is not taken")
    try:
        record = Record.from_dict(read_json(read_text(body)), LIBRARY)
    except RefusalError:
        raise
    except RailwrightError as error:
        raise RefusalError(str(error)) from error
    check_board(record.setup.board)
    setup = trimmed_setup(record.setup)
    return replace(record, setup=setup, seats=tuple(map(_bare_seat, record.seats)), unknown={})


def _bare_seat(seat: Mapping[str, Any]) -> dict[str, str]:
    bare = {"player": shortened(str(seat["player"]), LONGEST_NAME)}
    name = seat.get("name")
    return bare | {"name": shortened(name, LONGEST_NAME)} if isinstance(name, str) and name.strip() else bare
