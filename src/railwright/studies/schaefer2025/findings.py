"""The results of the computations, read from the outcomes for tables and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from railwright.game.setup import Setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.sweep import Frequency
from railwright.studies.rank_agreement import rank_correlation
from railwright.studies.schaefer2025.published import TOP
from railwright.studies.variant import Variant


@dataclass(frozen=True, slots=True)
class Swept:
    """The best scores of a variant, and how often tickets and tracks are part of the optimum."""

    setup: Setup
    scores: Mapping[int, float]
    """Best scores by number of trains."""
    tickets: Mapping[int, Frequency]
    """Frequency of every ticket."""
    tracks: Mapping[int, Frequency]
    """Frequency of every track that represents a route."""
    several: int
    """Number of budgets with more than one optimum."""
    cut_short: tuple[int, ...]
    """Budgets with more optima than were enumerated."""

    @classmethod
    def read(cls, setup: Setup, result: Mapping[str, Any]) -> Swept:
        """From a result of ``sweep_budgets``."""
        budgets = result["budgets"]
        routes = [link.track for link in board_instance(setup).links]
        return cls(
            setup,
            {budget["trains"]: budget["score"] for budget in budgets},
            _count(range(len(setup.tickets)), budgets, "tickets"),
            _count(routes, budgets, "tracks"),
            sum(budget["optima"] > 1 for budget in budgets),
            tuple(budget["trains"] for budget in budgets if not budget["complete"]),
        )

    @property
    def top_tickets(self) -> list[int]:
        """The most frequent tickets, as many as the paper lists."""
        return _most_frequent(self.tickets)

    @property
    def top_tracks(self) -> list[int]:
        """The most frequent routes, as many as the paper shows."""
        return _most_frequent(self.tracks)

    @property
    def caveat(self) -> str:
        """A sentence with a leading space, if not all optima were enumerated."""
        if not self.cut_short:
            return ""
        return f" With {', '.join(map(str, self.cut_short))} trains there are more optima than were enumerated."


def _most_frequent(frequencies: Mapping[int, Frequency]) -> list[int]:
    """Those that are part of every optimum for most budgets; ties are broken by being part of some optimum."""
    return sorted(frequencies, key=lambda one: (-frequencies[one].always, -frequencies[one].sometimes, one))[:TOP]


def _count(things: Sequence[int], budgets: Sequence[Mapping[str, Any]], kind: str) -> dict[int, Frequency]:
    always = [set(budget[f"{kind}_always"]) for budget in budgets]
    sometimes = [set(budget[f"{kind}_sometimes"]) for budget in budgets]
    return {
        one: Frequency(sum(one in found for found in always), sum(one in found for found in sometimes))
        for one in things
    }


@dataclass(frozen=True, slots=True)
class TicketRange:
    """The price of a ticket, and the price at which the optimum is indifferent to it."""

    ticket: int
    completed: bool
    impact: float
    """Change of the best score if the ticket is removed."""
    points: int
    indifferent: float
    """The price at which the best score is the same with and without the ticket."""
    is_beyond: bool
    """Whether ``indifferent`` is only a lower bound, because higher prices were not examined."""

    @property
    def is_free(self) -> bool:
        """Whether the optimum completes it at any price, by routes that other tickets need."""
        return self.completed and self.indifferent <= 0

    @property
    def change(self) -> float:
        """Change of the price up to indifference: negative for tickets in the optimum, positive for others."""
        return self.indifferent - self.points


@dataclass(frozen=True, slots=True)
class Optimum:
    """The optimum of a variant, and the impact of its parts."""

    setup: Setup
    trains: int
    score: float
    route_points: float
    ticket_points: float
    trains_used: int
    optima: int
    """Number of optima; a lower bound if not complete."""
    complete: bool
    """Whether all optima were enumerated."""
    tracks: tuple[int, ...]
    tickets: tuple[int, ...]
    ranges: tuple[TicketRange, ...]
    """Prices of every ticket."""
    impacts: Mapping[int, float]
    """Change of the best score without each of its tracks."""

    @classmethod
    def read(cls, setup: Setup, result: Mapping[str, Any]) -> Optimum:
        """From a result of ``find_sensitivity``."""
        return cls(
            setup, result["trains"], result["score"], result["route_points"], result["ticket_points"],
            result["trains_used"], result["optima"], result["complete"], tuple(result["tracks"]),
            tuple(result["tickets"]), tuple(_range(setup, one) for one in result["ticket_ranges"]),
            {one["track"]: one["impact"] for one in result["track_impacts"]},
        )  # fmt: skip

    @property
    def is_unique(self) -> bool:
        """Whether there is no other optimum."""
        return self.optima == 1 and self.complete

    @property
    def count(self) -> str:
        """The number of optima, in words."""
        return str(self.optima) if self.complete else f"more than {self.optima}"


def _range(setup: Setup, one: Mapping[str, Any]) -> TicketRange:
    indifferent = one["lowest"] if one["completed"] else one["highest"]
    points = setup.tickets[one["ticket"]].points
    return TicketRange(one["ticket"], one["completed"], one["impact"], points, indifferent, one["cut"])


@dataclass(frozen=True)
class Findings:
    """The results for a variant."""

    variant: Variant
    swept: Swept
    best: Optimum

    @cached_property
    def per_train(self) -> dict[int, float]:
        """Points of each ticket divided by the trains of its shortest path."""
        instance = board_instance(self.swept.setup)
        return {
            goal.ticket: self.swept.setup.tickets[goal.ticket].points / instance.least_trains(i)
            for i, goal in enumerate(instance.goals)
        }

    def tendency(self, values: Mapping[int, float]) -> float:
        """The rank correlation of some values of the tickets with their frequency in the optimum."""
        tickets = sorted(values)
        return rank_correlation([values[one] for one in tickets], [middle(self.swept.tickets[one]) for one in tickets])


def middle(frequency: Frequency) -> float:
    """The middle of a range of frequencies."""
    return (frequency.always + frequency.sometimes) / 2


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """Lower and upper bounds on best scores, by dynamic programming."""

    scores: tuple[tuple[float, float], ...]
    """Bounds by number of trains, from 0."""
    trains: int
    without: Mapping[int, tuple[float, float]]
    """Bounds with this number of trains, without each of some tickets."""

    @classmethod
    def read(cls, result: Mapping[str, Any]) -> SecondOpinion:
        """From a result of ``bound_scores``."""
        scores = tuple((least, most) for least, most in result["scores"])
        without = {one["ticket"]: (one["score"][0], one["score"][1]) for one in result["without"]}
        return cls(scores, result["trains"], without)

    def impact(self, ticket: int) -> float | None:
        """The impact of removing a ticket; None if it was not computed or is not proven."""
        after, before = self.without.get(ticket), self.scores[self.trains]
        if after is None or after[0] != after[1] or before[0] != before[1]:
            return None
        return after[0] - before[0]


def ticket_name(setup: Setup, ticket: int) -> str:
    """The two places of a ticket."""
    return " - ".join(setup.tickets[ticket].places)


def find_ticket(setup: Setup, pair: tuple[str, str]) -> int:
    """The number of the ticket between two places."""
    return next(i for i, ticket in enumerate(setup.tickets) if set(ticket.places) == set(pair))


def find_route(setup: Setup, pair: tuple[str, str]) -> int:
    """The track that represents the route between two cities: its first one."""
    return next(i for i, track in enumerate(setup.board.tracks) if set(track.cities) == set(pair))
