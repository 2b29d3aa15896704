"""Players see what their seat sees and nothing else: the built-in ones pass the kit, and spies do not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from players.lineup import BOARDS, SEATS, half_of_seats, quick, setup_of, table_of
from railwright.errors import PlayerError
from railwright.game.rulebook import Rulebook
from railwright.game.state import STATE, PrivateState, Table
from railwright.matches.conformance.cases import ExaminedGame, decisions
from railwright.matches.conformance.honesty import COMMON_STAGES, examine_honesty
from railwright.players.kit.interface import STATE_WORDS, CompiledPlayer, compiled
from railwright.players.kit.options import PEEKING, Option
from railwright.players.registry import BUILT_IN

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


def own_seat(seats: int) -> int:
    """Where the examined player sits: another seat at each table."""
    return {2: 1, 3: 0, 4: 2, 5: 3}[seats]


def case_of(player: CompiledPlayer, board: str, seats: int) -> ExaminedGame:
    """A real game of a player against others."""
    others = table_of("random", seats, number=seats + BOARDS.index(board))[1:]
    return ExaminedGame(setup_of(board), 100 + seats, player, own_seat(seats), tuple(others))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", HONEST)
def test_a_decision_depends_on_nothing_that_the_seat_cannot_see(name: str, board: str) -> None:
    assert not quick(name).peeks
    for seats in half_of_seats(HONEST.index(name), BOARDS.index(board)):
        honesty = examine_honesty(case_of(quick(name), board, seats))
        assert not honesty.changed, honesty.changed[:3]
        assert not honesty.erratic, honesty.erratic[:3]
        assert honesty.decisions >= 20


@pytest.mark.parametrize("secret", SECRETS)
def test_a_player_that_looks_at_something_hidden_is_caught(secret: str) -> None:
    honesty = examine_honesty(case_of(spy.with_options({"at": secret}), "usa", 3), nonsense=False)
    assert len(honesty.changed) > honesty.decisions / 10
    assert not honesty.erratic


def test_a_player_that_is_said_to_peek_does() -> None:
    for player in (spy, *(quick(name) for name in BUILT_IN if PEEKING in name)):
        assert player.peeks
        found = (examine_honesty(case_of(player, board, 3), nonsense=False) for board in BOARDS)
        assert any(honesty.changed for honesty in found), player.name


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
                stages |= {game.stage for game, _ in decisions(case_of(quick(name), board, seats))}
            if stages == wanted[board]:
                break
        assert stages == wanted[board]
