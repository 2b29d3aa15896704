"""Learning pages: what studies, tournaments and searches for the best score have found."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

from railwright.errors import RailwrightError
from railwright.web.api.games import hall_of
from railwright.web.api.shapes import Exhibits, answers
from railwright.web.exhibit_pages import exhibit_page
from railwright.web.exhibits import find_exhibits
from railwright.web.refusals import UnknownGameError

router = APIRouter(tags=["learn"])

REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox"
)
"""Reports were made by others than this server: they may look as they like, and do nothing."""


class UnknownExhibitError(UnknownGameError):
    """There is no such exhibit, or not any more."""

    name = "unknown-exhibit"


@router.get("/api/learn", responses=answers(Exhibits))
async def learn(request: Request) -> dict[str, Any]:
    """Studies, tournaments and best scores that can be looked at."""
    hall = hall_of(request)
    found = await hall.pages.run(lambda: find_exhibits(hall.show))
    return {"items": [{"kind": one.kind, "title": one.title, "url": f"/learn/{one.name}"} for one in found]}


@router.get("/learn/{name}", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def exhibit(name: str, request: Request) -> Response:
    """One of them as a page."""
    hall = hall_of(request)
    text = await hall.pages.run(lambda: _page(hall.show, name))
    headers = {"Content-Security-Policy": REPORT_POLICY, "Cache-Control": "no-cache"}
    return Response(text, media_type="text/html", headers=headers)


def _page(folders: Iterable[Path], name: str) -> str:
    for one in find_exhibits(folders):
        if one.name == name:
            try:
                return exhibit_page(one)
            except RailwrightError as error:
                raise UnknownExhibitError("this cannot be read any more") from error
    raise UnknownExhibitError("there is nothing of this name to look at")
