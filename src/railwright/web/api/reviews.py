"""Endpoints for reviews of finished games."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response

from railwright.say import both, say
from railwright.web.api.games import finished_room, hall_of
from railwright.web.api.response_models import answers
from railwright.web.api.review_models import ReviewSeen
from railwright.web.rooms.reviews import ReviewState

NOT_FINISHED = say("only a finished game can be reviewed")
"""What is said about a game in progress."""

router = APIRouter(prefix="/api/games", tags=["games"])


@router.get("/{game}/review", responses=answers(ReviewSeen), summary="Get the review of a game")
async def look_at_review(game: str, request: Request) -> Response:
    """The review of a finished game, or its progress."""
    hall = hall_of(request)
    return _text(hall.reviews.look(await finished_room(hall, game, NOT_FINISHED)))


@router.post("/{game}/review", responses=answers(ReviewSeen), summary="Begin the review of a game")
async def begin_review(game: str, request: Request) -> Response:
    """Begin the review of a finished game in the background. One that is there already is kept."""
    hall = hall_of(request)
    hall.allow(request, "reviews")
    room = await finished_room(hall, game, NOT_FINISHED)
    hall.reviews.begin(room, owner=hall.owner(request))
    return _text(hall.reviews.look(room))


@router.delete("/{game}/review", responses=answers(ReviewSeen), summary="Stop the review of a game")
async def stop_review(game: str, request: Request) -> Response:
    """Stop the review of a game while it is being computed."""
    hall = hall_of(request)
    room = await finished_room(hall, game, NOT_FINISHED)
    await hall.reviews.stop(room)
    return _text(hall.reviews.look(room))


def _text(found: ReviewState) -> Response:
    head = {"state": found.state, "done": found.done, "pieces": found.pieces, **both("message", found.message)}
    text = json.dumps(head)[:-1] + f', "review": {found.review or "null"}}}'
    return Response(text, media_type="application/json")
