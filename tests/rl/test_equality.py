"""Batches compared with games: the same deals and actions give the same states, masks, rewards and observations."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import pytest

from players import slow_observation as slow
from players.lineup import SEATS, setup_of
from players.test_observation import SETUPS
from railwright.compiled.kernel import kernel
from railwright.game.actions import MAX_LEGAL
from railwright.game.game import Game
from railwright.game.rules import apply, legal
from railwright.game.setup import Setup
from railwright.game.state import OVER, STATE
from railwright.game.story import take_events
from railwright.players.observation.space import ObservationSpace
from railwright.rl.batch import Batch
from railwright.rl.random_actions import RandomActions

EACH = 40
"""Games on each setup with each number of seats: 2,400 in total."""


@kernel
def replay(books: Any, states: Any, actions: Any, numbers: Any, options: Any, counts: Any) -> None:
    """Play an action in each of some games, and list what is legal then."""
    for i in range(len(states)):
        state = states[i]
        if actions[i] >= 0:
            apply(books[0], state, numbers[actions[i]], None)
        counts[i] = legal(books[0], state.table, state.private[state.table.seat], options[i])


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_two_thousand_games_are_those_of_the_engine_step_by_step(setup: Setup) -> None:
    for seats in SEATS:
        batch = Batch(setup, seats, games=EACH, seed=seats, reward="points", autoreset=False)
        choose = RandomActions(batch, seed=seats)
        states = np.zeros(EACH, STATE)
        for i, seed in enumerate(batch.seeds):
            states.view(np.uint8).reshape(EACH, -1)[i] = Game(setup, seats=seats, seed=int(seed)).states.view(np.uint8)
        options, counts = np.zeros((EACH, MAX_LEGAL), np.int16), np.zeros(EACH, np.int64)
        actions = np.full(EACH, -1)
        numbers = np.asarray(batch.actions.numbers, np.int64)
        was_over = np.zeros(EACH, bool)
        while True:
            replay(setup.rulebook, states, actions, numbers, options, counts)
            own = batch._arrays.games.view(np.uint8).reshape(EACH, -1)[:, : STATE.itemsize]
            assert np.array_equal(own, states.view(np.uint8).reshape(EACH, -1))
            assert (batch.mask.sum(axis=1) == counts).all()
            for i in range(0, EACH, 7):
                assert list(batch.actions.numbers[batch.mask[i]]) == list(options[i, : counts[i]])
            assert (batch.seat == states["table"]["seat"]).all()
            assert (batch.done == (states["table"]["stage"] == OVER)).all()
            assert not batch.reward[~batch.done | was_over].any()
            for new in np.flatnonzero(batch.done & ~was_over):
                scores = Game.from_states(setup, states[new : new + 1]).scores()
                assert list(batch.reward[new]) == list(batch.points[new]) == scores
            was_over = batch.done.copy()
            if was_over.all():
                break
            actions = np.where(was_over, -1, choose())
            batch.step(choose._actions)


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_a_game_of_a_batch_is_a_game_in_python(board: str) -> None:
    setup = setup_of(board)
    for seats in SEATS:
        batch = Batch(board, seats, games=3, seed=seats, observation="planner+history", events=5)
        space = ObservationSpace(setup, seats, "planner")
        choose = RandomActions(batch, seed=1)
        for _ in range(2):  # a game, and the next one that is dealt where it was
            game = Game(setup, seats=seats, seed=int(batch.seeds[1]))
            told: deque[Any] = deque(maxlen=5)
            while not game.is_over:
                assert batch.seat[1] == game.seat
                assert [int(batch.actions.numbers[a]) for a in batch.legal[1, : batch.legal_count[1]]] == game.legal()
                assert batch.game(1).states.tobytes() == game.states.tobytes()
                assert batch.observation[1, : space.size].tobytes() == space.of(game.view()).tobytes()
                shown = batch.observations.split(batch.observation[1])["events"]
                np.testing.assert_array_equal(shown, history(game, told, 5, shown.shape[1]))
                actions = choose()
                laid = int(game.state.table.laid_color), int(game.state.table.laid_locomotives)
                is_draw = 10 <= int(batch.actions.numbers[actions[1]]) < 20
                game.play(int(batch.actions.numbers[actions[1]]))
                told.extendleft(public(take_events(game), laid=laid, is_draw=is_draw))
                batch.step(actions)
                assert batch.done[1] == game.is_over
            assert list(batch.points[1]) == game.scores()


def public(events: list[Any], *, laid: tuple[int, int], is_draw: bool) -> list[Any]:
    """The events that a history tells: answers to tunnels instead of the claims that they lead to."""
    if laid[0] >= 0:
        return [event | {"event": "answer", "laid": laid} for event in events if event["event"] == "tunnel"]
    wanted = ["draw", "keep", "claim", "station", "passenger", "pass"] + ["offer"] * is_draw
    return [event for event in events if event["event"] in wanted]


def history(game: Game, told: deque[Any], length: int, size: int) -> Any:
    """The numbers of the last events for the deciding seat."""
    rows = np.zeros((length, size), np.float32)
    for row, event in zip(rows, told, strict=False):
        row[:] = slow.event_fields(game.setup, game.seat, game.seats, event)
    return rows
