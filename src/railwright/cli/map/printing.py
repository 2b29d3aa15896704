"""``railwright map print``: a printable PDF of a board, its tickets and its train cards."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.options import AsJson, ReplaceFile
from railwright.cli.kit.output import note, print_json, suggest
from railwright.cli.kit.targets import check_target
from railwright.cli.map.boards import find_board
from railwright.cli.map.options import BoardArgument, Paper
from railwright.mapmaker.print.pdf_document import make_document
from railwright.mapmaker.print.remarks import print_remarks
from railwright.whole_files import write_whole
from railwright.words import count

EXAMPLE = "Example: railwright map print usa --out usa.pdf --paper a3"


def print_board(
    board: BoardArgument,
    out: Path = typer.Option(..., help="Write the document to FILE.pdf."),
    paper: Paper = "a4",
    deck: str = typer.Option(None, help="The ticket deck to print; by default the board's first."),
    cards: bool = typer.Option(True, "--cards/--no-cards", help="Print the ticket cards too."),
    train_cards: bool = typer.Option(False, "--train-cards", help="Print the train cards of the board's rules too."),
    card_paper: str = typer.Option(
        None, help="Paper of tickets and train cards; by default that of the sheets, or a4 with a poster."
    ),
    score_track: bool = typer.Option(
        True, "--score-track/--no-score-track", help="Print numbered spaces around the board to count points on."
    ),
    force: ReplaceFile = False,
    as_json: AsJson = False,
) -> None:
    """Print a board at true scale, with spaces of 20 x 9 mm, and its ticket cards."""
    check_target(out, {".pdf": "a document to print"}, force=force)
    found = find_board(board)
    printed = make_document(
        found, paper=paper, deck=deck, cards=cards, train_cards=train_cards, card_paper=card_paper,
        score_track=score_track,
    )  # fmt: skip
    write_whole(out, printed.pdf)
    if as_json:
        print_json({
            "board": found.name, "out": str(out), "width_mm": round(printed.width, 1),
            "height_mm": round(printed.height, 1), "board_pages": printed.board_pages,
            "card_pages": printed.card_pages, "cards": printed.cards,
            "train_card_pages": printed.train_card_pages, "train_cards": printed.train_cards,
            "unprintable_names": list(printed.unprintable),
            "touching_tracks": [list(pair) for pair in printed.touching],
        })  # fmt: skip
        return
    for text in print_remarks(printed):
        note(text)
    pages = f"{count(printed.board_pages, 'page')} with the board"
    tickets = f", {printed.card_pages} with {count(printed.cards, 'ticket')}" if cards else ""
    trains = f", {printed.train_card_pages} with {count(printed.train_cards, 'train card')}" if train_cards else ""
    print(f"Printed {found.title} to {out}: {printed.width:.0f} x {printed.height:.0f} mm, {pages}{tickets}{trains}.")
    suggest(f"print {out} at 100%, without fitting it to the page")
