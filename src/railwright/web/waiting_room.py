"""The application while the game is being compiled for this machine.

It shows the page, the boards and the players, so that a game can be set up meanwhile, and the progress of compiling.
Everything else is refused for now. Nothing here may import compiled code: that would compile it in this process, and
nobody would get an answer.
"""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import JSONResponse, Response

from railwright.say import both, say
from railwright.web.access.addresses import Proxies
from railwright.web.access.allowances import Allowances
from railwright.web.access.limits import Limits
from railwright.web.access.server_names import Names
from railwright.web.delivery.compression import Compression
from railwright.web.delivery.health import add_health
from railwright.web.delivery.page_routes import add_page, picture_response
from railwright.web.refusal_answers import add_refusals
from railwright.web.request_guard import Guard

if TYPE_CHECKING:
    from railwright.web.access.offered_policies import OfferedPolicies

RETRY_SECONDS = 2

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

_drawing = threading.Lock()


@dataclass(slots=True)
class StartProgress:
    """How far the preparation of the server is."""

    done: int = 0
    steps: int = 0
    """Number of steps; 0 if it is not known yet."""
    began: float = 0.0
    is_restoring: bool = False
    """Whether the server has been prepared, and is now changing to a backup."""

    def tell(self, done: int, steps: int) -> None:
        """Note that some steps are done."""
        self.done, self.steps = done, steps

    @property
    def words(self) -> dict[str, Any]:
        """The progress for the page."""
        seconds = round(time.monotonic() - self.began, 1)
        return {"is_ready": False, "done": self.done, "steps": self.steps, "seconds": seconds}

    @property
    def refusal(self) -> dict[str, Any]:
        """Why a request has to wait."""
        if self.is_restoring:
            text = say("a backup is being restored; try again soon")
        elif self.steps:
            text = say(
                "the game is being compiled for this machine, once ({done} of {steps} steps are done); try again soon",
                done=self.done, steps=self.steps,
            )  # fmt: skip
        else:
            text = say("the game is being compiled for this machine, once (it has just begun); try again soon")
        return {"error": "not-ready", **both("message", text)}


class _WaitingHall:
    """What checks of requests ask for: their rates. There are no seats yet."""

    def __init__(self, limits: Limits) -> None:
        self.allowances = Allowances(limits)

    def seat_name(self, game: str, key: str | None) -> None:
        """No seat is known yet."""


def make_waiting_room(
    progress: StartProgress,
    *,
    names: Names,
    proxies: Proxies,
    limits: Limits,
    policies: OfferedPolicies | None,
) -> FastAPI:
    """Make the application that is there until the game is compiled."""
    room = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    room.state.hall = _WaitingHall(limits)
    room.add_middleware(Compression)
    room.add_middleware(Guard, names=names, proxies=proxies, limits=limits)
    add_refusals(room)
    add_page(room, is_waiting=True)

    add_health(room, lambda: (False, {"status": "compiling", **progress.words}))

    def not_ready() -> JSONResponse:
        return JSONResponse(progress.refusal, status_code=503, headers={"Retry-After": str(RETRY_SECONDS)})

    @room.get("/api/progress")
    async def how_far() -> dict[str, Any]:
        return progress.words

    @room.get("/api/catalog")
    async def catalog() -> dict[str, Any]:
        return await asyncio.to_thread(_catalog, policies)

    @room.get("/api/drawing")
    async def drawing() -> dict[str, Any]:
        return await asyncio.to_thread(_drawing_words)

    @room.get("/api/boards/{name}/picture.svg")
    async def picture(name: str, request: Request, theme: str = "light", size: str = "full") -> Response:
        is_known = name in await asyncio.to_thread(_board_names)
        if not is_known or size != "small" or theme not in ("light", "dark"):
            return not_ready()
        return picture_response(request, await asyncio.to_thread(_preview, name, theme))

    @room.api_route("/{path:path}", methods=METHODS)
    async def anything(path: str) -> Response:
        return not_ready()

    @room.websocket("/{path:path}")
    async def live(socket: WebSocket, path: str) -> None:
        await socket.close()  # before it is accepted: the handshake is refused, and pages try again by themselves

    return room


def _catalog(policies: OfferedPolicies | None) -> dict[str, Any]:
    from railwright.maps.load import board_names, load_board
    from railwright.web.access.offered_policies import NO_POLICIES
    from railwright.web.api import opponents
    from railwright.web.work.board_words import describe_board

    boards = [{"board": name, "is_yours": False, **describe_board(load_board(name))} for name in board_names()]
    others = opponents.others(policies or NO_POLICIES)
    return {
        "boards": boards, "levels": opponents.levels(), "characters": opponents.characters(), "players": others
    }  # fmt: skip


def _board_names() -> list[str]:
    from railwright.maps.load import board_names

    return board_names()


def _drawing_words() -> dict[str, Any]:
    from railwright.web.work.drawing_words import drawing_words

    return drawing_words()


def _preview(name: str, theme: str) -> str:
    with _drawing:  # one at a time: the compiler needs the processors
        return _drawn(name, theme)


@lru_cache(maxsize=16)
def _drawn(name: str, theme: str) -> str:
    from railwright.maps.load import load_board
    from railwright.web.work.pictures import draw

    return draw(load_board(name), theme, "small")
