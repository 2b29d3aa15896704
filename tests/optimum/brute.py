"""The slow reference: every choice of links is looked at, and a flood fill tells what it connects."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from railwright.optimum.instance import Goal, Instance


def best_score(instance: Instance) -> int:
    """The greatest score of all choices that are allowed."""
    return max(points_of(instance, choice) for choice in every_choice(instance) if is_allowed(instance, choice))


def every_choice(instance: Instance) -> Iterator[tuple[int, ...]]:
    numbers = range(len(instance.links))
    for size in range(len(numbers) + 1):
        yield from combinations(numbers, size)


def is_allowed(instance: Instance, choice: Collection[int]) -> bool:
    trains = 0
    for number in choice:
        trains += instance.links[number].trains
    if trains > instance.trains:
        return False
    return all(len(set(choice) & set(limit.links)) <= limit.most for limit in instance.limits)


def points_of(instance: Instance, choice: Collection[int]) -> int:
    points = instance.base
    for number in choice:
        points += instance.links[number].points
    for goal in instance.goals:
        if is_reached(instance, choice, goal):
            points += goal.points
    return points


def is_reached(instance: Instance, choice: Collection[int], goal: Goal) -> bool:
    """Whether water poured in at the starts, running along the chosen links, comes to an end."""
    wet = set(goal.starts)
    while True:
        spilled = set(wet)
        for number in choice:
            ends = {instance.links[number].a, instance.links[number].b}
            if ends & wet:
                spilled |= ends
        if spilled == wet:
            return bool(wet & set(goal.ends))
        wet = spilled
