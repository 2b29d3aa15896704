"""The results in a few sentences at the beginning of the report."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.studies.schaefer2025 import published
from railwright.studies.schaefer2025.cells import signed
from railwright.studies.schaefer2025.findings import Findings, Optimum, SecondOpinion, Swept, TicketRange
from railwright.studies.schaefer2025.tables import CONFIRMED, OPEN, frequency_rows, impact_rows, uniqueness


def score_sentence(best: Optimum) -> str:
    """The best score of the paper's board."""
    return (
        f"The best score with {best.trains} trains is {best.score:g}, {best.ticket_points:g} of it from tickets "
        f"(published: {published.SCORE} and {published.TICKET_SCORE}). {uniqueness(best)}"
    )


def impact_sentence(best: Optimum, second: SecondOpinion) -> str:
    """Which published impacts hold."""
    rows = [row for row in impact_rows(best, second) if row.verdict != OPEN]
    wrong = [
        f"{row.ticket} (published {signed(row.published)}, ours {signed(row.ours)})"
        for row in rows
        if row.verdict != CONFIRMED
    ]
    text = f"Of {len(rows)} published impacts of tickets checked by two methods, {len(rows) - len(wrong)} are correct."
    return f"{text} These are not: {', '.join(wrong)}." if wrong else text


def frequency_sentence(swept: Swept, best: Optimum) -> str:
    """Whether the published frequencies are possible; empty if they cannot be compared."""
    rows = [row for row in frequency_rows(swept, best) if row.inside is not None]
    if not rows:
        return ""
    outside = [
        f"{row.ticket} (published {row.published}, ours {row.always} to {row.sometimes})"
        for row in rows
        if not row.inside
    ]
    text = f"Of {len(rows)} published ticket frequencies, {len(rows) - len(outside)} are possible given our optima."
    return f"{text} These are not: {', '.join(outside)}." if outside else text


def favour_sentence(found: Sequence[Findings]) -> str:
    """Whether the optimum favours tickets with many points, or with many points per train."""
    by_points = [one.tendency({i: ticket.points for i, ticket in enumerate(one.swept.setup.tickets)}) for one in found]
    per_train = [one.tendency(one.per_train) for one in found]
    return (
        f"Over all {len(found)} boards and decks, the rank correlation between a ticket's frequency in the optimum and "
        f"its points is {min(by_points):+.2f} to {max(by_points):+.2f}; between its frequency and its points per train "
        f"it is {min(per_train):+.2f} to {max(per_train):+.2f}."
    )


def price_sentence(found: Sequence[Findings]) -> str:
    """How the optimum changes with the price of a single ticket."""
    paper, every = found[0].best.ranges, [price for one in found for price in one.best.ranges]
    high = [price for price in paper if price.points >= published.HIGH_TICKET]
    outside = [price for price in every if not price.completed]
    return (
        f"If one price changes at a time: on the paper's board, {_free(paper)} of {_completed(paper)} tickets of the "
        "optimum are completed at any price, by the routes for other tickets; over all boards and decks, "
        f"{_free(every)} of {_completed(every)} are. The paper proposes to lower the value of tickets of "
        f"{published.HIGH_TICKET} points or more: of {len(high)}, {_free(high)} stay in the optimum at any price. Of "
        f"{len(outside)} tickets outside an optimum, {sum(not price.is_beyond for price in outside)} enter it below "
        "twice their points."
    )


def _completed(prices: Sequence[TicketRange]) -> int:
    return sum(price.completed for price in prices)


def _free(prices: Sequence[TicketRange]) -> int:
    return sum(price.is_free for price in prices)
