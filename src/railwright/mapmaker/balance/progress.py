"""How far a search is, whichever it is."""

from __future__ import annotations

from typing import Protocol

from railwright.mapmaker.balance.design import Design


class Progress(Protocol):
    """After a step of a search. The last one has the result."""

    @property
    def games(self) -> int:
        """Played so far."""

    @property
    def best(self) -> Design:
        """The best design so far."""

    @property
    def distance(self) -> float:
        """Of the best design, as the search sees it."""
