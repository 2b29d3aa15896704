"""The pool of opponents: who sits in the seats that do not learn.

A network that learned only from games against itself would fit itself. So in half of the games one seat learns, and
each of the others is drawn: the planner, planners with styles of their own, hoarders, published players, and older
generations of the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numba import int64, uint64, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below
from railwright.errors import OptionError
from railwright.game.setup import Setup
from railwright.game.state import TICKET_WORDS, TRACK_WORDS
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.planner.memory import PLAN_TYPE, PLANNER_TYPE, Planner, TrackPlan
from railwright.players.registry import load_player
from railwright.rl.asking import Opponents
from railwright.training.game_arrays import GAME_TYPE, SETTINGS_TYPE, SelfPlayGame, SelfPlaySettings

MOST_GENERATIONS = 4
"""Older networks that are kept."""

LEARNER, PLANNER, STYLED, HOARDER, FIRST_GENERATION = range(5)
FIRST_PUBLISHED = FIRST_GENERATION + MOST_GENERATIONS
"""Who plays in a seat: a learner, the planner, a planner with a style of its own, a planner that hoards, then each of
the older networks and each of the published players."""

PUBLISHED = ("hoard", "rule", "path", "long-route", "hungry", "one-step")
"""The published players of the pool. The others are kept for evaluations (``evaluation.HELD_OUT``)."""

PER_PLANNER, PER_STYLED, PER_HOARDER, PER_GENERATION = 20, 35, 10, 15
"""How often each kind of opponent is drawn, in percent; the rest are published players."""


@kernel(signature=void(PLANNER_TYPE, uint64[::1]))
def _draw_style(planner: Planner, source: Any) -> None:
    """Give a planner a style of its own, within bounds in which it still plays sensibly."""
    style = planner.style
    style.turn = 200 + below(source, 300)
    style.extra = 5 + below(source, 40)
    style.share = 50 + below(source, 60)
    style.rush = 100 + below(source, 500)
    style.min_gain = 500 * below(source, 4)
    style.locomotives = 1 + below(source, 5)
    style.draw_tickets_above = 8 + below(source, 40)
    style.long_tickets = below(source, 3)


@kernel(signature=int64(SETTINGS_TYPE, uint64[::1]))
def _draw_opponent(settings: SelfPlaySettings, source: Any) -> int:
    number = below(source, 100)
    if number < PER_PLANNER:
        return ZERO + PLANNER
    number -= PER_PLANNER
    if number < PER_STYLED:
        return ZERO + STYLED
    number -= PER_STYLED
    if number < PER_HOARDER:
        return ZERO + HOARDER
    number -= PER_HOARDER
    if number < PER_GENERATION:
        return FIRST_GENERATION + below(source, settings.generations) if settings.generations > 0 else ZERO + PLANNER
    return FIRST_PUBLISHED + below(source, settings.published) if settings.published > 0 else ZERO + PLANNER


@kernel(signature=void(PLAN_TYPE))
def _clear_plan(plan: TrackPlan) -> None:
    """Reset a plan: before the first one is made, its features are 0."""
    for word in range(TRACK_WORDS):
        plan.tracks[word] = plan.loans[word] = 0
    for word in range(TICKET_WORDS):
        plan.tickets[word] = 0
    plan.is_made = plan.value = plan.refused = 0


@kernel(signature=void(SETTINGS_TYPE, GAME_TYPE, int64))
def seat_players(settings: SelfPlaySettings, game: SelfPlayGame, learner: int) -> None:
    """Seat the players of a new game, one of them a learner, and clear the memories of their planners."""
    source = game.source[:]
    for seat in range(settings.seats):
        player = ZERO + LEARNER
        if seat != learner and game.index >= settings.learners_only:
            player = settings.opponent if settings.opponent >= 0 else _draw_opponent(settings, source)
        game.players[seat] = player
        planner = game.planners[seat]
        planner.style = settings.style
        if player == STYLED:
            _draw_style(planner, source)
        planner.hoards = player == HOARDER
        _clear_plan(planner.plan)


def load_published(names: Sequence[str | CompiledPlayer], setup: Setup, seats: int) -> Opponents:
    """Load players to play inside the steps of self-play."""
    return Opponents.of([_compiled(name) for name in names], setup, seats)


def _compiled(player: str | CompiledPlayer) -> CompiledPlayer:
    loaded = load_player(player) if isinstance(player, str) else player
    if not isinstance(loaded, CompiledPlayer) or loaded.peeks:
        raise OptionError(f"{player!r} cannot play inside self-play: it must be compiled and must not see hidden cards")
    return loaded
