"""What the players of an OpenSpiel game get in the end, and between which bounds.

| reward | utility of a player | sum |
| --- | --- | --- |
| ``win`` | 1 for a win, -1 / (players - 1) for a loss; between them if several have won | zero |
| ``points`` | the final points | general |
| ``difference`` | the final points minus those of the best other player | zero with two players, otherwise general |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from railwright.errors import OptionError
from railwright.game.colors import PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.json_reader import brief
from railwright.game.scoring import points_of
from railwright.game.setup import Setup

REWARDS = ("win", "points", "difference")
"""The kinds of utilities."""


class Utilities(NamedTuple):
    """The bounds of the utilities of one player."""

    least: float
    most: float
    is_zero_sum: bool


def bounds(setup: Setup, players: int, reward: str) -> Utilities:
    """Bounds of the utilities that no game can exceed; they need not be reached."""
    if reward not in REWARDS:
        raise OptionError(f"reward: must be one of {', '.join(REWARDS)}, not {brief(reward)}")
    if reward == "win":
        return Utilities(-1 / (players - 1), 1, is_zero_sum=True)
    low, high = -sum(float(ticket.points) for ticket in setup.tickets), _most_points(setup)
    if reward == "points":
        return Utilities(low, high, is_zero_sum=False)
    return Utilities(low - high, high - low, is_zero_sum=players == 2)


def final_utilities(game: Game, reward: str) -> list[float]:
    """The utility of each seat, if the game ends as it stands."""
    result, seats = game.result_record(), range(game.seats)
    if reward == "win":
        won = [int(result.winners) >> seat & 1 for seat in seats]
        return [(len(won) * one / sum(won) - 1) / (len(won) - 1) for one in won]
    points = [float(points_of(result.scores[seat], game.setup.ruleset.scale)) for seat in seats]
    return points if reward == "points" else _leads(points)


def _leads(points: Sequence[float]) -> list[float]:
    """The points of each seat minus those of the best other one."""
    return [own - max(other for j, other in enumerate(points) if j != i) for i, own in enumerate(points)]


def _most_points(setup: Setup) -> float:
    """More points than this nobody can have: the best tracks for all trains, all tickets and all bonuses."""
    rules, dealing = setup.ruleset, setup.dealing
    routes = [0.0] * (rules.trains + 1)
    for track in setup.board.tracks:
        for trains in range(rules.trains, track.length - 1, -1):
            routes[trains] = max(routes[trains], routes[trains - track.length] + rules.route_points[track.length])
    bonuses = dealing.longest_path + dealing.globetrotter + rules.stations * rules.station_points
    if setup.pays_passengers:
        bonuses += len(PASSENGER_COLORS) * max(rules.passenger_points)
    return max(routes) + sum(ticket.points for ticket in setup.tickets) + bonuses
