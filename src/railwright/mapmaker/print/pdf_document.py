"""The whole PDF document: the board at true scale, then its tickets and train cards."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.draw.earth.outlines import CREDIT
from railwright.draw.palette import LIGHT
from railwright.draw.sizes import TRAIN_LENGTH_MM, TRAIN_WIDTH_MM
from railwright.draw.true_scale import place_true_scale
from railwright.errors import UnknownNameError
from railwright.game.board import Board
from railwright.mapmaker.print.board_page import BoardPage, make_board_page
from railwright.mapmaker.print.card_pages import add_card_pages
from railwright.mapmaker.print.land import is_on_earth
from railwright.mapmaker.print.paper import PAPERS, POSTER, check_paper, paper_of_cards
from railwright.mapmaker.print.pdf_sheet import Sheet
from railwright.mapmaker.print.printable_names import printable, unprintable_names
from railwright.mapmaker.print.ticket_cards import ticket_cards
from railwright.mapmaker.print.tiles import add_overview, add_tiles, divide
from railwright.mapmaker.print.train_cards import SIZE, train_deck
from railwright.maps.load import board_ruleset
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
    """Pages with tickets."""
    cards: int
    """Number of tickets."""
    train_card_pages: int
    train_cards: int
    unprintable: tuple[str, ...]
    """Names that the font cannot print in full."""
    touching: tuple[tuple[str, str], ...]
    """Pairs of tracks whose spaces touch, because the tracks cross or there is too little room."""


def make_document(
    board: Board,
    *,
    paper: str = "a4",
    deck: str | None = None,
    cards: bool = True,
    train_cards: bool = False,
    card_paper: str | None = None,
    score_track: bool = True,
    compressed: bool = True,
) -> Printed:
    """Make the PDF of a board.

    ``paper`` is one of `PAPERS`, or poster for the whole board on one page of its own size; ``card_paper`` is that of
    the cards, by default the same, or A4 with a poster. ``cards`` are the tickets of a deck, ``train_cards`` those of
    the board's own rules.
    """
    check_paper(paper)
    deck = board.decks[0] if deck is None else deck
    if deck not in board.decks:
        raise UnknownNameError(
            f"the board {board.name} has no ticket deck {deck[:60]!r}; its decks are {', '.join(board.decks)}"
        )
    sheet_of_cards = paper_of_cards(card_paper, paper)
    scale = place_true_scale(board)
    credits = _credits(board, real=is_on_earth(board, scale.layout))
    page = make_board_page(board, scale.layout, credits, score_track=score_track)
    sheet = Sheet(printable(board.title), compressed=compressed)
    board_pages = _add_board(sheet, board, page, paper)
    size, tickets = ticket_cards(board, scale.layout, deck) if cards else (SIZE, [])
    card_pages = add_card_pages(sheet, tickets, size, sheet_of_cards, f"Tickets {deck}", credits)
    trains = train_deck(board_ruleset(board), LIGHT) if train_cards else []
    train_card_pages = add_card_pages(sheet, trains, SIZE, sheet_of_cards, "Train cards", ())
    names = board.track_names
    return Printed(
        sheet.to_bytes(), page.width, page.height, board_pages, card_pages, len(tickets), train_card_pages, len(trains),
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
        f"{TRAIN_LENGTH_MM:g} x {TRAIN_WIDTH_MM:g} mm. Print at 100%, not scaled to fit the page.",
        f"{count(tiling.sheets, 'sheet')} of {PAPERS[paper].title}: {count(tiling.columns, 'column')} (A, B, ...) and "
        f"{count(tiling.rows, 'row')}.",
        "Cut each sheet at the marks on its left and top edges and glue it over the overlap of the previous sheet. "
        "Cut the outer edges of the board last.",
    )
    add_overview(sheet, page, tiling, printable(board.title), lines)
    add_tiles(sheet, page, tiling)
    return 1 + tiling.sheets
