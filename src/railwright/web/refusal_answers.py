"""Answers to requests that cannot be granted: one line that says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from railwright.errors import FileError, RailwrightError, UnknownNameError
from railwright.say import Said, both, say
from railwright.table.safe_text import shortened_text
from railwright.web.access.refusals import RefusalError
from railwright.web.request_guard import HEADERS

LONGEST_WORDS = 600
"""Most characters in the message of a refusal."""


def add_refusals(app: FastAPI) -> None:
    """Answer everything that is raised while a request is handled."""
    app.add_exception_handler(RailwrightError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_bad)
    app.add_exception_handler(HTTPException, _refuse_plain)
    app.add_exception_handler(Exception, _apologise)


async def _refuse(request: Request, error: Exception) -> JSONResponse:
    """Answer a client error with one line that says what is wrong."""
    if isinstance(error, RefusalError):
        return _answer(error.status, error.name, error.text)
    if isinstance(error, FileError):  # its message is for the owner of the disk
        return _answer(503, "broken", say("the server cannot read or write its games now; try again later"))
    assert isinstance(error, RailwrightError)
    return _answer(404 if isinstance(error, UnknownNameError) else 400, "refused", error.text)


async def _refuse_bad(request: Request, error: Exception) -> JSONResponse:
    """Answer a request that does not match the schema."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return _answer(422, "bad-request", f"{place}: {first['msg']}")


async def _refuse_plain(request: Request, error: Exception) -> JSONResponse:
    """Answer what the framework refuses: unknown paths and methods, bodies that are not JSON."""
    assert isinstance(error, HTTPException)
    return _answer(error.status_code, "bad-request", str(error.detail), headers=error.headers)


async def _apologise(request: Request, error: Exception) -> JSONResponse:
    """Answer an internal error. The log has the traceback."""
    return _answer(500, "broken", say("internal server error"), headers=HEADERS)


def _answer(status: int, name: str, text: str | Said, *, headers: Mapping[str, str] | None = None) -> JSONResponse:
    words = str(text).encode("utf-8", "backslashreplace").decode()
    message = shortened_text(text if words == str(text) else words, LONGEST_WORDS)
    return JSONResponse({"error": name, **both("message", message)}, status_code=status, headers=headers)
