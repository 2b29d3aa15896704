"""Endpoint for uploading the record of a game, to replay or continue it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from railwright.web.api.games import PersonSecret, hall_of, new_game
from railwright.web.api.request_models import NewGame

router = APIRouter(prefix="/api/records", tags=["records"])


@router.post(
    "", status_code=201, response_model=NewGame, summary="Upload a record",
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}},
)  # fmt: skip
async def upload_record(request: Request, person: PersonSecret = None) -> dict[str, Any]:
    """Upload the record of a game as JSON: a finished game can be replayed, an unfinished one continued.

    If people take part in an unfinished game, all future draws are new, because its uploader knows its cards.
    """
    hall = hall_of(request)
    asker = hall.person(person)
    return new_game(await hall.upload_record(await request.body(), owner=hall.owner(request), person=asker))
