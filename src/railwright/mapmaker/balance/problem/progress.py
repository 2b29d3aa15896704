"""How far a search is."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.mapmaker.balance.problem.design import Design


@dataclass(frozen=True, slots=True)
class Progress:
    """After a step of a search. The last one has the result."""

    games: int
    """Played so far."""
    best: Design
    """The best design so far."""
    shares: tuple[float, ...]
    distance: float
    """Of the best design, as the search sees it: mostly better than it is."""
    rounds: int
    """That the best design has played."""
