"""Endpoints for boards, their pictures, and computer players."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from railwright.draw import LIGHT
from railwright.draw.marks import COLOR_MARKS, LOCOMOTIVE_MARK, STATION_MARK, seat_mark
from railwright.draw.palette import SEAT_FILLS, TRACK_FILLS, ink_on
from railwright.game.board import Board
from railwright.players.kit.options import PEEKING
from railwright.players.registry import BUILT_IN, LEVELS
from railwright.web.api.games import hall_of
from railwright.web.api.response_models import BoardWords, Catalog, answers

router = APIRouter(prefix="/api", tags=["catalog"])

STRENGTHS = {
    "express": [
        {"player": "express:iterations=0", "name": "quick"},
        {"player": "express:iterations=200", "name": "strong"},
        {"player": "express", "name": "very strong"},
        {"player": "express:iterations=6000", "name": "strongest, about a second a move"},
    ],
    "mcts": [{"player": "mcts", "name": "as published"}],
}
"""Players that are offered in several strengths."""

BOARD_TYPES = ("application/json", "text/plain")
"""Media types of an uploaded board."""

ThemeName = Literal["light", "dark"]

POLICY_SOURCE = "trained policy"
"""Where the policies that the server offers come from."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Content policy of pictures: inline styles and nothing else."""


def _level(name: str, number: int) -> list[dict[str, str]]:
    """A level as the only strength of its player, with its rating."""
    rating = LEVELS[name].rating
    return [{"player": name, "name": f"level {number}" + (f", Elo {rating.elo}" if rating else "")}]


@router.get("/catalog", responses=answers(Catalog), summary="List boards and players")
async def catalog(request: Request) -> dict[str, Any]:
    """The boards and computer players to choose from."""
    hall = hall_of(request)
    return {
        "boards": await hall.describe_boards(hall.board_names()),
        "players": [
            {"player": name, "summary": entry.summary, "source": entry.source, "strengths": _level(name, number)}
            for number, (name, entry) in enumerate(LEVELS.items(), start=1)
        ]
        + [
            {"player": name, "summary": entry.summary, "source": entry.source, "strengths": STRENGTHS.get(name, [])}
            for name, entry in BUILT_IN.items()
            if PEEKING not in name  # players that see other hands are for studies only
        ]
        + [
            {"player": name, "summary": offered.summary, "source": POLICY_SOURCE, "strengths": []}
            for name, offered in hall.policies.by_name.items()
        ],
    }


@router.get("/boards/{name}", summary="Get a board")
async def board(name: str, request: Request) -> Response:
    """A board in its file format."""
    hall = hall_of(request)
    hall.uploaded_boards.note_use(name)
    return Response(hall.board_text(hall.board(name)), media_type="application/json")


@router.get("/boards/{name}/picture.svg", response_class=Response, summary="Draw a board")
async def picture(name: str, request: Request, theme: ThemeName = "light") -> Response:
    """A picture of a board, as SVG."""
    return await _picture(request, hall_of(request).board(name), theme)


@router.get("/games/{game}/picture.svg", response_class=Response, tags=["games"], summary="Draw the board of a game")
async def game_picture(game: str, request: Request, theme: ThemeName = "light") -> Response:
    """A picture of the empty board of a game, as SVG. This also works for a board that came with a record."""
    room = await hall_of(request).rooms.find(game)
    board = room.history.game.setup.board
    return await _picture(request, board, theme)


async def _picture(request: Request, board: Board, theme: ThemeName) -> Response:
    hall = hall_of(request)
    svg = await hall.picture(board, theme, owner=hall.owner(request))
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": PICTURE_POLICY}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.get("/drawing", summary="Get colours and symbols")
async def drawing() -> dict[str, Any]:
    """The colours and symbols of the pictures, for drawing cards, trains and stations in the same style."""
    cards = {**COLOR_MARKS, "locomotive": LOCOMOTIVE_MARK}
    fills = {**TRACK_FILLS, "locomotive": LIGHT.land}
    return {
        "cards": {name: {"fill": fills[name], "ink": ink_on(fills[name]), "mark": cards[name]} for name in cards},
        "seats": [{"fill": fill, "ink": ink_on(fill), "mark": seat_mark(seat)} for seat, fill in enumerate(SEAT_FILLS)],
        "station": STATION_MARK,
    }


@router.post(
    "/boards", status_code=201, responses=answers(BoardWords, 201), summary="Upload a board",
    openapi_extra={
        "requestBody": {"required": True, "content": {kind: {"schema": {"type": "string"}} for kind in BOARD_TYPES}}
    },
)  # fmt: skip
async def bring_board(request: Request, file: Annotated[str, Query(max_length=200)] = "board.json") -> dict[str, Any]:
    """Upload a board: the text of a board file (.json) or of a map of the open-source web version (.map).

    The parameter ``file`` is the name of the file; its extension says which of the two it is.
    """
    hall = hall_of(request)
    return await hall.bring_board(await request.body(), file, owner=hall.owner(request))
