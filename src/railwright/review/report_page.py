"""A review as a page: the curve, luck and skill, accuracy by kind of decision, and the costliest decisions."""

from __future__ import annotations

from railwright.report.document import Bullets, Grid, Paragraph, Picture, Report, Section
from railwright.report.figures import Line, draw_lines
from railwright.review.pieces import ToldDecision
from railwright.review.review import LISTED, Review, SeatReview
from railwright.words import count

SOURCES = {
    "deal": "the deal", "cards": "cards", "tickets": "offers of tickets", "tunnels": "tunnels",
    "hidden": "what was hidden",
}  # fmt: skip
"""Sources of luck in words."""


def curve_picture(review: Review) -> str:
    """The chances of all seats over the game, as SVG."""
    steps = sorted(review.curve)
    lines = [
        Line(seat.name, steps, [100 * review.curve[step][i] for step in steps]) for i, seat in enumerate(review.seats)
    ]
    return draw_lines("chances", lines, xlabel="action", ylabel="chance to win, %")


def review_report(review: Review) -> Report:
    """The review as a report."""
    title = f"Review: {', '.join(seat.name for seat in review.seats)} on {review.board}"
    picture = Picture("chances", "The chance of each seat to win, with all cards open.", curve_picture(review))
    parts = (picture, accuracy_grid(review), balance_grid(review))
    return Report(title, parts, tuple(_section(seat) for seat in review.seats))


def accuracy_grid(review: Review) -> Grid:
    """Accuracy by seat and kind of decision."""
    kinds = list(dict.fromkeys(one.kind for seat in review.seats for one in seat.kinds))
    rows = []
    for seat in review.seats:
        by_kind = {one.kind: f"{one.accuracy:.0f}" for one in seat.kinds}
        rows.append((seat.name, f"{seat.accuracy:.0f}", str(seat.mistakes), *(by_kind.get(kind, "") for kind in kinds)))
    return Grid("Accuracy, from 0 to 100", ("", "all", "mistakes", *kinds), tuple(rows))


def balance_grid(review: Review) -> Grid:
    """Luck and skill of every seat, in percentage points."""
    sources = [name for name in SOURCES if any(name in seat.balance.luck_by_source for seat in review.seats)]
    headings = ("", "equal share", "own decisions", "others' decisions", "luck", "result")
    rows = tuple(
        (seat.name, f"{100 * kept.equal_share:.0f}", _signed(kept.skill), _signed(kept.others), _signed(kept.luck),
         f"{100 * kept.result:.0f}", *(_signed(kept.luck_by_source.get(name, 0.0)) for name in sources))
        for seat in review.seats
        for kept in [seat.balance]
    )  # fmt: skip
    return Grid(
        "From an equal share to the result, in percentage points",
        (*headings, *(f"luck: {SOURCES[name]}" for name in sources)), rows,
    )  # fmt: skip


def mistake_words(judged: ToldDecision) -> str:
    """A costly decision in a sentence or two."""
    one = judged.decision
    loss, error = 100 * one.loss, 100 * one.error
    return (
        f"Action {one.step + 1}: {judged.words}. Better: {judged.best_words}, by {loss:.1f} ± {error:.1f} percentage "
        f"points. {judged.reason}"
    )


def _section(seat: SeatReview) -> Section:
    if not seat.costliest:
        return Section(seat.name, (Paragraph("No decision was clearly worse than another."),))
    rest = seat.mistakes - LISTED
    more = f", the {LISTED} costliest of which are" if rest > 0 else ":"
    told = Paragraph(f"{count(seat.mistakes, 'decision')} of {seat.decisions} clearly cost something{more}")
    return Section(seat.name, (told, Bullets(tuple(mistake_words(judged) for judged in seat.costliest[:LISTED]))))


def _signed(chance: float) -> str:
    points = round(100 * chance)
    return f"{points:+d}" if points else "0"
