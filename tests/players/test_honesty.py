"""Players see what their seat sees and nothing else.

Whatever a seat cannot see is changed: other hands beyond the cards that were shown, other tickets, the decks, the box
and the random generator. The player, with the same memory and the same random numbers, must decide as before. Its
memory is the one that it has gathered by really playing the seat up to there. It must not keep anything hidden for
later either: a shadow of the player, which is shown another deal at every decision, must decide like it to the end.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from players.lineup import BOARDS, SEATS, quick, setup_of, table_of
from railwright.errors import PlayerError
from railwright.game.game import Game
from railwright.game.rulebook import Rulebook
from railwright.game.state import PRIVATE, STATE, PrivateState, Table, copy_states
from railwright.matches.match import SeatedPlayer
from railwright.players.kit.interface import STATE_WORDS, CompiledPlayer, compiled
from railwright.players.kit.options import PEEKING, Option
from railwright.players.registry import BUILT_IN

COMMON_STAGES = ("turn", "second_card", "pay")
EVERY = 4
"""The seated_player is forked at one in so many decisions of the common stages, and at all of the others."""

HONEST = [name for name in BUILT_IN if PEEKING not in name]

HAND, TICKETS, TICKET_DECK, DECK, GENERATOR = range(5)
SECRETS = ("hand", "tickets", "ticket-deck", "deck", "generator")


@compiled(name="spy-peeking", peeks=True, options=(Option(name="at", default="hand", choices=SECRETS, summary="-"),))
def spy(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
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


def twin(seated_player: SeatedPlayer) -> SeatedPlayer:
    """The same player with the same memory and random numbers, to be asked without consequences."""
    other = copy.copy(seated_player)
    other._memory, other._source = seated_player._memory.copy(), seated_player._source.copy()
    return other


def own_seat(seats: int) -> int:
    """Where the examined player sits: another seat at each table."""
    return {2: 1, 3: 0, 4: 2, 5: 3}[seats]


def decisions(player: CompiledPlayer, board: str, seats: int) -> Iterator[tuple[Game, SeatedPlayer]]:
    """All decisions of a player in a real game against others, with its seated_player as it is before each.

    Game and seated_player go on afterwards: they are to be used at once.
    """
    own = own_seat(seats)
    others = table_of("random", seats, number=seats + BOARDS.index(board))[1:]
    game = Game(setup_of(board), seats=seats, seed=100 + seats)
    seated_players = [
        SeatedPlayer(other, seat=seat, seed=seat) for seat, other in enumerate([*others[:own], player, *others[own:]])
    ]
    while not game.is_over:
        if game.seat == own:
            yield game, seated_players[own]
        game.play(seated_players[game.seat].choose(game, game.legal()))


def other_deal(game: Game, rng: np.random.Generator) -> Game:
    """A game that could be going on for all that the deciding seat knows."""
    other = Game.from_states(game.setup, game.view().sample(rng))
    assert other.view() == game.view()
    return other


def scrambled(game: Game, rng: np.random.Generator) -> Game:
    """The game with nonsense wherever the deciding seat cannot look. No game can be played on from there."""
    states = copy_states(game.states)
    for name in ("rng", "box", "deck", "ticket_order", "ticket_top"):
        states[name] = np.frombuffer(rng.bytes(states[name].nbytes), states[name].dtype).reshape(states[name].shape)
    for seat in range(states["private"].shape[1]):
        if seat != game.seat:
            states["private"][0, seat] = np.frombuffer(rng.bytes(PRIVATE.itemsize), PRIVATE)[0]
    other = Game.from_states(game.setup, states)
    assert other.view() == game.view()
    assert other.states.tobytes() != game.states.tobytes()
    return other


def differing(player: CompiledPlayer, board: str, seats: int, *, nonsense: bool) -> tuple[list[str], int]:
    """Where a player decides otherwise when only hidden things change, and the number of decisions."""
    rng = np.random.default_rng(seats)
    shadows = [SeatedPlayer(player, seat=own_seat(seats), seed=own_seat(seats)) for _ in range(1 + nonsense)]
    found, number = [], 0
    for game, seated_player in decisions(player, board, seats):
        legal = game.legal()
        deals = [other_deal(game, rng), *([scrambled(game, rng)] if nonsense else [])]
        assert all(other.legal() == legal for other in deals)
        answers = [shadow.choose(other, legal) for shadow, other in zip(shadows, deals, strict=True)]
        number += 1
        if game.stage not in COMMON_STAGES or number % EVERY == 0:
            answers += [twin(seated_player).choose(other, legal) for other in (*deals, other_deal(game, rng))]
        action = twin(seated_player).choose(game, legal)
        if any(answer != action for answer in answers):
            found.append(f"{board}, {seats} seats, action {len(game.actions)}, {game.stage}: {action}, not {answers}")
    return found, number


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", HONEST)
def test_a_decision_depends_on_nothing_that_the_seat_cannot_see(name: str, board: str) -> None:
    assert not quick(name).peeks
    for seats in SEATS:
        found, number = differing(quick(name), board, seats, nonsense=True)
        assert not found, found[:3]
        assert number >= 20


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


def test_the_decisions_have_every_stage() -> None:
    wanted = {
        "usa": {"keep", *COMMON_STAGES},
        "europe": {"keep", "tunnel", *COMMON_STAGES},
        "germany": {"mix", "keep", "passenger", *COMMON_STAGES},
    }
    for board in BOARDS:
        stages: set[str] = set()
        for name in HONEST:
            for seats in SEATS:
                stages |= {game.stage for game, _ in decisions(quick(name), board, seats)}
            if stages == wanted[board]:
                break
        assert stages == wanted[board]
