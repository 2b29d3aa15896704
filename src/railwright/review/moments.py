"""A recorded game, cut into the stretches between the moments at which the chances are estimated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from railwright.errors import RecordError
from railwright.game.actions import decode
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.words import count

_ESTIMATED = ("mix", "keep", "turn", "over")
"""The stages at which chances are estimated: between two of them, a seat completes a turn or a choice."""

CARDS, TICKETS, TUNNELS, HIDDEN = "cards", "tickets", "tunnels", "hidden"
"""Sources of luck. ``HIDDEN`` is information revealed without a draw: cards, tickets and plans of others."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Actions of one seat between two moments."""

    first: int
    """Number of actions played before the first of them (its index)."""
    last: int
    """Number of actions played once the last of them is done (exclusive end)."""
    seat: int
    luck: str
    """What was drawn in it."""


def check_finished(record: Record) -> None:
    """Refuse a game that is not over."""
    if not record.replay().is_over:
        played = count(len(record.actions), "action")
        raise RecordError(f"only a finished game can be reviewed, and this one is not over after {played}")


def games_before(record: Record, first: int, last: int) -> Iterator[Game]:
    """The game before each action from ``first`` up to ``last`` (exclusive).

    It is always the same object, so each must be used before the next is asked for.
    """
    game = record.replay(first)
    for action in record.actions[first:last]:
        yield game
        game.play(action)


def is_estimated(game: Game) -> bool:
    """Whether the chances are estimated at this moment."""
    return game.stage in _ESTIMATED


def stretches(record: Record) -> list[Stretch]:
    """All stretches of a game, in order."""
    found: list[Stretch] = []
    game = record.replay(0)
    first, seat, drawn = 0, game.seat, HIDDEN
    for step, action in enumerate(record.actions):
        drawn = _drawn(game, action, drawn)
        game.play(action)
        if is_estimated(game):
            found.append(Stretch(first, step + 1, seat, drawn))
            first, seat, drawn = step + 1, game.seat, HIDDEN
    return found


def _drawn(game: Game, action: int, before: str) -> str:
    """The source of luck in an action, or, if it draws nothing, that of the actions before it."""
    meaning = decode(action)
    assert meaning is not None
    if game.stage == "tunnel":
        return TUNNELS
    if game.state.table.opening or meaning.kind == "tickets":  # the next seat is offered its opening tickets
        return TICKETS
    return CARDS if meaning.kind in ("row", "deck") else before
