"""What comes out, in a few sentences at the beginning of the report."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from railwright.studies.schaefer2025 import published
from railwright.studies.schaefer2025.findings import Findings, Optimum, SecondOpinion, Swept
from railwright.studies.schaefer2025.paper_tables import CONFIRMED, OPEN, frequency_rows, impact_rows, uniqueness
from railwright.studies.schaefer2025.words import signed


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
    text = (
        f"Of {len(rows)} published impacts of tickets that were computed by two methods, {len(rows) - len(wrong)} hold."
    )
    return f"{text} These do not: {', '.join(wrong)}." if wrong else text


def frequency_sentence(swept: Swept, best: Optimum) -> str:
    """Whether the published frequencies are possible; nothing if they cannot be compared."""
    rows = [row for row in frequency_rows(swept, best) if row.inside is not None]
    if not rows:
        return ""
    outside = [
        f"{row.ticket} (published {row.published}, ours {row.always} to {row.sometimes})"
        for row in rows
        if not row.inside
    ]
    text = f"Of {len(rows)} published frequencies of tickets {len(rows) - len(outside)} are possible, given our optima."
    return f"{text} These are not: {', '.join(outside)}." if outside else text


def favour_sentence(found: Sequence[Findings]) -> str:
    """Whether the optimum favours tickets of many points, and of many points per train."""
    by_points = [one.tendency({i: ticket.points for i, ticket in enumerate(one.swept.setup.tickets)}) for one in found]
    per_train = [one.tendency(one.per_train) for one in found]
    return (
        f"Over all {len(found)} boards and decks the rank correlation of how often a ticket is part of the optimum "
        f"with its points is {min(by_points):+.2f} to {max(by_points):+.2f}, with its points per train "
        f"{min(per_train):+.2f} to {max(per_train):+.2f}."
    )


def price_sentence(found: Sequence[Findings]) -> str:
    """What a change of one price can do."""
    inside = [price for price in found[0].best.ranges if price.completed]
    high = [price for price in found[0].best.ranges if price.points >= published.HIGH_TICKET]
    free = sum(price.is_free for price in inside)
    shares = [fmean(price.is_free for price in one.best.ranges if price.completed) for one in found]
    outside = [price for one in found for price in one.best.ranges if not price.completed]
    near = sum(not price.is_beyond for price in outside)
    return (
        f"With one price changed at a time: on the paper's board {free} of {len(inside)} tickets of the best choice are "
        "completed at any price, by the routes for other tickets; over all boards and decks "
        f"{min(shares):.0%} to {max(shares):.0%} are. The paper proposes to lower tickets of {published.HIGH_TICKET} "
        f"points or more: of {len(high)}, {sum(price.is_free for price in high)} stay at any price. Of {len(outside)} "
        f"tickets that a best choice lacks, {near} enter it below twice their points."
    )
