"""A game in progress, for Python code: legal actions, playing, copying, views, scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from railwright.compiled.bits import members
from railwright.compiled.kernel import kernel
from railwright.drawable import Drawable
from railwright.errors import IllegalActionError, OptionError
from railwright.game.actions import MAX_LEGAL
from railwright.game.chance import Renewal, Seed, check_seed, key_of
from railwright.game.dealing import deal, deal_secretly
from railwright.game.json_reader import brief
from railwright.game.log import BRIEF_LOG, new_log
from railwright.game.payment import price, station_price
from railwright.game.printing import seed_words, setup_name, table_text, to_decide
from railwright.game.results import GameResult
from railwright.game.rules import apply, legal
from railwright.game.scoring import RESULT, points_of, score
from railwright.game.setup import Setup
from railwright.game.state import OVER, STAGES, States, copy_states, empty_state
from railwright.game.tickets import renew_chance
from railwright.game.view import View, check_seat
from railwright.say import Said, say
from railwright.words import count


@kernel
def deal_game(books: Any, states: Any, seats: int, seed: Any, log: Any) -> None:
    """Set up a new game; what happens is written to ``log``."""
    deal(books[0], states[0], seats, seed, log)


@kernel
def deal_secret_game(books: Any, states: Any, seats: int, key: Any, log: Any) -> None:
    """Set up a new game whose randomness comes from a secret key."""
    deal_secretly(books[0], states[0], seats, key, log)


@kernel
def renew_game(books: Any, states: Any, key: Any, log: Any) -> None:
    """Give the game's random generator a new key."""
    renew_chance(books[0], states[0], key, log)


@kernel
def apply_action(books: Any, states: Any, action: int, log: Any) -> None:
    """Apply an action that is known to be legal."""
    apply(books[0], states[0], action, log)


@kernel
def legal_actions(books: Any, states: Any, out: Any) -> int:
    """Write the legal actions of the deciding seat into ``out``; returns how many."""
    state = states[0]
    return legal(books[0], state.table, state.private[state.table.seat], out)


@kernel
def price_now(books: Any, states: Any) -> int:
    """Cards to be paid now."""
    return price(books[0], states[0].table)


@kernel
def score_game(books: Any, states: Any, results: Any) -> None:
    """Fill in the result of the first state."""
    score(books[0], states[0], results[0])


class Game(Drawable):
    """A game in progress, fully determined by the setup, the number of seats, the seed and the actions.

    >>> import railwright
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> game.seat, game.stage, game.seats
    (0, 'keep', 2)
    >>> game.play(game.legal()[-1])
    >>> game.seat, len(game.actions)
    (1, 1)
    >>> len(game.scores())
    2
    >>> game
    <Game usa/base, 2 seats, seed 1, 1 action: seat 1, keep>

    Its representation, its text (``print(game)``) and its picture in a notebook show what everyone at the table sees,
    and the seed unless that is secret. Once the game is over they show the final scores too.

    ``renewals`` are the moments at which the random generator is given a new secret, in order. With ``log``, the log
    keeps the events of the whole game, otherwise only those of the last action.
    """

    def __init__(
        self, setup: Setup, *, seats: int, seed: Seed, renewals: Sequence[Renewal] = (), log: bool = False
    ) -> None:  # fmt: skip
        check_seats(setup, seats)
        check_seed(seed)
        self.setup = setup
        self.seed = seed
        self.renewals = tuple(renewals)
        self.actions: list[int] = []
        """All actions so far."""
        self.states: States = empty_state()
        """The state, as an array of one STATE record."""
        self.log = new_log()
        """What happened since the last call of ``story.take_events``; without ``log``, only the last action."""
        self._keeps_log = log
        if isinstance(seed, str):
            deal_secret_game(setup.rulebook, self.states, int(seats), key_of(seed), self.log)
        else:
            deal_game(setup.rulebook, self.states, int(seats), np.uint64(seed), self.log)
        self._renew()

    @staticmethod
    def from_states(setup: Setup, states: States) -> Game:
        """A game that continues from a state. It has no history: its seed is 0 and its list of actions empty."""
        game = Game.__new__(Game)
        game.setup, game.seed, game.actions, game.log, game._keeps_log = setup, 0, [], new_log(BRIEF_LOG), False
        game.renewals = ()
        game.states = copy_states(states)
        return game

    def __repr__(self) -> str:
        actions = f"{count(self.seats, 'seat')}, {seed_words(self.seed)}, {count(len(self.actions), 'action')}"
        return f"<Game {setup_name(self.setup)}, {actions}: {self._now()}>"

    def __str__(self) -> str:
        text = table_text(self.setup, self.state.table)
        return f"{text}\n{self.result()}" if self.is_over else text

    def _now(self) -> str:
        """Who decides what; the scores of a finished game."""
        decides = to_decide(self.state.table)
        return f"{decides}, {' : '.join(str(score) for score in self.scores())}" if self.is_over else decides

    @property
    def state(self) -> Any:
        """The state as a record with the fields of ``state.State``."""
        return self.states[0]

    def _public(self, field: str) -> int:
        """A field of the public table, read directly: much faster than through the record."""
        return int(self.states["table"][field][0])

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._public("seats")

    @property
    def seat(self) -> int:
        """The seat that decides now."""
        return self._public("seat")

    @property
    def stage(self) -> str:
        """The current stage: what is to be decided, such as ``turn`` or ``pay``."""
        return STAGES[self._public("stage")]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._public("stage") == OVER

    @property
    def owners(self) -> dict[int, int]:
        """The owner of each claimed track: a map from track number to seat."""
        own = self.states["table"]["own"][0]
        return {track: seat for seat in range(self.seats) for track in members(own[seat])}

    def price(self) -> int:
        """Cards to be paid now for a track, a station or the extra cost of a tunnel; otherwise 0."""
        return int(price_now(self.setup.rulebook, self.states))

    def station_price(self, seat: int) -> int:
        """The price of a seat's next station, in cards."""
        return int(station_price(self.setup.rulebook[0], self.state.table, seat))

    def legal(self) -> list[int]:
        """The numbers of all legal actions in ascending order; empty when the game is over."""
        out = np.empty(MAX_LEGAL, np.int16)
        count = legal_actions(self.setup.rulebook, self.states, out)
        legal: list[int] = out[:count].tolist()
        return legal

    def play(self, action: int) -> None:
        """Play an action of the deciding seat. An illegal one raises IllegalActionError and changes nothing."""
        options = self.legal()
        if action not in options:
            raise IllegalActionError(_illegal(self, action, options))
        if not self._keeps_log:
            self.log[0] = 1
        apply_action(self.setup.rulebook, self.states, int(action), self.log)
        self.actions.append(int(action))
        self._renew()

    def _renew(self) -> None:
        """Give the random generator a new secret if that is due after the last action."""
        for renewal in self.renewals:
            if renewal.start == len(self.actions) and not self.is_over:
                renew_game(self.setup.rulebook, self.states, key_of(renewal.secret), self.log)

    def copy(self) -> Game:
        """An independent copy of the game."""
        other = Game.from_states(self.setup, self.states)
        other.seed, other.renewals, other.actions = self.seed, self.renewals, list(self.actions)
        return other

    def view(self, seat: int | None = None) -> View:
        """What a seat sees, by default the deciding one."""
        if seat is not None:
            check_seat(seat, self.seats)
        return View(self.setup, self.states, self.seat if seat is None else seat)

    def scores(self) -> list[int | float]:
        """The points of each seat, bonuses and failed tickets included, as if the game ended now."""
        scale = self.setup.ruleset.scale
        return [points_of(units, scale) for units in self.result_record().scores[: self.seats]]

    def result(self) -> GameResult:
        """The result as if the game ended now: points of routes, tickets and bonuses, and the winners.

        It is a dictionary in the format of docs/records.md, which prints itself as a table.

        >>> import railwright
        >>> railwright.new_game("usa", seats=3, seed=1).result()["routes"]
        [0, 0, 0]
        """
        return GameResult.of(self.setup, self.state, self.result_record())

    def result_record(self) -> Any:
        """The result as a RESULT record, as if the game ended now.

        Its points are in units of the setup's scale and its arrays have MAX_SEATS entries. For points and words use
        ``scores`` and ``result``.
        """
        results = np.zeros(1, RESULT)
        score_game(self.setup.rulebook, self.states, results)
        return results[0]


def check_seats(setup: Setup, seats: int) -> None:
    """Refuse a number of seats that the rules do not allow."""
    low, high = setup.ruleset.seats
    if not isinstance(seats, int | np.integer) or isinstance(seats, bool) or not low <= seats <= high:
        raise OptionError(f"{setup.ruleset.name!r} is played by {low} to {high} players, not {brief(seats)}")


def _illegal(game: Game, action: object, options: Sequence[int]) -> Said:
    if not options:
        return say("action {action} is not legal: the game is over", action=brief(action))
    return say(
        "action {action} is not legal for seat {seat} at stage {stage}; legal actions are {legal}",
        action=brief(action), seat=game.seat, stage=repr(game.stage), legal=some_actions(options),
    )  # fmt: skip


def some_actions(options: Sequence[int]) -> str:
    """A list of legal actions for a message, shortened if there are many."""
    return ", ".join(str(option) for option in options[:12]) + (", ..." if len(options) > 12 else "")
