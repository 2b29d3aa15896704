"""Progress of a search."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.mapmaker.balance.problem.design import Design


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress after a step of a search. The last one holds the result."""

    games: int
    """Games played so far."""
    best: Design
    """The best design so far."""
    shares: tuple[float, ...]
    """Win shares of the best design, as estimated by the search."""
    distance: float
    """Distance of the best design, as estimated by the search: usually too small."""
    rounds: int
    """Rounds that the best design has played."""
