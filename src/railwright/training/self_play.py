"""Many games side by side in compiled code, each played on until a learner has a real decision.

| array | shape | content |
| --- | --- | --- |
| ``position`` | games x POSITION_SIZE | features of the deciding learner's position (``players/express/features.py``) |
| ``choices`` | games x MOST_CHOICES x CHOICE_SIZE | features of each choice |
| ``count`` | games | how many choices there are |
| ``seat`` | games | the seat that decides |
| ``done`` | games | whether a game ended in this step |
| ``reward`` | games x seats | what the last game that ended was worth (``players/express/outcome.py``) |
| ``wins``, ``points``, ``players`` | games x seats | shares of its win, its final points, and who played |

The arrays are always the same ones; each step overwrites them. Where a game has ended, a new one is dealt in the same
step. A game follows from the seed, its place, its episode and the choices of the learners alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import int64, types, void
from numpy.typing import NDArray

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below, seeded, stream_seed
from railwright.errors import OptionError
from railwright.game.chance import check_seed
from railwright.game.dealing import deal
from railwright.game.game import check_seats
from railwright.game.rules import apply, legal
from railwright.game.scoring import score, win_share
from railwright.game.setup import Setup
from railwright.game.state import NONE, OVER
from railwright.players.express.memory import MOST_CHOICES, OPTIONS
from railwright.players.express.neural_network import NETWORK, NETWORKS_TYPE, ExpressNetwork, score_choices
from railwright.players.express.outcome import outcome_value
from railwright.players.express.thinking import prepare_thought
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.planner.following import follow_plan
from railwright.players.planner.style import STYLE_OPTIONS
from railwright.rl.asking import load_choice, load_memory, save_memory
from railwright.training.game_arrays import ARRAYS_TYPE, GAME, SCRATCH, SETTINGS, SelfPlayArrays
from railwright.training.opponents import (
    FIRST_GENERATION,
    FIRST_PUBLISHED,
    LEARNER,
    MOST_GENERATIONS,
    load_published,
    seat_players,
)

LONGEST_ROUNDS = 120
"""Rounds after which a game is cut off and scored: planners can block each other forever."""

DEAL = -1
"""What a step can do with a game instead of playing a choice."""

_GAMES, _DEAL, _PLAYERS = 0, 0, 1
"""Streams of random numbers: one for each game, and in it one for the deal and one for the players."""

_KEPT = ("memories", "seat", "done", "reward", "wins", "points", "players")
"""Arrays that are saved besides the games."""


@kernel(signature=void(ARRAYS_TYPE, int64))
def _begin_game(a: Any, i: int) -> None:
    """Deal the next game in a place.

    Against a given opponent, the games of a round have the same deal, and the learner moves on by one seat.
    """
    settings, game = a.settings[0], a.games[i]
    stream = stream_seed(settings.seed, game.index, _GAMES)
    game.source[0] = seeded(np.uint64(stream_seed(stream, game.episode, _PLAYERS)))
    if settings.opponent >= 0:
        stream = stream_seed(settings.seed, game.index // settings.seats, _GAMES)
        learner = game.index % settings.seats
    else:
        learner = below(game.source[:], settings.seats)
    game.seed = stream_seed(stream, game.episode, _DEAL)
    deal(a.books[0], game.state, settings.seats, np.uint64(game.seed), None)
    seat_players(settings, game, learner)
    for seat in range(settings.seats):
        for k in range(a.memories.shape[2]):
            a.memories[i, seat, k] = 0


@kernel(signature=int64(ARRAYS_TYPE, int64, int64, int64))
def _ask_published(a: Any, i: int, number: int, count: int) -> int:
    """The action of a published player."""
    game, scratch = a.games[i], a.scratch[0]
    table = game.state.table
    seat = ZERO + table.seat
    span, memory = a.spans[number], a.memories[i, seat]
    load_memory(a.starts[number], span, memory, a.work)
    choose = load_choice(a.functions[number])
    action = choose(a.books[0], table, game.state.private[seat], scratch.options[:], count, a.work, game.source[:])
    save_memory(span, a.work, memory)
    return action


@kernel(signature=types.boolean(ARRAYS_TYPE, int64))
def _play_to_decision(a: Any, i: int) -> bool:
    """Let the players inside the step play until a learner decides; False if the game ended before."""
    book, settings, game, scratch = a.books[0], a.settings[0], a.games[i], a.scratch[0]
    state, thought, planning = game.state, scratch.thought, scratch.planning
    table = state.table
    while table.stage != OVER and table.turn <= LONGEST_ROUNDS * settings.seats:
        seat = ZERO + table.seat
        mine, planner, player = state.private[seat], game.planners[seat], game.players[seat]
        count = legal(book, table, mine, scratch.options[:])
        options = scratch.options[:count]
        if player == LEARNER:
            action = prepare_thought(book, table, mine, options, planner, planning, game.thought, game.source[:])
            if game.thought.count > 1:
                a.seat[i] = seat
                return True
        elif player >= FIRST_PUBLISHED:
            action = _ask_published(a, i, player - FIRST_PUBLISHED, count)
        elif player >= FIRST_GENERATION:
            action = prepare_thought(book, table, mine, options, planner, planning, thought, game.source[:])
            if thought.count > 1:
                action = thought.actions[score_choices(a.generations[player - FIRST_GENERATION], thought)]
        else:
            action = follow_plan(book, table, mine, seat, planner, planning)
            if action == NONE:
                action = ZERO + options[below(game.source[:], count)]
        apply(book, state, action, None)
    return False


@kernel(signature=void(ARRAYS_TYPE, int64))
def _finish_game(a: Any, i: int) -> None:
    """Score a game that has ended or is too long."""
    book, game, result = a.books[0], a.games[i], a.scratch[0].result
    seats = ZERO + a.settings[0].seats
    score(book, game.state, result)
    for seat in range(seats):
        a.reward[i, seat] = np.float32(outcome_value(book, result, seats, seat))
        a.wins[i, seat] = np.float32(win_share(result, seats, seat))
        a.points[i, seat] = np.float32(result.scores[seat] / book.scale)
        a.players[i, seat] = game.players[seat]
    a.done[i] = 1


@kernel(signature=void(ARRAYS_TYPE, int64[::1]))
def _step_games(a: Any, chosen: Any) -> None:
    """Play a choice in each game, or deal it, and go on until a learner decides again."""
    settings = a.settings[0]
    for i in range(len(a.games)):
        game = a.games[i]
        if game.is_over:
            continue
        a.done[i] = 0
        is_new = chosen[i] == DEAL
        if not is_new:
            apply(a.books[0], game.state, game.thought.actions[chosen[i]], None)
        while True:
            if is_new:
                _begin_game(a, i)
            if _play_to_decision(a, i):
                break
            _finish_game(a, i)
            if settings.autoreset == 0:
                game.is_over = 1
                break
            game.episode += 1
            is_new = True


@kernel(signature=void(ARRAYS_TYPE, NETWORKS_TYPE, int64[::1]))
def _choose_best(a: Any, networks: Any, chosen: Any) -> None:
    """Fill in the choice of a network in each game that is not over."""
    for i in range(len(a.games)):
        if a.games[i].is_over == 0:
            chosen[i] = score_choices(networks[0], a.games[i].thought)


class SelfPlay:
    """Games of one setup and number of seats, played side by side by learners.

    In the first ``learners_only`` games, learners have all seats. In the others, one seat learns; the others are drawn
    from the pool, or are all played by ``opponent``: a name, a compiled player, or the number of a kind of planner in
    ``opponents``. Without ``autoreset`` a game that has ended stays over.
    """

    def __init__(
        self, setup: Setup, seats: int, *, games: int, seed: int, learners_only: int = 0,
        opponent: str | CompiledPlayer | int | None = None, published: Sequence[str] = (),
        autoreset: bool = True,
    ) -> None:  # fmt: skip
        check_seats(setup, seats)
        check_seed(seed)
        self.setup, self.seats, self.games = setup, seats, games
        if isinstance(opponent, int | None):
            names: Sequence[str | CompiledPlayer] = published
            fixed = -1 if opponent is None else opponent
        else:
            names, fixed = [opponent], FIRST_PUBLISHED
        found = load_published(names, setup, seats)
        settings = np.zeros(1, SETTINGS)
        style = tuple(option.default for option in OPTIONS[: len(STYLE_OPTIONS)])
        settings[0] = style, seed, seats, learners_only, fixed, autoreset, len(found.players), 0
        books = setup.rulebook.view()
        books.setflags(write=False)
        by_seat = (games, seats)
        self._published = found  # its functions must stay alive
        self._generations: list[ExpressNetwork] = []
        self._arrays = SelfPlayArrays(
            books, settings, np.zeros(games, GAME), np.zeros(1, SCRATCH), np.zeros(MOST_GENERATIONS, NETWORK),
            found.functions, found.starts, found.spans, np.zeros((*by_seat, found.lasting), np.int64),
            np.zeros(found.words, np.int64), np.zeros(games, np.int64), np.zeros(games, np.uint8),
            np.zeros(by_seat, np.float32), np.zeros(by_seat, np.float32), np.zeros(by_seat, np.float32),
            np.zeros(by_seat, np.int64),
        )  # fmt: skip
        self._arrays.games["index"] = np.arange(games)
        thoughts = self._arrays.games["thought"]
        thoughts["most"] = self._arrays.scratch["thought"]["most"] = MOST_CHOICES
        self.position: NDArray[np.float32] = thoughts["position"]
        self.choices: NDArray[np.float32] = thoughts["choices"]
        self.count: NDArray[np.int64] = thoughts["count"]
        self.actions: NDArray[np.int64] = thoughts["actions"]
        """The numbers of the actions to choose from."""
        self.seat, self.done, self.reward = self._arrays.seat, self._arrays.done.view(np.bool_), self._arrays.reward
        self.wins, self.points, self.players = self._arrays.wins, self._arrays.points, self._arrays.players
        self._is_dealt = False

    def begin(self) -> None:
        """Deal all games, and play on to the first decisions."""
        _step_games(self._arrays, np.full(self.games, DEAL, np.int64))
        self._is_dealt = True

    def step(self, chosen: NDArray[np.int64]) -> None:
        """Play one of the choices in each game, by its number; where a game is over, it is ignored."""
        if not self._is_dealt:
            raise OptionError("call begin before the first step")
        is_wrong = ((chosen < 0) | (chosen >= self.count)) & (self._arrays.games["is_over"] == 0)
        if chosen.shape != (self.games,) or is_wrong.any():
            raise OptionError("each game needs the number of one of its choices")
        _step_games(self._arrays, np.ascontiguousarray(chosen, np.int64))

    def best_choices(self, network: ExpressNetwork) -> NDArray[np.int64]:
        """The network's choice in each game."""
        chosen = np.zeros(self.games, np.int64)
        _choose_best(self._arrays, network.record, chosen)
        return chosen

    def set_generations(self, networks: Sequence[ExpressNetwork]) -> None:
        """Set the older networks of the pool, at most MOST_GENERATIONS."""
        self._generations = list(networks)  # compiled code has their addresses
        for number, network in enumerate(networks):
            self._arrays.generations[number] = network.record[0]
        self._arrays.settings["generations"] = len(networks)

    @property
    def records(self) -> NDArray[Any]:
        """The games as records of ``game_arrays.GAME``."""
        return self._arrays.games

    def save(self) -> dict[str, NDArray[Any]]:
        """All that is needed to resume as if the games had never stopped, as arrays of numbers."""
        games = self._arrays.games.copy()
        for i, count in enumerate(self.count):  # what earlier decisions left compresses badly
            games["thought"]["choices"][i, count:] = 0
        for name in ("scores", "first_units", "units", "second_units"):
            games["thought"][name] = 0
        return {**self._kept(), "games": games.view(np.uint8)}

    def restore(self, kept: dict[str, NDArray[Any]]) -> None:
        """Go on with games that were saved; OptionError if they do not fit."""
        arrays = self._kept()
        if any(kept[name].shape != array.shape or kept[name].dtype != array.dtype for name, array in arrays.items()):
            raise OptionError("these games were saved by another version or with other settings")
        for name, array in arrays.items():
            array[:] = kept[name]
        self._is_dealt = True

    def _kept(self) -> dict[str, NDArray[Any]]:
        arrays = {name: getattr(self._arrays, name) for name in _KEPT}
        return {**arrays, "games": self._arrays.games.view(np.uint8)}
