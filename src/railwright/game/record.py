"""Game records: everything needed to replay a game exactly, as one JSON object.

Built-in boards and rulesets are stored by name. This module does not know which ones are built in: the caller passes a
``Library`` that finds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from railwright.drawable import Drawable
from railwright.errors import IllegalActionError, OptionError, RailwrightError, RecordError
from railwright.game.board import Board
from railwright.game.chance import MAX_SEED, Renewal, Seed, is_secret
from railwright.game.game import Game
from railwright.game.json_reader import brief
from railwright.game.printing import seed_words, setup_name
from railwright.game.ruleset import MAX_SEATS, Ruleset
from railwright.game.setup import Setup
from railwright.game.story import Event, opening_passengers, tell_game
from railwright.game.version import ENGINE_VERSION
from railwright.words import count

RECORD_FORMAT = "railwright-game/1"
MAX_ACTIONS = 100_000
"""Limit on the actions of a record. No game is nearly as long."""


_LONGEST_NAME = 60
"""Longer names are cut where a record prints itself."""


class Library(Protocol):
    """A source of boards and rulesets by name."""

    def setup(self, board: Any, ruleset: Any, deck: str | None) -> Setup:
        """The setup for a board and a ruleset, each a name or a complete object."""

    def is_built_in(self, thing: Board | Ruleset) -> bool:
        """Whether exactly this board or ruleset can be found by its name."""


def setup_dict(setup: Setup, library: Library) -> dict[str, Any]:
    """A setup for JSON: what is built in by name, anything else as a complete object."""
    board, ruleset = setup.board, setup.ruleset
    return {
        "board": board.name if library.is_built_in(board) else board.to_dict(),
        "ruleset": ruleset.name if library.is_built_in(ruleset) else ruleset.to_dict(),
        "tickets": setup.deck,
    }


@dataclass(frozen=True, slots=True)
class Record(Drawable):
    """A finished or unfinished game.

    >>> import railwright
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> game.play(game.legal()[0])
    >>> record = railwright.Record.of(game, ["Ada", "rule"])
    >>> record
    <Record usa/base: Ada, rule, seed 1, 1 action, not over>
    >>> record.replay().legal() == game.legal()
    True

    ``read_records`` and ``write_records`` read and write files of records.
    """

    setup: Setup
    seats: tuple[Mapping[str, Any], ...]
    """For each seat an object with the key ``player`` and optionally ``name`` and ``options``."""
    seed: Seed
    actions: tuple[int, ...] = ()
    result: Mapping[str, Any] | None = None
    """The result as in ``Game.result``; None while the game is not over."""
    renewals: tuple[Renewal, ...] = ()
    """The moments at which the random generator was given a new secret, in order."""
    unknown: Mapping[str, Any] = field(default_factory=dict)
    """Unknown keys of the object that was read; they are preserved."""

    def __repr__(self) -> str:
        played = f"{', '.join(self.names)}, {seed_words(self.seed)}, {count(len(self.actions), 'action')}"
        return f"<Record {setup_name(self.setup)}: {played}, {self._outcome()}>"

    def __str__(self) -> str:
        lines = [f"{setup_name(self.setup)}, {seed_words(self.seed)}, {count(len(self.actions), 'action')}"]
        scores = self.result["scores"] if self.result else [""] * len(self.seats)
        named = enumerate(zip(self.names, scores, strict=True))
        lines += [f"seat {seat}: {name} {score}".rstrip() for seat, (name, score) in named]
        return "\n".join(lines)

    def _outcome(self) -> str:
        return " : ".join(str(score) for score in self.result["scores"]) if self.result else "not over"

    @property
    def names(self) -> list[str]:
        """The name of each seat: of the person or program in it, or else the player."""
        return [_printable(str(seat.get("name") or seat["player"])) for seat in self.seats]

    @staticmethod
    def of(game: Game, players: Sequence[str | Mapping[str, Any]]) -> Record:
        """The record of a game, which must have been played from its beginning."""
        if len(players) != game.seats:
            raise OptionError(f"the game has {count(game.seats, 'seat')}; {count(len(players), 'player')} named")
        seats = tuple({"player": player} if isinstance(player, str) else dict(player) for player in players)
        result = game.result() if game.is_over else None
        return Record(game.setup, seats, game.seed, tuple(game.actions), result, game.renewals)

    def until(self, number: int | None) -> tuple[int, ...]:
        """The first ``number`` actions, all if it is None; OptionError if the game has fewer."""
        is_moment = number is None or (isinstance(number, int) and 0 <= number <= len(self.actions))
        if not is_moment:
            raise OptionError(f"the game has {count(len(self.actions), 'action')}; there is no action {brief(number)}")
        return self.actions[:number]

    def replay(self, until: int | None = None) -> Game:
        """The game after its first ``until`` actions, by default all; RecordError names the first illegal action."""
        game = Game(self.setup, seats=len(self.seats), seed=self.seed, renewals=self.renewals)
        for _ in self._steps(game, until):
            pass
        return game

    def tell(self, until: int | None = None) -> Iterator[tuple[Game, list[Event]]]:
        """Replay the game step by step with its events: first the setup, then one item for each action."""
        told = tell_game(
            self.setup, seats=len(self.seats), seed=self.seed, actions=self.until(until), renewals=self.renewals
        )
        index = -1
        while True:
            try:
                step = next(told)
            except StopIteration:
                return
            except IllegalActionError as error:
                raise RecordError(f"actions[{index}]: {error}") from error
            index += 1
            yield step

    def _steps(self, game: Game, until: int | None) -> Iterator[int]:
        for index, action in enumerate(self.until(until)):
            try:
                game.play(action)
            except IllegalActionError as error:
                raise RecordError(f"actions[{index}]: {error}") from error
            yield index

    def renewed(self, secret: str) -> Record:
        """The record of a game that continues from here with a new secret.

        Somebody who knows this record cannot predict the cards to come.
        """
        earlier = tuple(renewal for renewal in self.renewals if renewal.start < len(self.actions))
        return replace(self, renewals=(*earlier, Renewal(len(self.actions), secret)))

    def to_dict(self, library: Library) -> dict[str, Any]:
        """The record as a JSON object, in the compact form without events."""
        return {
            "format": RECORD_FORMAT,
            "engine": ENGINE_VERSION,
            **setup_dict(self.setup, library),
            "seats": [dict(seat) for seat in self.seats],
            "seed": self.seed,
            **({"renewals": [_renewal_words(renewal) for renewal in self.renewals]} if self.renewals else {}),
            "actions": list(self.actions),
            "result": None if self.result is None else dict(self.result),
            **self.unknown,
        }

    def to_events(self, library: Library, until: int | None = None) -> dict[str, Any]:
        """The record as a JSON object, in the form with events."""
        data = self.to_dict(library)
        events: list[Event] = []
        for game, new in self.tell(until):
            if not game.actions and self.setup.pays_passengers:
                data["passengers"] = opening_passengers(game)
            events += new
        data["actions"] = data["actions"][:until]
        data["result"] = game.result() if game.is_over else None
        data["events"] = events
        return data

    @staticmethod
    def from_dict(data: Any, library: Library) -> Record:
        """Read a record from its JSON object and check that every action was legal. Events are ignored."""
        fields = _checked_fields(data)
        deck = fields["tickets"]
        if not isinstance(deck, str):
            raise RecordError(f"tickets: must be the name of a ticket deck, not {brief(deck)}")
        seats = _checked_seats(fields["seats"])
        seed, actions = fields["seed"], fields["actions"]
        if not is_secret(seed) and (not _is_whole(seed) or not 0 <= seed < MAX_SEED):
            raise RecordError(f"seed: must be a whole number from 0 to 2**53 - 1 or a secret, not {brief(seed)}")
        if not isinstance(actions, list) or len(actions) > MAX_ACTIONS:
            raise RecordError(f"actions: must be a list of at most {MAX_ACTIONS} action numbers, not {brief(actions)}")
        for i, action in enumerate(actions):
            if not _is_whole(action):
                raise RecordError(f"actions[{i}]: must be an action number, not {brief(action)}")
        try:
            setup = library.setup(fields["board"], fields["ruleset"], deck)
        except RailwrightError as error:
            raise RecordError(str(error)) from error
        renewals = _checked_renewals(fields.get("renewals", []))
        unknown = {key: value for key, value in fields.items() if key not in _KNOWN}
        record = Record(setup, seats, seed, tuple(actions), fields.get("result"), renewals, unknown)
        _check_result(record)
        return record


_KNOWN = {
    *("format", "engine", "board", "ruleset", "tickets", "seats", "seed", "renewals", "actions", "result"),
    *("events", "passengers"),  # derived from the actions, never read
}


def _checked_fields(data: Any) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise RecordError(f"a game record is a JSON object, not {brief(data)}")
    if "format" not in data:
        raise RecordError(f"this is not a game record: the key 'format' ({RECORD_FORMAT!r}) is missing")
    if data["format"] != RECORD_FORMAT:
        raise RecordError(f"format: this program reads {RECORD_FORMAT!r}, not {brief(data['format'])}")
    engine = data.get("engine", ENGINE_VERSION)
    if not _is_whole(engine) or engine < 1:
        raise RecordError(f"engine: must be an engine version (a whole number from 1), not {brief(engine)}")
    if engine > ENGINE_VERSION:
        raise RecordError(
            f"engine: this game was played by engine version {brief(engine)}, which needs a newer railwright; "
            f"this one has engine version {ENGINE_VERSION}"
        )
    for key in ("board", "ruleset", "tickets", "seats", "seed", "actions"):
        if key not in data:
            raise RecordError(f"the key {key!r} is missing")
    return dict(data)


def _checked_seats(value: Any) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(value, list) or not 2 <= len(value) <= MAX_SEATS:
        raise RecordError(f"seats: must be a list of 2 to {MAX_SEATS} seats, not {brief(value)}")
    for i, seat in enumerate(value):
        if not isinstance(seat, Mapping) or not isinstance(seat.get("player"), str):
            raise RecordError(f"seats[{i}]: must be an object with the key 'player', not {brief(seat)}")
    return tuple(dict(seat) for seat in value)


def _checked_renewals(value: Any) -> tuple[Renewal, ...]:
    """Read the renewals; their action counts must be strictly increasing."""
    if not isinstance(value, list):
        raise RecordError(f"renewals: must be a list of objects, not {brief(value)}")
    renewals: list[Renewal] = []
    for i, item in enumerate(value):
        if not isinstance(item, Mapping) or set(item) != {"from", "secret"}:
            raise RecordError(f"renewals[{i}]: must be an object with the keys 'from' and 'secret', not {brief(item)}")
        start, secret = item["from"], item["secret"]
        if not _is_whole(start) or not (renewals[-1].start + 1 if renewals else 0) <= start <= MAX_ACTIONS:
            words = f"must be a number of actions, larger than the previous one and at most {MAX_ACTIONS}"
            raise RecordError(f"renewals[{i}].from: {words}, not {brief(start)}")
        if not is_secret(secret):
            raise RecordError(f"renewals[{i}].secret: must be 64 hexadecimal digits, not {brief(secret)}")
        renewals.append(Renewal(start, secret))
    return tuple(renewals)


def _renewal_words(renewal: Renewal) -> dict[str, Any]:
    return {"from": renewal.start, "secret": renewal.secret}


def _check_result(record: Record) -> None:
    """Replay the record and compare the result with the one it states."""
    try:
        game = record.replay()
    except OptionError as error:
        raise RecordError(f"seats: {error}") from error
    if record.result is not None and not game.is_over:
        raise RecordError(f"result: must be null: the game is not over after {count(len(record.actions), 'action')}")
    if record.result is not None and record.result != game.result():
        raise RecordError("result: differs from the result of replaying the actions")


def _printable(name: str) -> str:
    """A name from a file, safe to show in a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name[:_LONGEST_NAME])


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
