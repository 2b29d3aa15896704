"""Many games at once: one step plays an action in each of them, in compiled code.

| array | shape | type | content |
| --- | --- | --- | --- |
| ``observation`` | games x size | float32 | what the deciding seat sees (``ObservationSpace``) |
| ``mask`` | games x actions | bool | its legal actions (``ActionSpace``) |
| ``seat`` | games | int64 | the seat that decides |
| ``player`` | games | int64 | the player in that seat; the seat itself unless ``players`` are given |
| ``reward`` | games x players | float32 | what each player got since the last step |
| ``done`` | games | bool | whether a game ended in this step |
| ``truncated`` | games | bool | whether it was ended because it was too long |
| ``points`` | games x players | float32 | the final points of the last game that ended |

The arrays are always the same ones; each step overwrites them. Where a game has ended, a new one is dealt in the same
step: ``reward``, ``done`` and ``points`` are those of the old game, everything else belongs to the new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.errors import IllegalActionError, OptionError, PlayerError
from railwright.game.actions import MAX_LEGAL
from railwright.game.board import Board
from railwright.game.chance import MAX_SEED, check_seed
from railwright.game.game import Game, check_seats, some_actions
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.game.state import STATE
from railwright.game.view import check_seat
from railwright.matches.faults import LONGEST_GAME
from railwright.players.kit.interface import AnyPlayer
from railwright.players.observation.action_space import ActionSpace
from railwright.players.observation.history import DEFAULT_EVENTS
from railwright.players.observation.space import ObservationSpace
from railwright.rl.asking import fault_in_step, seat_opponents
from railwright.rl.batch_arrays import BATCH_GAME, REWARDS, SCRATCH, SETTINGS, BatchArrays
from railwright.rl.buffers import flags, open_buffers
from railwright.rl.checks import checked_actions, checked_game, choice, chosen_games, setup_of, whole_number
from railwright.rl.snapshots import read_snapshot, write_snapshot
from railwright.rl.stepping import DEAL, KEEP, NO_FAULT, SHOW, first_illegal, observe_game, step_games

MOST_GAMES = 1 << 20
MOST_THREADS = 256
_WIDE = 8
"""Padding between the memories of two threads, in integers: a cache line."""


class Batch:
    """Games played side by side by learners, against each other or against compiled players.

    >>> from railwright.rl import Batch, RandomActions
    >>> batch = Batch("usa", 2, games=16, seed=1, players=[None, "rule"], reward="points")
    >>> choose = RandomActions(batch, seed=1)
    >>> for _ in range(500):
    ...     batch.step(choose())
    >>> bool(batch.episodes.min() >= 1)
    True

    The game with index i, counted from ``first``, depends on the seed, i and its episode alone. So the same games are
    played whether they are in one batch or in several, by one thread or by many.

    ``players`` has one entry for each player: None for a learner, a name or a compiled player for one who plays inside
    the step. The players then change seats from game to game: in episode e of game i, player p sits in seat
    (p - i - e) modulo the number of seats. Without ``players`` all are learners, and player p sits in seat p.

    ``reward`` is ``win`` (at the end, 1 for the winner by the rules, shared if still tied), ``points`` (at the end),
    ``difference`` (at the end, the points minus those of the best other player) or ``running`` (the points of tracks
    when they are claimed, the rest at the end).

    A game of ``longest`` actions is ended and scored as it stands. Without ``autoreset`` a game that has ended stays as
    it is until ``reset``: its mask is empty and its action is ignored.

    ``buffers`` are arrays of the caller to be filled instead of new ones, by name.
    """

    def __init__(
        self, board: str | Path | Board | Setup, seats: int, *, games: int, seed: int, tickets: str | None = None,
        ruleset: str | Ruleset | None = None, observation: str = "raw", events: int = DEFAULT_EVENTS,
        reward: str = "win", players: Sequence[str | AnyPlayer | None] | None = None, first: int = 0, threads: int = 1,
        autoreset: bool = True, longest: int = LONGEST_GAME, buffers: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.setup = setup_of(board, tickets, ruleset)
        self._options = {
            "games": games, "seed": seed, "observation": observation, "events": events, "reward": reward,
            "players": players, "first": first, "threads": threads, "autoreset": autoreset, "longest": longest,
        }  # fmt: skip
        check_seats(self.setup, seats)
        check_seed(seed)
        self.seats = whole_number("seats", seats, 1, MAX_SEED)
        self.games = whole_number("games", games, 1, MOST_GAMES)
        """The number of games."""
        self.first = whole_number("first", first, 0, MAX_SEED)
        """The index of the first game."""
        self.reward_kind = choice("reward", reward, REWARDS)
        self.actions = ActionSpace(self.setup)
        """The actions, as they are numbered in this batch."""
        self.observations = ObservationSpace(self.setup, seats, observation, events=events)
        """The fields of the observations."""
        self.longest = whole_number("longest", longest, 1, MAX_SEED)
        """The number of actions after which a game is ended."""
        self._opponents = seat_opponents(players, self.setup, seats)
        settings = np.zeros(1, SETTINGS)
        settings[0] = (
            seed, seats, REWARDS.index(reward), self.longest, bool(autoreset), self._opponents.bits,
        )  # fmt: skip
        threads = whole_number("threads", threads, 1, MOST_THREADS)
        self._arrays = self._open_arrays(settings, threads, buffers)
        self._arrays.games["index"] = np.arange(self.first, self.first + self.games)
        self._is_broken = False
        self._cuts = [self.games * part // threads for part in range(threads + 1)]
        self._pool = ThreadPoolExecutor(threads - 1, "railwright-batch") if threads > 1 else None
        self._run(np.full(self.games, DEAL, np.int64))

    def _open_arrays(self, settings: NDArray[Any], threads: int, given: Mapping[str, Any] | None) -> BatchArrays:
        k, seats, opponents = self.games, self.seats, self._opponents
        shapes: dict[str, tuple[int, ...]] = dict.fromkeys(("seat", "player", "done", "truncated"), (k,))
        shapes |= {"observation": (k, self.observations.size), "mask": (k, self.actions.size)}
        shapes |= {"reward": (k, seats), "points": (k, seats)}
        own = open_buffers(given, shapes)
        self.observation, self.mask, self.seat, self.player = (
            own["observation"], own["mask"], own["seat"], own["player"],
        )  # fmt: skip
        self.reward, self.done, self.truncated, self.points = (
            own["reward"], own["done"], own["truncated"], own["points"],
        )  # fmt: skip
        legal = np.zeros((k, min(MAX_LEGAL, self.actions.size)), np.int16)
        legal_count = np.zeros(k, np.int64)
        self.legal, self.legal_count = legal.view(), legal_count.view()
        """The legal actions of each game, ascending, and how many there are; read-only."""
        self.legal.setflags(write=False)
        self.legal_count.setflags(write=False)
        books = self.setup.rulebook.view()
        books.setflags(write=False)  # copies of a setup have lost that
        return BatchArrays(
            books, self.observations.layout, settings, self.actions.numbers, self.actions.compact,
            np.zeros(k, BATCH_GAME), self.observations.new_events(k), legal, legal_count, self.observation,
            flags(self.mask), self.seat, self.player, self.reward, flags(self.done), flags(self.truncated), self.points,
            np.zeros(threads, SCRATCH), opponents.functions, opponents.starts, opponents.spans,
            np.zeros((k, seats, opponents.lasting), np.int64), np.zeros((threads, opponents.words + _WIDE), np.int64),
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games from game {self.first}: {self.setup!r}, {self.seats} seats>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy or a pickled batch is rebuilt from its options and a snapshot, with buffers of its own."""
        return _restored, (self.setup, self.seats, self._options, self.save())

    @property
    def episodes(self) -> NDArray[np.int64]:
        """How many games have ended in each place before the current one."""
        return self._column("episode")

    @property
    def seeds(self) -> NDArray[np.int64]:
        """The seed of each current game, as ``railwright.Game`` takes it."""
        return self._column("seed")

    @property
    def moves(self) -> NDArray[np.int64]:
        """The number of actions of each current game so far, those of opponents included."""
        return self._column("actions")

    def _column(self, name: str) -> NDArray[np.int64]:
        column: NDArray[np.int64] = self._arrays.games[name].copy()
        return column

    def step(self, actions: Any, *, games: Any = None) -> None:
        """Play one action in each game, as numbered by ``actions.words``, and fill the arrays.

        All actions are checked first. If one cannot be played, IllegalActionError or OptionError says which, and
        nothing has changed. ``games`` chooses some games by ones or True; the others, and their places in the arrays,
        stay as they are, and their actions are ignored.
        """
        numbers = checked_actions(actions, self.games)
        if not self._arrays.settings["autoreset"][0]:
            numbers = np.where(self._arrays.games["is_over"], 0, numbers)  # ignored, so it must not be a command
        if games is not None:
            kept = ~chosen_games(games, self.games)
            illegal = first_illegal(self._arrays, np.where(kept, self.legal[:, 0], numbers))
            numbers = np.where(kept, KEEP, numbers)
        else:
            illegal = first_illegal(self._arrays, numbers)
        if illegal != NO_FAULT:
            raise IllegalActionError(self.illegal_words(illegal, np.asarray(actions)[illegal]))
        self._run(numbers)

    def reset(self, *, seed: int | None = None, episode: int | None = None, games: Any = None) -> None:
        """Deal new games. With a seed, the batch restarts as if it had just been made with this seed.

        Without one, each game moves on to its next episode, or to the ``episode`` with this number. ``games`` chooses
        some of them by ones or True; the others, and their places in the arrays, stay as they are.
        """
        chosen = np.ones(self.games, bool) if games is None else chosen_games(games, self.games)
        if episode is not None:
            whole_number("episode", episode, 0, MAX_SEED)
        if seed is not None:
            check_seed(seed)
            if games is not None:
                raise OptionError("reset: a seed is for all games of a batch, so it cannot be given with games")
            self._arrays.settings["seed"] = seed
            episode = 0 if episode is None else episode
        episodes = self._arrays.games["episode"]
        episodes[chosen] = episodes[chosen] + 1 if episode is None else episode
        if games is None:
            self._is_broken = False
        self._run(np.where(chosen, DEAL, KEEP))

    def game(self, i: int) -> Game:
        """A copy of a game, to look at it or to play on."""
        row = self._arrays.games[checked_game(i, self.games) :][:1]
        states = row.view(np.uint8)[: STATE.itemsize].view(STATE)  # the state comes first; its padding is copied, too
        return Game.from_states(self.setup, states)

    def observe(self, i: int, seat: int, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What any seat of a game sees now, whether it decides or not."""
        checked_game(i, self.games)
        check_seat(seat, self.seats)
        if out is None:
            out = np.empty(self.observations.size, np.float32)
        is_fit = isinstance(out, np.ndarray) and out.dtype == np.float32 and out.shape == (self.observations.size,)
        if not is_fit or not out.flags.c_contiguous:
            raise OptionError(f"out: must be a contiguous array of {self.observations.size} float32 numbers")
        observe_game(self._arrays, int(i), int(seat), out)
        return out

    def save(self) -> bytes:
        """All games as they stand, for ``restore`` of a batch made in the same way."""
        return write_snapshot(self._arrays, self._opponents.identity)

    def restore(self, snapshot: bytes) -> None:
        """Continue from a snapshot that ``save`` took. A snapshot of another batch is refused and changes nothing."""
        read_snapshot(self._arrays, self._opponents.identity, snapshot)
        self._is_broken = False
        self._run(np.full(self.games, SHOW, np.int64))

    @property
    def bytes_per_game(self) -> int:
        """The memory that a game takes, observation and mask included."""
        shared = (
            "books",
            "layouts",
            "settings",
            "numbers",
            "compact",
            "scratch",
            "functions",
            "starts",
            "spans",
            "work",
        )
        arrays = self._arrays._asdict().items()
        return sum(array.nbytes for name, array in arrays if name not in shared) // self.games

    def illegal_words(self, i: int, action: Any) -> str:
        """Say that an action is not legal in a game, and which are."""
        words = f" ({self.actions.words(int(action))})" if 0 <= action < self.actions.size else ""
        where = f"for seat {self.seat[i]} at stage {self.game(i).stage!r} of game {i}"
        legal = some_actions(self.legal[i, : self.legal_count[i]].tolist())
        return f"action {action}{words} is not legal {where}; legal actions are {legal}"

    def _run(self, actions: NDArray[np.int64]) -> None:
        """Step all games, one part of them in each thread. After a fault of a player only a reset helps."""
        if self._is_broken:
            raise PlayerError("a player failed in the last step; reset the batch before the next one")
        self._is_broken = True
        if self._pool is None:
            faults = [self._run_part(actions, 0)]
        else:
            others = [self._pool.submit(self._run_part, actions, thread) for thread in range(1, len(self._cuts) - 1)]
            faults = [self._run_part(actions, 0), *(other.result() for other in others)]
        for thread, fault in enumerate(faults):
            if fault != NO_FAULT:
                scratch = self._arrays.scratch[thread]
                i = int(scratch["asked"]) if isinstance(fault, Exception) else fault
                raise fault_in_step(
                    fault, self.game(i), self._arrays.games[i], self._opponents.players, int(scratch["choice"])
                )
        self._is_broken = False

    def _run_part(self, actions: NDArray[np.int64], thread: int) -> int | Exception:
        try:
            fault: int = step_games(self._arrays, actions, self._cuts[thread], self._cuts[thread + 1], thread)
        except Exception as error:  # a user's player can raise anything
            return error
        return fault


def _restored(setup: Setup, seats: int, options: Mapping[str, Any], snapshot: bytes) -> Batch:
    """A batch as it was when the snapshot was taken."""
    batch = Batch(setup, seats, **options)
    batch.restore(snapshot)
    return batch
