"""The question as optimisation sees it: links to choose within a budget of trains, and goals that they connect.

A board, or a moment of a game, becomes such an instance (``board_instance.py``, ``position.py``). Vertices are cities,
or groups of cities that a seat has joined already. Everything is in whole units of the setup's scale.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd


@dataclass(frozen=True, slots=True)
class Link:
    """One choice: a connection between two vertices, for some trains and points."""

    a: int
    b: int
    trains: int
    points: int
    """What choosing it adds to the score; below zero if it costs points."""
    track: int
    """The track of the board that it stands for."""
    station: int = -1
    """The city where a station must be built or used to have it, -1 for a track that is claimed."""

    @property
    def is_loop(self) -> bool:
        """Whether it connects what is connected already: such a link is only worth its points."""
        return self.a == self.b


@dataclass(frozen=True, slots=True)
class Goal:
    """A ticket: worth its points when a vertex of ``starts`` and one of ``ends`` are connected."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    points: int
    ticket: int
    """The ticket of the setup that it stands for."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Of these links at most so many can be chosen."""

    links: tuple[int, ...]
    most: int


@dataclass(frozen=True)
class Instance:
    """Choose links within the budget so that their points and those of the goals they reach are greatest."""

    vertices: int
    links: tuple[Link, ...]
    goals: tuple[Goal, ...]
    trains: int
    limits: tuple[Limit, ...] = ()
    base: int = 0
    """Points that are there whatever is chosen."""

    def __post_init__(self) -> None:
        if self.trains < 0:
            raise ValueError("the budget cannot be below 0")
        if any(goal.points < 0 for goal in self.goals):
            raise ValueError("a goal cannot be worth less than nothing")

    @cached_property
    def unit(self) -> int:
        """Scores differ by multiples of this."""
        return gcd(*(link.points for link in self.links), *(goal.points for goal in self.goals)) or 1

    @cached_property
    def stakes(self) -> list[int]:
        """For each vertex the points of the goals that begin or end there."""
        stakes = [0] * self.vertices
        for goal in self.goals:
            for vertex in (*goal.starts, *goal.ends):
                stakes[vertex] += goal.points
        return stakes

    @cached_property
    def limits_of(self) -> dict[int, list[int]]:
        """The limits that each limited link is under."""
        found: dict[int, list[int]] = {}
        for i, limit in enumerate(self.limits):
            for link in limit.links:
                found.setdefault(link, []).append(i)
        return found

    def with_trains(self, trains: int) -> Instance:
        """The same question for another budget."""
        return replace(self, trains=trains)

    def trains_of(self, chosen: Iterable[int]) -> int:
        """The trains that some links take."""
        return sum(self.links[i].trains for i in chosen)

    def reached(self, chosen: Iterable[int]) -> list[int]:
        """The goals that some links reach."""
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
        """The fewest trains that reach a goal; more than any budget if it cannot be reached."""
        never = 1 + sum(link.trains for link in self.links) + self.trains
        distance = [0 if vertex in self.goals[goal].starts else never for vertex in range(self.vertices)]
        is_new = True
        while is_new:
            is_new = False
            for link in self.links:
                near, far = sorted((link.a, link.b), key=distance.__getitem__)
                if distance[near] + link.trains < distance[far]:
                    distance[far] = distance[near] + link.trains
                    is_new = True
        return min(distance[end] for end in self.goals[goal].ends)

    def score(self, chosen: Collection[int]) -> int:
        """The points of a choice, without looking whether it is allowed."""
        links = sum(self.links[i].points for i in chosen)
        return self.base + links + sum(self.goals[i].points for i in self.reached(chosen))

    def allows(self, chosen: Collection[int]) -> bool:
        """Whether a choice keeps within the budget and the limits."""
        within = all(sum(i in chosen for i in limit.links) <= limit.most for limit in self.limits)
        return within and self.trains_of(chosen) <= self.trains


@dataclass(frozen=True, slots=True)
class Best:
    """What a method found for an instance."""

    chosen: frozenset[int]
    score: int
    bound: float
    """No choice scores more than this."""
    nodes: int
    """Nodes of the search tree."""
    seconds: float

    @property
    def is_proven(self) -> bool:
        """Whether nothing better exists."""
        return self.bound <= self.score
