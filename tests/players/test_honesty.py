"""Players see what their seat sees and nothing else.

Whatever a seat cannot see is changed: other hands beyond the cards that were shown, other tickets, the decks, the box
and the random generator. The player, with the same memory and the same random numbers, must decide as before, and
remember the same afterwards. Its memory is the one that it has gathered by really playing the seat up to there.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from players.lineup import BOARDS, SEATS, quick, setup_of, table_of
from railwright.arena.match import Mind
from railwright.errors import PlayerError
from railwright.game.game import Game
from railwright.game.setup import Rulebook
from railwright.game.state import SEAT, STATE, Seat, Table, copy_states
from railwright.players.interface import PEEKING, STATE_WORDS, CompiledPlayer, compiled
from railwright.players.options import Option
from railwright.players.registry import BUILT_IN

COMMON_STAGES = ("turn", "second_card", "pay")
EVERY = 4
"""Of the decisions at the common stages, one in so many is examined; of the others every one."""

SAMPLES = 2
"""Other deals that look the same, for each position."""

HONEST = [name for name in BUILT_IN if PEEKING not in name]

HAND, TICKETS, TICKET_DECK, DECK, GENERATOR = range(5)
SECRETS = ("hand", "tickets", "ticket-deck", "deck", "generator")


@compiled(name="spy-peeking", peeks=True, options=(Option(name="at", default="hand", choices=SECRETS, summary="-"),))
def spy(book: Rulebook, table: Table, mine: Seat, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Decides by something that its seat cannot see."""
    state = memory[1 : 1 + STATE_WORDS].view(STATE)[0]
    other = (table.seat + 1) % table.seats
    total: Any = 0
    if memory[0] == HAND:
        for kind in range(len(state.private[other].hand)):
            total += (kind + 1) * state.private[other].hand[kind]
    elif memory[0] == TICKETS:
        for word in range(len(mine.tickets)):
            total ^= state.private[other].tickets[word] % 1009
    elif memory[0] == TICKET_DECK:
        total = state.ticket_order[0]
    elif memory[0] == DECK:
        for kind in range(len(state.deck)):
            total += (kind + 1) * state.deck[kind]
    else:
        total = np.int64(state.rng[0] >> np.uint64(40))
    return int(legal[abs(total) % count])


def twin(mind: Mind) -> Mind:
    """The same player with the same memory and random numbers, to be asked without consequences."""
    other = copy.copy(mind)
    other._memory, other._source = mind._memory.copy(), mind._source.copy()
    return other


def positions(player: CompiledPlayer, board: str, seats: int) -> Iterator[tuple[Game, Mind]]:
    """Decisions of a player in a real game against others, with its mind as it is before each.

    The seat differs from table to table. Games and minds go on afterwards: they are to be used at once.
    """
    own = seats % 3 if seats > 2 else 1
    others = table_of("random", seats, number=seats + BOARDS.index(board))[1:]
    game = Game(setup_of(board), seats=seats, seed=100 + seats)
    minds = [Mind(other, seat=seat, seed=seat) for seat, other in enumerate([*others[:own], player, *others[own:]])]
    seen = 0
    while not game.is_over:
        if game.seat == own and len(game.legal()) > 1:
            seen += 1
            if game.stage not in COMMON_STAGES or seen % EVERY == 0:
                yield game, minds[own]
        game.play(minds[game.seat].choose(game, game.legal()))


def other_deals(game: Game, rng: np.random.Generator) -> Iterator[Game]:
    """Games that could be going on for all that the deciding seat knows."""
    view = game.view()
    for _ in range(SAMPLES):
        other = Game.from_states(game.setup, view.sample(rng))
        assert other.view() == view
        yield other


def scrambled(game: Game, rng: np.random.Generator) -> Game:
    """The game with nonsense wherever the deciding seat cannot look. No game can be played on from there."""
    states = copy_states(game.states)
    for name in ("rng", "box", "deck", "ticket_order", "ticket_top"):
        states[name] = np.frombuffer(rng.bytes(states[name].nbytes), states[name].dtype).reshape(states[name].shape)
    for seat in range(states["private"].shape[1]):
        if seat != game.seat:
            states["private"][0, seat] = np.frombuffer(rng.bytes(SEAT.itemsize), SEAT)[0]
    other = Game.from_states(game.setup, states)
    assert other.view() == game.view()
    assert other.states.tobytes() != game.states.tobytes()
    return other


def differing(player: CompiledPlayer, board: str, seats: int, *, nonsense: bool) -> tuple[list[str], int]:
    """Where a player decides or remembers otherwise when only hidden things change, and the number of positions."""
    rng = np.random.default_rng(seats)
    found, number = [], 0
    for game, mind in positions(player, board, seats):
        number += 1
        legal = game.legal()
        usual = twin(mind)
        action = usual.choose(game, legal)
        deals = [*other_deals(game, rng), *([scrambled(game, rng)] if nonsense else [])]
        for other in deals:
            assert other.legal() == legal
            asked = twin(mind)
            again = asked.choose(other, legal)
            same_memory = player.peeks or (asked._memory == usual._memory).all()
            if again != action or not same_memory or (asked._source != usual._source).any():
                found.append(
                    f"{board}, {seats} seats, action {len(game.actions)}, {game.stage}: {action}, then {again}"
                )
    return found, number


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", HONEST)
def test_a_decision_depends_on_nothing_that_the_seat_cannot_see(name: str, board: str) -> None:
    assert not quick(name).peeks
    for seats in SEATS:
        found, number = differing(quick(name), board, seats, nonsense=True)
        assert not found, found[:3]
        assert number >= 10


@pytest.mark.parametrize("secret", SECRETS)
def test_a_player_that_looks_at_something_hidden_is_caught(secret: str) -> None:
    found, number = differing(spy.with_options({"at": secret}), "usa", 3, nonsense=False)
    assert len(found) > number / 10


def test_a_player_that_is_said_to_peek_does() -> None:
    for player in (spy, *(quick(name) for name in BUILT_IN if PEEKING in name)):
        assert player.peeks
        assert any(differing(player, board, 3, nonsense=False)[0] for board in BOARDS), player.name


def test_a_player_that_peeks_must_say_so_in_its_name() -> None:
    for name in BUILT_IN:
        assert quick(name).peeks == (PEEKING in name)
    with pytest.raises(PlayerError, match="sees hidden cards, so its name must contain 'peeking'"):
        compiled(name="harmless", peeks=True)(spy.choose)


def test_the_positions_have_every_stage() -> None:
    stages: dict[str, set[str]] = {board: set() for board in BOARDS}
    for board in BOARDS:
        for seats in SEATS:
            stages[board] |= {game.stage for game, _ in positions(quick("random"), board, seats)}
    assert stages["usa"] == {"keep", *COMMON_STAGES}
    assert stages["europe"] == {"keep", "tunnel", *COMMON_STAGES}
    assert stages["germany"] == {"mix", "keep", "passenger", *COMMON_STAGES}
