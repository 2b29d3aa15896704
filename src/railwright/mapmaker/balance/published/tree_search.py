"""The simplified Monte Carlo tree search of one optimiser (paper, section "Two-Phase Optimization Design").

Variables are assigned in a fixed order. A node of the tree is a partial assignment: the values of the first variables.
In each step some values of the next variable are drawn at random; the caller evaluates them and labels them with the
distances found. Values that were not drawn get a label slightly above the threshold at which the search ends. The
search then continues from the node with the lowest label of this and all earlier steps, so it can backtrack.

Our readings: a node from which the search has continued is closed, so the endless cycle that the paper warns about
cannot occur, and a search ends at the latest when all assignments have been tried. Among equal labels the latest step
comes first, then chance decides. A complete assignment that is chosen without having been drawn is the only one tried
in its step.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from heapq import heappop, heappush
from random import Random
from typing import Generic, TypeVar

SLIGHTLY = 0.001
"""How far the label of undrawn values lies above the threshold: less than the smallest difference between the distances
of two results (1/15 for 20 games without ties, four players and an even target)."""

Value = TypeVar("Value", bound=Hashable)


class TreeSearch(Generic[Value]):
    """The tree of one optimiser. In each step the caller draws nodes, labels them, and lets the search choose one."""

    def __init__(self, domains: Sequence[Sequence[Value]], *, threshold: float, candidates: int, rng: Random) -> None:
        self._domains = domains
        self._unselected = threshold + SLIGHTLY
        self._candidates = candidates
        self._rng = rng
        self._open: list[tuple[float, int, float, tuple[Value, ...]]] = []
        """Open nodes: label, minus the step, a random number, the values."""
        self._step = 0
        self._best: tuple[float, tuple[Value, ...]] | None = None
        """The lowest label of a complete assignment, and the assignment."""
        self.node: tuple[Value, ...] = ()
        """The current node: the values chosen so far."""
        self.exhausted = not domains
        """Whether every assignment has been tried. Then ``node`` is the complete one with the lowest label."""

    def draw(self) -> list[tuple[Value, ...]]:
        """The nodes to try in this step: the current one extended by random values of the next variable.

        Once the search is exhausted, this is the best assignment, so that the other optimiser can continue with it.
        """
        if len(self.node) == len(self._domains):
            return [self.node]
        values = list(self._domains[len(self.node)])
        drawn = self._rng.sample(range(len(values)), min(self._candidates, len(values)))
        for number, value in enumerate(values):
            if number not in drawn:
                self._push(self._unselected, (*self.node, value))
        return [(*self.node, values[number]) for number in drawn]

    def label(self, node: tuple[Value, ...], distance: float) -> None:
        """Record the distance found for a node."""
        if self.exhausted:
            return
        if len(node) < len(self._domains):
            self._push(distance, node)
        elif self._best is None or distance < self._best[0]:
            self._best = distance, node

    def choose(self) -> None:
        """Continue from the node with the lowest label of the current and all earlier steps."""
        self._step += 1
        if self._open:
            self.node = heappop(self._open)[-1]
        elif self._best is not None:
            self.exhausted, self.node = True, self._best[1]

    def _push(self, label: float, node: tuple[Value, ...]) -> None:
        heappush(self._open, (label, -self._step, self._rng.random(), node))
