"""Players see what their seat sees and nothing else.

Whatever a seat cannot see is changed: other hands beyond the cards that were shown, other tickets, the decks, the box
and the random generator. The player, with the same memory and the same random numbers, must decide as before. Its
memory comes from really playing the seat up to that point. Nor may it remember anything hidden for later: a shadow
of the player, which is shown another deal at every decision, must decide as it does to the end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from railwright.errors import PlayerError
from railwright.game.game import Game
from railwright.game.state import PRIVATE, copy_states
from railwright.matches.conformance.cases import ExaminedGame, decisions
from railwright.matches.seated_player import SeatedPlayer

COMMON_STAGES = ("turn", "second_card", "pay")
EVERY = 4
"""In the common stages, only one decision in this many is examined with copies of the player; in others, all are."""


@dataclass(frozen=True, slots=True)
class Honesty:
    """What exchanging hidden cards did to the decisions of a player in a game."""

    decisions: int
    """Number of decisions that were examined."""
    changed: tuple[str, ...]
    """The decisions that depended on hidden cards, in words."""
    erratic: tuple[str, ...]
    """The decisions that changed although nothing was exchanged, so that they say nothing about hidden cards."""


def examine_honesty(case: ExaminedGame, *, nonsense: bool = True) -> Honesty:
    """Find decisions that change when only hidden things change.

    With ``nonsense``, hidden things are also replaced by random bytes, which no honest player can notice. A player that
    is meant to see the whole state cannot be expected to survive that.
    """
    rng = np.random.default_rng(case.seed)
    shadows = [case.new_seated_player() for _ in range(1 + nonsense)]
    changed: list[str] = []
    erratic: list[str] = []
    number = 0
    for game, seated_player in decisions(case):
        legal = game.legal()
        deals = [other_deal(game, rng), *([scrambled(game, rng)] if nonsense else [])]
        if any(other.legal() != legal for other in deals):
            raise RuntimeError("legal actions depend on what the seat cannot see")
        answers = [_answer(shadow, other, legal) for shadow, other in zip(shadows, deals, strict=True)]
        number += 1
        if game.stage not in COMMON_STAGES or number % EVERY == 0:
            answers += [_answer(seated_player.copy(), other, legal) for other in (*deals, other_deal(game, rng))]
        action = seated_player.copy().choose(game, legal)
        if any(answer != action for answer in answers):
            found = f"{case.place}, action {len(game.actions)}, {game.stage}: {action}, not {answers}"
            same = all(seated_player.copy().choose(game, legal) == action for _ in range(len(answers)))
            (changed if same else erratic).append(found)
    return Honesty(number, tuple(changed), tuple(erratic))


def other_deal(game: Game, rng: np.random.Generator) -> Game:
    """Another deal that agrees with everything the deciding seat knows."""
    return _checked(Game.from_states(game.setup, game.view().sample(rng)), game)


def scrambled(game: Game, rng: np.random.Generator) -> Game:
    """The game with random bytes wherever the deciding seat cannot look. It cannot be played any further."""
    states = copy_states(game.states)
    for name in ("rng", "box", "deck", "ticket_order", "ticket_top"):
        states[name] = np.frombuffer(rng.bytes(states[name].nbytes), states[name].dtype).reshape(states[name].shape)
    for seat in range(states["private"].shape[1]):
        if seat != game.seat:
            states["private"][0, seat] = np.frombuffer(rng.bytes(PRIVATE.itemsize), PRIVATE)[0]
    return _checked(Game.from_states(game.setup, states), game)


def _checked(other: Game, game: Game) -> Game:
    """A game in which the deciding seat sees the same and something else is different."""
    if other.view() != game.view() or other.states.tobytes() == game.states.tobytes():
        raise RuntimeError("an exchange must change what is hidden from the seat, and nothing else")
    return other


def _answer(seated_player: SeatedPlayer, game: Game, legal: list[int]) -> int | str:
    """The player's action, or its error if it stumbles over what it should not have seen."""
    try:
        return seated_player.choose(game, legal)
    except PlayerError:
        return "an error"
