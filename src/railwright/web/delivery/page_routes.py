"""The routes of the page and of pictures."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from railwright.web.delivery.compression import tagged
from railwright.web.delivery.page_files import ROOT_PATH, STATIC, PageFiles

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Content policy of pictures: inline styles and nothing else."""


def add_page(app: FastAPI, *, is_waiting: bool = False) -> None:
    """Add the page: its document, its files, and the sources of these.

    ``is_waiting`` tells the page that the game is still being compiled.
    """
    page = PageFiles()

    @app.get("/", include_in_schema=False)
    async def document(request: Request) -> Response:
        return page.document(request, root_path=request.scope.get(ROOT_PATH, ""), is_waiting=is_waiting)

    @app.get("/assets/{name}", include_in_schema=False)
    async def asset(name: str, request: Request) -> Response:
        found = page.file(request, name)
        if found is None:
            raise HTTPException(404, "there is no such file; reload the page")
        return found

    app.mount("/static", StaticFiles(directory=STATIC), name="static")


def picture_response(request: Request, svg: str) -> Response:
    """The answer with a picture of a board."""
    headers = {"Content-Security-Policy": PICTURE_POLICY}
    return tagged(request, svg.encode(), media_type="image/svg+xml", headers=headers)
