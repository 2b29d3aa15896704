"""What comes out, in a few sentences at the beginning of the report."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from railwright.studies.schaefer2025 import published
from railwright.studies.schaefer2025.findings import Findings, Optimum, SecondOpinion, Swept, ticket_name
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
    """The ticket of the paper's deck whose price the optimum depends on most, and the deck that is most even."""
    best = found[0].best
    first = min((price for price in best.ranges if price.completed), key=lambda price: price.change)
    means = {
        one.variant.title: fmean(price.change / price.points for price in one.best.ranges if price.completed)
        for one in found
    }
    even = max(means, key=lambda title: means[title])
    return (
        f"On the paper's board {ticket_name(best.setup, first.ticket)} would have to lose most for the optimum not to "
        f"care: {signed(first.change)} of {first.points} points. In the mean a ticket of the best choice could lose "
        f"{-100 * means[found[0].variant.title]:.0f} % of its points there before it drops out, least in {even}: "
        f"{-100 * means[even]:.0f} %."
    )
