"""Records: bring one to look at it again, or to play on."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from railwright.web.api.games import hall_of, new_game
from railwright.web.api.models import NewGame

router = APIRouter(prefix="/api/records", tags=["records"])


@router.post(
    "", status_code=201, response_model=NewGame, summary="Bring a record",
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}},
)  # fmt: skip
async def bring_record(request: Request) -> dict[str, Any]:
    """Bring the record of a game (its JSON text): a finished one can be replayed, an unfinished one played on.

    If people play on, everything that is still to come is new: whoever brings a record knows its cards.
    """
    hall = hall_of(request)
    return new_game(await hall.bring_record(await request.body(), owner=hall.owner(request)))
