"""Positions for searches, and a look into their trees."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.positions import begin, bit, counts, hold, put_cards, small_setup
from railwright.game.colors import CARDS
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.game.state import LONG, NONE, SHORT
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.mcts.iteration import WORK, worth
from railwright.players.mcts.player import MEMORY_END, NODES_START, WORK_START
from railwright.players.mcts.settings import EVALUATION, EXACT, HEURISTIC, OPTIONS, PARANOID, RATIOS
from railwright.players.mcts.ticket_distance import new_scratch
from railwright.players.mcts.tree import NODE
from railwright.players.registry import load_player


def small_game(*tracks: str, tickets: tuple[str, ...], seats: int = 2, **rules: Any) -> Game:
    """A game at its first turn on a small board; one ticket is dealt to each seat."""
    return begin(small_setup(*tracks, tickets=tickets, **{"deal": {"short": 1}, "keep": 1, **rules}), seats=seats)


def arrange(game: Game, *hands: str, row: str = "", deck: str = "", held: tuple[tuple[str, ...], ...] = ()) -> None:
    """Set all cards and tickets so that none is missing: other cards are discards, other tickets in the box."""
    rules, state, table = game.setup.ruleset, game.state, game.state.table
    total = np.array([rules.cards_per_color] * (len(CARDS) - 1) + [rules.locomotives])
    rest = total - sum(np.array(counts(text)) for text in (*hands, row, deck))
    assert (rest >= 0).all(), "not so many cards in the game"
    discards = " ".join(f"{count} {card}" for card, count in zip(CARDS, rest, strict=True) if count)
    put_cards(game, *hands, row=row, deck=deck, discards=discards)
    for seat in range(game.seats):
        hold(game, seat, *(held[seat] if seat < len(held) else ()))
        state.private[seat].returned[:] = state.private[seat].boxed[:] = 0
        state.private[seat].offer[:] = NONE
    state.box[:] = 0
    table.ticket_deck[:] = 0
    for ticket in range(len(game.setup.tickets)):
        if not any(state.private[seat].tickets[ticket >> 6] & bit(ticket) for seat in range(game.seats)):
            state.box[ticket >> 6] |= bit(ticket)
    table.boxed[:] = 0
    table.boxed[SHORT] = len(game.setup.tickets) - table.tickets[: game.seats].sum()
    assert not any(ticket.long for ticket in game.setup.tickets), "all tickets of small games are short"
    assert table.tickets[: game.seats, LONG].sum() == 0


def fill_ticket_deck(game: Game, *tickets: int) -> None:
    """Move tickets from the box into the deck, the first on top."""
    state, table = game.state, game.state.table
    for place, ticket in enumerate(tickets):
        state.box[ticket >> 6] &= ~bit(ticket)
        state.ticket_order[place] = ticket
    state.ticket_top[SHORT] = 0
    table.ticket_deck[SHORT] = len(tickets)
    table.boxed[SHORT] -= len(tickets)


class Search:
    """A decision of a search player, and what it left in the player's memory."""

    def __init__(self, game: Game, name: str, *, seed: int = 1) -> None:
        player = load_player(name)
        assert isinstance(player, CompiledPlayer)
        seated_player = SeatedPlayer(player, seat=game.seat, seed=seed)
        self.action = seated_player.choose(game, game.legal())
        """The action that was chosen."""
        memory = seated_player._memory
        self.work = memory[WORK_START : WORK_START + WORK.itemsize // 8].view(WORK)[0]
        self.nodes: NDArray[Any] = memory[NODES_START:MEMORY_END].view(NODE)

    def children(self, node: int = 0) -> list[int]:
        """The numbers of a node's children."""
        found = []
        child = int(self.nodes[node]["child"])
        while child:
            found.append(child)
            child = int(self.nodes[child]["sibling"])
        return found


def decide(game: Game, name: str, *, seed: int = 1) -> int:
    """What a player does."""
    return Search(game, name, seed=seed).action


def value(
    game: Game, seat: int, heuristic: str, *, evaluation: int = 1 - PARANOID, ratios: int = EXACT
) -> float:  # fmt: skip
    """What a game is worth to a seat."""
    works = np.zeros(1, WORK)
    works["state"][0] = game.states[0]
    works["seat"] = seat
    settings = np.zeros(len(OPTIONS), np.int64)
    settings[HEURISTIC] = OPTIONS[HEURISTIC].choices.index(heuristic)
    settings[EVALUATION], settings[RATIOS] = evaluation, ratios
    before = works.tobytes()
    found = float(worth(setup_record(game.setup), works[0], new_scratch(), settings))
    works["result"] = np.zeros(1, works["result"].dtype)
    assert works.tobytes() == before, "a look at a state must not change it"
    return found


def setup_record(setup: Setup) -> Any:
    """The rules as kernels take them."""
    return setup.rulebook[0]
