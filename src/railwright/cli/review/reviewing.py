"""Reviews the games of a file on several workers, and prints, draws or writes what was found."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count as count_from
from pathlib import Path

from rich.table import Table

from railwright.cli.kit.output import again, print_json, print_table, progress, suggest
from railwright.cli.kit.pool import open_pool
from railwright.errors import OptionError, RecordError
from railwright.game.record import Record
from railwright.maps.records import count_records, read_record, read_records
from railwright.report.document import Grid, to_html
from railwright.review.cutting import cut
from railwright.review.effort import ReviewEffort
from railwright.review.moments import check_finished
from railwright.review.pieces import Piece, compute_piece
from railwright.review.report_page import accuracy_grid, balance_grid, curve_picture, mistake_words, review_report
from railwright.review.review import Review, assemble
from railwright.table.seats import Seats
from railwright.whole_files import write_whole
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import Call

SHOWN = 3
"""Costliest decisions of a seat that are printed."""


def review_file(
    file: Path, number: int | None, *, effort: ReviewEffort, seed: int, workers: int | None, html: Path | None,
    svg: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Review one game of a file, or all of them."""
    games = count_records(file)
    if number is None and games > 1 and (html is not None or svg is not None):
        raise OptionError(f"{file}: has {games} games; --html and --svg are for one: choose it with --game")
    records = _records(file, number)
    with open_pool(workers, None, default=os.cpu_count() or 1) as pool:
        for place, record in records:
            review = review_record(record, pool, effort=effort, seed=seed)
            if svg is not None:
                write_whole(svg, curve_picture(review))
            if html is not None:
                write_whole(html, to_html(review_report(review)))
            if as_json:
                print_json({"file": str(file), "game": place, **review.to_dict()})
            else:
                _print(review, place)
    if not as_json:
        for path in (svg, html):
            if path is not None:
                print(f"\nWrote {path}.")
        _suggest(file, number, games, html)


def _records(file: Path, number: int | None) -> Iterator[tuple[int, Record]]:
    """The finished games to review, each with its number in the file."""
    chosen = zip(count_from(1), read_records(file)) if number is None else [(number, read_record(file, number)[0])]
    for place, record in chosen:
        try:
            check_finished(record)
        except RecordError as error:
            raise RecordError(f"{file}, game {place}: {error}") from error
        yield place, record


def review_record(record: Record, pool: WorkerPool, *, effort: ReviewEffort, seed: int) -> Review:
    """Review a finished game with the workers of a pool. Their number changes nothing."""
    names = Seats.of(record.seats).names
    pieces = cut(len(record.actions))
    calls = [
        Call(f"a review of actions {first + 1} to {last}", _compute, (record, names, first, last, seed, effort))
        for first, last in pieces
    ]
    found: list[Piece] = []
    with progress("reviewing", len(pieces)) as done:
        for _, piece, _ in pool.call(calls):
            found.append(piece)
            done(1)
    return assemble(record, found, seed=seed, effort=effort)


def _compute(record: Record, names: tuple[str, ...], first: int, last: int, seed: int, effort: ReviewEffort) -> Piece:
    return compute_piece(record, names, first, last, seed=seed, effort=effort)


def _print(review: Review, place: int) -> None:
    print(f"Game {place}: {', '.join(seat.name for seat in review.seats)} on {review.board}\n")
    for grid in (accuracy_grid(review), balance_grid(review)):
        print(grid.title)
        print_table(_table(grid))
    for seat in review.seats:
        if not seat.costliest:
            print(f"\n{seat.name}: no decision was clearly worse than another.")
            continue
        print(f"\n{seat.name}, the costliest decisions:")
        for judged in seat.costliest[:SHOWN]:
            print(f"  {mistake_words(judged)}")
    print()


def _table(grid: Grid) -> Table:
    table = Table()
    for i, heading in enumerate(grid.headings):
        table.add_column(heading, justify="left" if i in grid.text_columns else "right")
    for row in grid.rows:
        table.add_row(*row)
    return table


def _suggest(file: Path, number: int | None, games: int, html: Path | None) -> None:
    chosen = number or (1 if games > 1 else None)
    if html is None:
        suggest(f"{again('railwright', 'review', file, game=chosen, html='review.html')} writes a page with all of it")
    else:
        suggest(f"{again('railwright', 'replay', file, game=chosen)} tells the whole game")
