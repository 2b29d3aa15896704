"""Endpoints for the learning pages: results of studies, tournaments and searches for the best score."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from railwright.report.document import in_theme
from railwright.web.api.catalog import ThemeName
from railwright.web.api.games import hall_of
from railwright.web.api.response_models import Exhibits, answers

router = APIRouter(tags=["learn"])

REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox"
)
"""Content policy of reports, which this server did not make: they may have styles and images, but no scripts."""


@router.get("/api/learn", responses=answers(Exhibits), summary="List the learning pages")
async def learn(request: Request) -> dict[str, Any]:
    """The studies, tournaments and best scores that the server shows."""
    hall = hall_of(request)
    return {"items": await hall.list_exhibits(owner=hall.owner(request))}


@router.get(
    "/learn/{name}", response_class=Response, responses={200: {"content": {"text/html": {}}}},
    summary="Get a learning page",
)  # fmt: skip
async def exhibit(
    name: str,
    request: Request,
    theme: Annotated[ThemeName | None, Query(description="Colours; those the browser prefers by default")] = None,
) -> Response:
    """A study, tournament or best score as an HTML page."""
    hall = hall_of(request)
    text = await hall.exhibit(name, owner=hall.owner(request))
    if theme is not None:
        text = in_theme(text, theme)
    headers = {"Content-Security-Policy": REPORT_POLICY, "Cache-Control": "no-cache"}
    return Response(text, media_type="text/html", headers=headers)
