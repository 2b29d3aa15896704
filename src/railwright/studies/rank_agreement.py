"""Agreement between two rankings."""

from __future__ import annotations

from collections.abc import Sequence


def rank_correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Spearman's rank correlation, with mean ranks for equal values; 0 if one of the sequences is constant."""
    a, b = _ranks(xs), _ranks(ys)
    middle = (len(xs) + 1) / 2
    products = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    spreads = [sum((rank - middle) ** 2 for rank in ranks) for ranks in (a, b)]
    return float(products / (spreads[0] * spreads[1]) ** 0.5) if all(spreads) else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]
