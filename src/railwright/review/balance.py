"""Separates luck from skill: where the difference between a seat's result and an equal share of the win came from.

For every seat, ``result = equal share + skill + others + luck``, exactly:

* skill is what its own decisions gave away (never positive),
* others is what it gained from the decisions of the other seats, which is what those gave away,
* luck is the rest, by source: the deal, cards, tickets, tunnels, and information revealed without a draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from railwright.review.decisions import Decision
from railwright.review.moments import Stretch

DEAL = "deal"


@dataclass(frozen=True, slots=True)
class Balance:
    """What a seat's result consists of, in chances to win."""

    result: float
    """Its share of the win."""
    equal_share: float
    """What every seat has before the deal."""
    skill: float
    """Minus the chance lost by its own decisions."""
    others: float
    """The chance gained from the losses of the others."""
    luck_by_source: Mapping[str, float]

    @property
    def luck(self) -> float:
        """All luck together."""
        return sum(self.luck_by_source.values())


def balances(
    curve: Mapping[int, Sequence[float]], cuts: Sequence[Stretch], decisions: Sequence[Decision]
) -> list[Balance]:  # fmt: skip
    """The balance of every seat."""
    seats = range(len(curve[0]))
    equal = 1 / len(seats)
    skill, others = [0.0 for _ in seats], [0.0 for _ in seats]
    luck = [{DEAL: curve[0][seat] - equal} for seat in seats]
    losses = {decision.step: decision.loss for decision in decisions}
    for stretch in cuts:
        before, after = curve[stretch.first], curve[stretch.last]
        lost = sum(losses.get(step, 0.0) for step in range(stretch.first, stretch.last))
        effects = _effects(before, stretch.seat, lost)
        for seat in seats:
            if seat == stretch.seat:
                skill[seat] += effects[seat]
            else:
                others[seat] += effects[seat]
            by_source = luck[seat]
            by_source[stretch.luck] = by_source.get(stretch.luck, 0.0) + after[seat] - before[seat] - effects[seat]
    result = curve[max(curve)]
    return [Balance(result[seat], equal, skill[seat], others[seat], luck[seat]) for seat in seats]


def _effects(before: Sequence[float], mover: int, lost: float) -> list[float]:
    """What a loss of one seat means for each seat. The others share it as they share the chance to win."""
    rest = sum(before) - before[mover]
    count = len(before) - 1
    shares = [before[seat] / rest if rest > 0 else 1 / count for seat in range(len(before))]
    return [-lost if seat == mover else lost * shares[seat] for seat in range(len(before))]
