"""Learning pages: what studies, tournaments and searches for the best score have found."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from railwright.web.api.games import hall_of
from railwright.web.api.shapes import Exhibits, answers

router = APIRouter(tags=["learn"])

REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox"
)
"""Reports were made by others than this server: they may look as they like, and do nothing."""


@router.get("/api/learn", responses=answers(Exhibits))
async def learn(request: Request) -> dict[str, Any]:
    """Studies, tournaments and best scores that can be looked at."""
    hall = hall_of(request)
    return {"items": await hall.list_exhibits(owner=hall.owner(request))}


@router.get("/learn/{name}", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def exhibit(name: str, request: Request) -> Response:
    """One of them as a page."""
    hall = hall_of(request)
    text = await hall.exhibit(name, owner=hall.owner(request))
    headers = {"Content-Security-Policy": REPORT_POLICY, "Cache-Control": "no-cache"}
    return Response(text, media_type="text/html", headers=headers)
