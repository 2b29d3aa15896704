"""Endpoints for the own games of a person, who is known by the secret of a device."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from railwright.store.own_games import MOST_OWN_GAMES
from railwright.web.api.games import PersonSecret, hall_of
from railwright.web.api.own_models import OwnExport, OwnGamesSeen, OwnStatistics
from railwright.web.api.response_models import answers

router = APIRouter(prefix="/api/me", tags=["own games"])

DOWNLOAD = {"Content-Disposition": 'attachment; filename="railwright-games.json"'}


@router.get("/games", response_model=OwnGamesSeen, summary="List your own games")
async def list_games(
    request: Request,
    person: PersonSecret = None,
    start: Annotated[int, Query(ge=0, le=MOST_OWN_GAMES, description="Number of later games to skip")] = 0,
) -> dict[str, Any]:
    """A page of the games of the person with this secret, the latest first, and how each ended."""
    hall = hall_of(request)
    asker = hall.known_person(person)
    hall.allow(request, "own_games")
    return await hall.own_games.page(asker, start=start, owner=hall.owner(request))


@router.get("/statistics", response_model=OwnStatistics, summary="Get statistics of your own games")
async def statistics(request: Request, person: PersonSecret = None) -> dict[str, Any]:
    """Statistics by board, by opponents and by the number of seats.

    Only finished games count, and none that continues another one or comes from a record.
    """
    hall = hall_of(request)
    asker = hall.known_person(person)
    hall.allow(request, "own_games")
    return await hall.own_games.statistics(asker, owner=hall.owner(request))


@router.get("/export", responses=answers(OwnExport), summary="Export your own games")
async def export(request: Request, person: PersonSecret = None) -> Response:
    """All games of the person with this secret as one JSON object, with the records of finished ones."""
    hall = hall_of(request)
    asker = hall.known_person(person)
    hall.allow(request, "exports")
    text = hall.own_games.export(asker, owner=hall.owner(request))
    return StreamingResponse(text, media_type="application/json", headers=DOWNLOAD)


@router.delete("/games/{game}", status_code=204, summary="Remove a game from your own games")
async def remove_game(game: str, request: Request, person: PersonSecret = None) -> None:
    """Remove a game from the list and the statistics of the person with this secret.

    The game itself stays: it belongs to everybody at its table, and the key of the seat still holds it.
    """
    hall = hall_of(request)
    await hall.own_games.remove(hall.known_person(person), game)


@router.delete("", status_code=204, summary="Delete your own list")
async def remove_all(request: Request, person: PersonSecret = None) -> None:
    """Delete everything that the server keeps about the person with this secret. The games themselves stay."""
    hall = hall_of(request)
    await hall.own_games.remove_all(hall.known_person(person))
