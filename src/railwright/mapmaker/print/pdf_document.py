"""The whole PDF document: the board at true scale, then its tickets."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.draw.earth.outlines import CREDIT
from railwright.draw.sizes import TRAIN_LENGTH_MM, TRAIN_WIDTH_MM
from railwright.draw.true_scale import place_true_scale
from railwright.errors import UnknownNameError
from railwright.game.board import Board
from railwright.mapmaker.print.board_page import BoardPage, make_board_page
from railwright.mapmaker.print.land import is_on_earth
from railwright.mapmaker.print.paper import PAPERS, POSTER, check_paper
from railwright.mapmaker.print.pdf_sheet import Sheet
from railwright.mapmaker.print.printable_names import printable, unprintable_names
from railwright.mapmaker.print.ticket_cards import add_cards
from railwright.mapmaker.print.tiles import add_overview, add_tiles, divide
from railwright.words import count


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished document, with facts about it."""

    pdf: bytes
    width: float
    """Width of the whole board, in millimetres."""
    height: float
    """Height of the whole board, in millimetres."""
    board_pages: int
    card_pages: int
    cards: int
    unprintable: tuple[str, ...]
    """Names that the font cannot print in full."""
    touching: tuple[tuple[str, str], ...]
    """Pairs of tracks whose spaces touch, because the tracks cross or there is too little room."""


def make_document(
    board: Board, *, paper: str = "a4", deck: str | None = None, cards: bool = True, compressed: bool = True
) -> Printed:
    """Make the PDF of a board. ``paper`` is a4, a3 or poster; with a poster, the tickets are on separate A4 pages."""
    check_paper(paper)
    deck = board.decks[0] if deck is None else deck
    if deck not in board.decks:
        raise UnknownNameError(
            f"the board {board.name} has no ticket deck {deck[:60]!r}; its decks are {', '.join(board.decks)}"
        )
    scale = place_true_scale(board)
    page = make_board_page(board, scale.layout, _credits(board, real=is_on_earth(board, scale.layout)))
    sheet = Sheet(printable(board.title), compressed=compressed)
    board_pages = _add_board(sheet, board, page, paper)
    card_pages = add_cards(sheet, board, scale.layout, page, deck, PAPERS.get(paper, PAPERS["a4"])) if cards else 0
    names = board.track_names
    return Printed(
        sheet.to_bytes(), page.width, page.height, board_pages, card_pages, len(board.deck(deck)) if cards else 0,
        tuple(unprintable_names(board)), tuple((names[a], names[b]) for a, b in scale.touching),
    )  # fmt: skip


def _credits(board: Board, *, real: bool) -> tuple[str, ...]:
    lines = (printable(board.source), CREDIT if real else "")
    return tuple(line for line in lines if line)


def _add_board(sheet: Sheet, board: Board, page: BoardPage, paper: str) -> int:
    """Add the pages of the board. Returns how many."""
    if paper == POSTER:
        sheet.add_page(page.width, page.height)
        sheet.draw(page.shapes, (0, 0, page.width, page.height))
        return 1
    tiling = divide(page, PAPERS[paper])
    lines = (
        f"The board is {page.width:.0f} x {page.height:.0f} mm; a train space is "
        f"{TRAIN_LENGTH_MM:g} x {TRAIN_WIDTH_MM:g} mm. Print at 100 %, not scaled to fit the page.",
        f"{count(tiling.sheets, 'sheet')} of {paper.upper()}: {count(tiling.columns, 'column')} (A, B, ...) and "
        f"{count(tiling.rows, 'row')}.",
        "Cut each sheet at the marks on its left and top edges and glue it over the overlap of the previous sheet.",
    )
    add_overview(sheet, page, tiling, printable(board.title), lines)
    add_tiles(sheet, page, tiling)
    return 1 + tiling.sheets
