"""Endpoints for boards, their pictures, and the opponents to choose from."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from railwright.game.board import Board
from railwright.web.access.reach import Listening, is_own_machine
from railwright.web.api import opponents
from railwright.web.api.games import hall_of
from railwright.web.api.response_models import BoardWords, Catalog, Reach, ServerProgress, answers
from railwright.web.delivery.page_routes import picture_response
from railwright.web.work import pictures
from railwright.web.work.drawing_words import drawing_words

router = APIRouter(prefix="/api", tags=["catalog"])

BOARD_TYPES = ("application/json", "text/plain")
"""Media types of an uploaded board."""

ThemeName = Literal["light", "dark"]

SizeName = Literal["small", "full"]

NamesName = Literal["usual", "large"]


@router.get("/catalog", responses=answers(Catalog), summary="List boards and opponents")
async def catalog(request: Request) -> dict[str, Any]:
    """The boards and computer players to choose from."""
    hall = hall_of(request)
    return {
        "boards": await hall.describe_boards(hall.board_names(), owner=hall.owner(request)),
        "levels": opponents.levels(),
        "characters": opponents.characters(),
        "players": opponents.others(hall.policies),
    }


@router.get("/progress", responses=answers(ServerProgress), summary="Get start-up progress")
async def progress() -> dict[str, Any]:
    """Whether games can be played, and the progress of compiling until then."""
    return {"is_ready": True, "done": 0, "steps": 0, "seconds": 0.0}


@router.get("/boards/{name}", summary="Get a board")
async def board(name: str, request: Request) -> Response:
    """A board in its file format."""
    hall = hall_of(request)
    hall.uploaded_boards.note_use(name)
    return Response(hall.board_text(hall.board(name)), media_type="application/json")


@router.delete("/boards/{name}", status_code=204, response_class=Response, summary="Remove a board")
async def remove_board(name: str, request: Request) -> None:
    """Remove a board that was uploaded from the same address, unless a stored game is played on it."""
    hall = hall_of(request)
    hall.board(name)
    await hall.uploaded_boards.remove(name, owner=hall.owner(request))


@router.get("/boards/{name}/picture.svg", response_class=Response, summary="Draw a board")
async def picture(name: str, request: Request, theme: ThemeName = "light", size: SizeName = "full") -> Response:
    """A picture of a board, as SVG. The small one is for lists of boards: it has no names and no single spaces."""
    return await _picture(request, hall_of(request).board(name), theme, size)


@router.get("/games/{game}/picture.svg", response_class=Response, tags=["games"], summary="Draw the board of a game")
async def game_picture(game: str, request: Request, theme: ThemeName = "light", names: NamesName = "usual") -> Response:
    """A picture of the empty board of a game, as SVG. This also works for a board that came with a record.

    Large names are for small windows, which show a part of the board.
    """
    room = await hall_of(request).rooms.find(game)
    board = room.history.game.setup.board
    return await _picture(request, board, theme, "large names" if names == "large" else "full")


async def _picture(request: Request, board: Board, theme: ThemeName, kind: pictures.Kind) -> Response:
    hall = hall_of(request)
    svg = await hall.picture(board, theme, kind, owner=hall.owner(request))
    return picture_response(request, svg)


@router.get("/reach", response_model=Reach, summary="Find out where links work")
async def reach(request: Request) -> Reach:
    """Where links to games work. Only a client on the machine of the server learns the address of that machine."""
    listening: Listening | None = request.app.state.listening
    client = request.client.host if request.client else ""
    if listening is None or not is_own_machine(client, request.headers.get("host", "")):
        return Reach(is_local=False, origin=None)
    return Reach(is_local=listening.is_local, origin=listening.origin())


@router.get("/drawing", summary="Get colours and symbols")
async def drawing() -> dict[str, Any]:
    """The colours and symbols of the pictures, for drawing cards, trains and stations in the same style."""
    return drawing_words()


@router.post(
    "/boards", status_code=201, responses=answers(BoardWords, 201), summary="Upload a board",
    openapi_extra={
        "requestBody": {"required": True, "content": {kind: {"schema": {"type": "string"}} for kind in BOARD_TYPES}}
    },
)  # fmt: skip
async def upload_board(request: Request, file: Annotated[str, Query(max_length=200)] = "board.json") -> dict[str, Any]:
    """Upload a board: the text of a board file (.json) or of a map of the open-source web version (.map).

    The parameter ``file`` is the name of the file; its extension says which of the two it is.
    """
    hall = hall_of(request)
    return await hall.upload_board(await request.body(), file, owner=hall.owner(request))
