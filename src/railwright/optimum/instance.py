"""The optimisation problem: choose links within a budget of trains so that they connect goals.

A board (``board_instance.py``) or a position in a game (``position_instance.py``) is turned into an instance. Vertices
are cities, or groups of cities that a seat has already connected. Points are integers: multiplied by the ruleset's
scale.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd

Roots = tuple[int, ...]
"""Goals, each the lowest of those that a component reaches: a component for each."""


@dataclass(frozen=True, slots=True)
class Link:
    """A connection between two vertices that can be chosen, with its trains and points."""

    a: int
    b: int
    trains: int
    points: int
    """Points added to the score if the link is chosen; negative if it costs points."""
    track: int
    """The track of the board that the link represents."""
    station: int = -1
    """City whose station lends the track, to be built if there is none yet; -1 for a track that is claimed."""

    @property
    def is_loop(self) -> bool:
        """Whether both ends are the same vertex: a loop is worth only its own points."""
        return self.a == self.b


@dataclass(frozen=True, slots=True)
class Goal:
    """A ticket: scores its points when a vertex of ``starts`` is connected to one of ``ends``."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    points: int
    ticket: int
    """The ticket of the setup that the goal represents."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``most`` of these links can be chosen."""

    links: tuple[int, ...]
    most: int


@dataclass(frozen=True)
class Instance:
    """Choose links within the budget to maximise their points plus those of the goals they reach.

    A *choice* is a set of links, given by their indices.
    """

    vertices: int
    links: tuple[Link, ...]
    goals: tuple[Goal, ...]
    trains: int
    limits: tuple[Limit, ...] = ()
    base: int = 0
    """Points scored whatever is chosen."""

    def __post_init__(self) -> None:
        if self.trains < 0:
            raise ValueError("the budget of trains cannot be negative")
        if any(goal.points < 0 for goal in self.goals):
            raise ValueError("the points of a goal cannot be negative")

    @cached_property
    def unit(self) -> int:
        """Greatest common divisor of all points: scores differ by multiples of it."""
        return gcd(*(link.points for link in self.links), *(goal.points for goal in self.goals)) or 1

    @cached_property
    def stakes(self) -> list[int]:
        """For each vertex, the total points of the goals that start or end there."""
        stakes = [0] * self.vertices
        for goal in self.goals:
            for vertex in (*goal.starts, *goal.ends):
                stakes[vertex] += goal.points
        return stakes

    @cached_property
    def limits_of(self) -> dict[int, list[int]]:
        """For each limited link, the indices of its limits."""
        by_link: dict[int, list[int]] = {}
        for i, limit in enumerate(self.limits):
            for link in limit.links:
                by_link.setdefault(link, []).append(i)
        return by_link

    def with_trains(self, trains: int) -> Instance:
        """The same instance with another budget."""
        return replace(self, trains=trains)

    def trains_of(self, chosen: Iterable[int]) -> int:
        """Number of trains that some links take."""
        return sum(self.links[i].trains for i in chosen)

    def reached(self, chosen: Iterable[int]) -> list[int]:
        """Goals that some links reach."""
        parent = list(range(self.vertices))

        def root(vertex: int) -> int:
            while parent[vertex] != vertex:
                parent[vertex] = vertex = parent[parent[vertex]]
            return vertex

        for i in chosen:
            parent[root(self.links[i].a)] = root(self.links[i].b)
        return [
            i
            for i, goal in enumerate(self.goals)
            if {root(start) for start in goal.starts} & {root(end) for end in goal.ends}
        ]

    def least_trains(self, goal: int) -> int:
        """Fewest trains that reach a goal (Bellman-Ford); more than any budget if it is unreachable."""
        unreachable = 1 + sum(link.trains for link in self.links) + self.trains
        distance = [0 if vertex in self.goals[goal].starts else unreachable for vertex in range(self.vertices)]
        is_improved = True
        while is_improved:
            is_improved = False
            for link in self.links:
                near, far = sorted((link.a, link.b), key=distance.__getitem__)
                if distance[near] + link.trains < distance[far]:
                    distance[far] = distance[near] + link.trains
                    is_improved = True
        return min(distance[end] for end in self.goals[goal].ends)

    def score(self, chosen: Collection[int]) -> int:
        """Score of a choice, without checking whether it is feasible."""
        links = sum(self.links[i].points for i in chosen)
        return self.base + links + sum(self.goals[i].points for i in self.reached(chosen))

    def allows(self, chosen: Collection[int]) -> bool:
        """Whether a choice is feasible: within the budget and the limits."""
        within = all(sum(i in chosen for i in limit.links) <= limit.most for limit in self.limits)
        return within and self.trains_of(chosen) <= self.trains


@dataclass(frozen=True, slots=True)
class Best:
    """The result of solving an instance."""

    chosen: frozenset[int]
    score: int
    bound: float
    """Upper bound: no choice scores more than this."""
    nodes: int
    """Number of nodes of the branch-and-bound tree."""
    seconds: float

    @property
    def is_proven(self) -> bool:
        """Whether the score is proven to be optimal."""
        return self.bound <= self.score
