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
from railwright.game.game import Game, check_seats
from railwright.game.json_reader import brief
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.game.state import STATE
from railwright.game.view import check_seat
from railwright.maps.load import load_setup
from railwright.matches.faults import Moment, exception_in, illegal_choice
from railwright.matches.match import LONGEST_GAME
from railwright.players.kit.interface import AnyPlayer
from railwright.players.observation.action_space import ActionSpace
from railwright.players.observation.history import DEFAULT_EVENTS
from railwright.players.observation.space import ObservationSpace
from railwright.rl.asking import seat_opponents
from railwright.rl.batch_arrays import BATCH_GAME, REWARDS, SCRATCH, SETTINGS, BatchArrays
from railwright.rl.buffers import flags, open_buffers
from railwright.rl.snapshots import read_snapshot, write_snapshot
from railwright.rl.stepping import DEAL, NO_FAULT, SHOW, first_illegal, observe_game, step_games

MOST_GAMES = 1 << 20
MOST_THREADS = 256
_WIDE = 8
"""Room for this many integers more than players need between the memories of two threads: a cache line."""


class Batch:
    """Games played side by side by learners, against each other or against players of ours.

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

    ``reward`` is ``win`` (at the end, 1 for the winner, shared by several), ``points`` (at the end, the points),
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
        self.setup = _setup_of(board, tickets, ruleset)
        check_seats(self.setup, seats)
        check_seed(seed)
        self.seats = _whole("seats", seats, 1, MAX_SEED)
        self.games = _whole("games", games, 1, MOST_GAMES)
        """The number of games."""
        self.first = _whole("first", first, 0, MAX_SEED)
        """The index of the first game."""
        self.reward_kind = _choice("reward", reward, REWARDS)
        self.actions = ActionSpace(self.setup)
        """The actions, as they are numbered in this batch."""
        self.observations = ObservationSpace(self.setup, seats, observation, events=events)
        """The fields of the observations."""
        self._opponents = seat_opponents(players, self.setup, seats)
        settings = np.zeros(1, SETTINGS)
        settings[0] = (
            seed, seats, REWARDS.index(reward), _whole("longest", longest, 1, MAX_SEED), bool(autoreset),
            self._opponents.bits,
        )  # fmt: skip
        threads = _whole("threads", threads, 1, MOST_THREADS)
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
        return BatchArrays(
            self.setup.rulebook, self.observations.layout, settings, self.actions.numbers, self.actions.compact,
            np.zeros(k, BATCH_GAME), self.observations.new_events(k), legal, legal_count, self.observation,
            flags(self.mask), self.seat, self.player, self.reward, flags(self.done), flags(self.truncated), self.points,
            np.zeros(threads, SCRATCH), opponents.functions, opponents.starts, opponents.spans,
            np.zeros((k, seats, opponents.lasting), np.int64), np.zeros((threads, opponents.words + _WIDE), np.int64),
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games from game {self.first}: {self.setup!r}, {self.seats} seats>"

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

    def step(self, actions: Any) -> None:
        """Play one action in each game, as numbered by ``actions.words``, and fill the arrays.

        All actions are checked first. If one cannot be played, IllegalActionError or OptionError says which, and
        nothing has changed.
        """
        numbers = self._checked(actions)
        illegal = first_illegal(self._arrays, numbers)
        if illegal != NO_FAULT:
            raise IllegalActionError(self._illegal(illegal, np.asarray(actions)[illegal]))
        self._run(numbers)

    def reset(self, *, seed: int | None = None, games: Any = None) -> None:
        """Deal new games. With a seed, the batch begins anew as if it had just been made with this seed.

        Without one, each game goes on to its next episode. ``games`` chooses some of them by ones or True.
        """
        chosen = np.ones(self.games, bool) if games is None else self._chosen_games(games)
        if seed is not None:
            check_seed(seed)
            if games is not None:
                raise OptionError("reset: a seed is for all games of a batch, so it cannot be given with games")
            self._arrays.settings["seed"] = seed
            self._arrays.games["episode"] = 0
        else:
            self._arrays.games["episode"] += chosen
        if games is None:
            self._is_broken = False
        self._run(np.where(chosen, DEAL, SHOW))

    def game(self, i: int) -> Game:
        """A copy of a game, to look at it or to play on."""
        row = self._arrays.games[self._checked_game(i) :][:1]
        states = row.view(np.uint8)[: STATE.itemsize].view(STATE)  # the state comes first; its padding is copied, too
        return Game.from_states(self.setup, states)

    def observe(self, i: int, seat: int, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What any seat of a game sees now, whether it decides or not."""
        self._checked_game(i)
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
                raise self._fault(thread, fault)
        self._is_broken = False

    def _run_part(self, actions: NDArray[np.int64], thread: int) -> int | Exception:
        try:
            fault: int = step_games(self._arrays, actions, self._cuts[thread], self._cuts[thread + 1], thread)
        except Exception as error:  # a user's player can raise anything
            return error
        return fault

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """The actions as compiled code takes them."""
        array = np.asarray(actions)
        if array.shape != (self.games,):
            raise OptionError(f"actions: must be one for each of {self.games} games, not of shape {array.shape}")
        if array.dtype.kind not in "iu":
            raise OptionError(f"actions: must be whole numbers, not of type {array.dtype}")
        return np.ascontiguousarray(array, np.int64)

    def _chosen_games(self, games: Any) -> NDArray[np.bool_]:
        array = np.asarray(games)
        if array.shape != (self.games,) or array.dtype.kind not in "biu" or not np.isin(array, (0, 1)).all():
            raise OptionError(f"games: must be True or False for each of {self.games} games")
        return array.astype(bool)

    def _checked_game(self, i: int) -> int:
        if not isinstance(i, int | np.integer) or isinstance(i, bool) or not 0 <= i < self.games:
            raise OptionError(f"the batch has games 0 to {self.games - 1}, not {brief(i)}")
        return int(i)

    def _illegal(self, i: int, action: Any) -> str:
        legal = self.legal[i, : self.legal_count[i]]
        some = ", ".join(str(one) for one in legal[:12]) + (", ..." if len(legal) > 12 else "")
        words = f" ({self.actions.words(int(action))})" if 0 <= action < self.actions.size else ""
        where = f"for seat {self.seat[i]} at stage {self.game(i).stage!r} of game {i}"
        return f"action {action}{words} is not legal {where}; legal actions are {some}"

    def _fault(self, thread: int, fault: int | Exception) -> Exception:
        """The error for a player that raised an exception or chose an illegal action inside a step."""
        scratch = self._arrays.scratch[thread]
        i = int(scratch["asked"]) if isinstance(fault, Exception) else fault
        game, row = self.game(i), self._arrays.games[i]
        player = self._opponents.players[(game.seat + int(row["shift"])) % self.seats]
        if player is None:
            return fault if isinstance(fault, Exception) else RuntimeError(f"game {i} cannot be played on")
        moment = Moment(int(row["seed"]), int(row["actions"]))
        if isinstance(fault, Exception):
            return exception_in(player, fault, moment)
        return illegal_choice(player, int(scratch["choice"]), game, moment)


def _setup_of(board: str | Path | Board | Setup, tickets: str | None, ruleset: str | Ruleset | None) -> Setup:
    if not isinstance(board, Setup):
        return load_setup(board, tickets=tickets, ruleset=ruleset)
    if tickets is not None or ruleset is not None:
        raise OptionError("a setup has its tickets and its rules already; give a board to choose others")
    return board


def _whole(name: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not low <= value <= high:
        raise OptionError(f"{name}: must be a whole number from {low} to {high}, not {brief(value)}")
    return int(value)


def _choice(name: str, value: Any, choices: Sequence[str]) -> str:
    if value not in choices:
        raise OptionError(f"{name}: must be one of {', '.join(choices)}, not {brief(value)}")
    return str(value)
