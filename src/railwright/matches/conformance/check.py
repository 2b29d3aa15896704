"""The conformance kit: everything that is expected of a player, checked in games on several boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from railwright.errors import OptionError, PlayerError
from railwright.game.chance import MAX_SEED, check_seed
from railwright.game.json_reader import brief
from railwright.matches.conformance.another_process import digest_elsewhere, digest_of
from railwright.matches.conformance.cases import BOARDS, OPPONENTS, SEATS, ExaminedGame, make_cases, places_for
from railwright.matches.conformance.honesty import examine_honesty
from railwright.matches.conformance.repetition import examine_resumption, first_difference, play_together
from railwright.matches.faults import name_of
from railwright.matches.results import Block
from railwright.players.kit.interface import AnyPlayer, CompiledPlayer
from railwright.players.registry import any_player
from railwright.tables import html_table
from railwright.words import count

GAMES = len(BOARDS) * len(SEATS)
"""Every board with every number of seats."""

MAX_GAMES = 10_000

STEPS = 4
"""Progress steps for each game: played, played again, resumed, and with hidden cards exchanged."""

ROUND = 2
"""Games of each case that are played together and then apart."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is expected of a player."""

    name: str
    holds: bool | None
    """Whether the player does it; None if that could not be examined, because it does not play legal games."""
    finding: str
    """What was found, in one line."""

    def __str__(self) -> str:
        return f"{_ANSWERS[self.holds]:4}{self.name:15}{self.finding}"


_ANSWERS = {True: "yes", False: "NO", None: "-"}


@dataclass(frozen=True, slots=True)
class Conformance:
    """The result of ``check_player``: which of the checks the player passes."""

    player: str
    games: int
    seed: int
    checks: tuple[Check, ...]
    milliseconds: float | None
    """Mean time of a decision on this machine; None if no game was completed."""
    places: str = ""
    """The boards and numbers of seats, in words."""

    @property
    def holds(self) -> bool:
        """Whether the player does everything that is expected."""
        return all(check.holds for check in self.checks)

    def __repr__(self) -> str:
        failed = [check.name for check in self.checks if not check.holds]
        return f"<Conformance of {self.player}: {'all hold' if self.holds else 'not ' + ', not '.join(failed)}>"

    def __str__(self) -> str:
        return "\n".join(str(check) for check in self.checks)

    def _repr_html_(self) -> str:
        rows = [[check.name, _ANSWERS[check.holds], check.finding] for check in self.checks]
        return html_table(["check", "holds", "finding"], rows)

    def to_dict(self) -> dict[str, Any]:
        """The result as an object for JSON."""
        checks = [{"name": check.name, "holds": check.holds, "finding": check.finding} for check in self.checks]
        facts = {"player": self.player, "games": self.games, "seed": self.seed, "holds": self.holds}
        return {**facts, "checks": checks, "milliseconds": self.milliseconds}


def check_player(
    player: str | AnyPlayer,
    *,
    seed: int = 1,
    games: int = GAMES,
    opponents: Sequence[str | AnyPlayer] = OPPONENTS,
    boards: Sequence[str] | None = None,
    progress: Callable[[int], None] = lambda steps: None,
) -> Conformance:
    """Check a player in games on several boards, with 2 to 5 seats and quick opponents.

    A trained policy is checked on its own board and with its own number of seats.

    - *legal*: it plays complete games and chooses only legal actions
    - *deterministic*: the same seed gives the same games, in any order; an ordinary player that is given by its name
      also plays in another process, where sets of strings have another order
    - *resumable*: it decides the same when it is saved and restored between decisions, as the server does
    - *honest*: it decides the same when cards and tickets that its seat cannot see are exchanged
    - *options*: it leaves the values of its options alone
    - *time*: how long a decision takes, for information

    >>> import railwright
    >>> railwright.check_player("random", games=1)
    <Conformance of random: all hold>
    """
    examined = any_player(player)
    check_seed(seed)
    if not (isinstance(games, int) and not isinstance(games, bool) and 1 <= games <= MAX_GAMES):
        raise OptionError(f"games: must be a whole number from 1 to {MAX_GAMES:,}, not {brief(games)}")
    if seed + games > MAX_SEED:
        raise OptionError(f"seed: must be below {MAX_SEED - games} for {games:,} games, not {seed}")
    setups, seats = places_for(examined, boards)
    others = [any_player(one) for one in opponents]
    cases = make_cases(examined, others, setups, games=games, seed=seed, numbers_of_seats=seats)
    legal, blocks = _check_legal(cases, progress)
    checks, milliseconds = [legal], None
    if legal.holds:
        milliseconds = _milliseconds(blocks)
        names = [player, *opponents] if isinstance(player, str) and not isinstance(examined, CompiledPlayer) else []
        elsewhere = _differs_elsewhere(cases[0], blocks[0], names)
        checks += [_check_deterministic(cases, blocks, elsewhere, progress), *_check_resumable(cases, progress)]
        checks += [
            _check_honest(cases, progress),
            Check("time", True, f"{_duration(milliseconds)} a decision on average"),
        ]
    else:
        unknown = "not examined, since its games are not legal"
        checks += [Check(name, None, unknown) for name in ("deterministic", "resumable", "options", "honest", "time")]
    words = f"{seats[0]} to {seats[-1]} seats in turn" if len(seats) > 1 else count(seats[0], "seat")
    places = f"{', '.join(setup.board.name for setup in setups)} with {words}"
    return Conformance(name_of(examined), games, seed, tuple(checks), milliseconds, places)


def _check_legal(cases: Sequence[ExaminedGame], progress: Callable[[int], None]) -> tuple[Check, list[Block]]:
    blocks = []
    for case in cases:
        try:
            blocks.append(play_together(case.setup, [case.player, *case.others], seed=case.seed, games=ROUND))
        except PlayerError as error:
            return Check("legal", False, str(error)), blocks
        progress(1)
    return Check("legal", True, f"{count(len(blocks) * ROUND, 'complete game')}, every choice legal"), blocks


def _differs_elsewhere(case: ExaminedGame, block: Block, names: Sequence[str | AnyPlayer]) -> str:
    """How the first games differ in another process; empty if they do not, or if a player has no name to load it by.

    Compiled players have neither strings nor sets, so they are not examined.
    """
    seated = [name for name in names[: case.seats] if isinstance(name, str)]
    if len(seated) < case.seats:
        return ""
    try:
        digest = digest_elsewhere(case.setup.board.name, seated, seed=case.seed, games=ROUND)
    except PlayerError as error:
        return str(error)
    return "" if digest == digest_of(block) else "in another process, where sets of strings have another order"


def _check_deterministic(
    cases: Sequence[ExaminedGame], blocks: Sequence[Block], elsewhere: str, progress: Callable[[int], None]
) -> Check:
    for case, whole in zip(cases, blocks, strict=True):
        players = [case.player, *case.others]
        try:
            difference = first_difference(case.setup, players, seed=case.seed, whole=whole)
        except PlayerError as error:
            difference = str(error)
        if difference:
            return Check("deterministic", False, f"played again with the same seed: {difference}")
        progress(1)
    if elsewhere:
        return Check("deterministic", False, f"played again with the same seed: different games {elsewhere}")
    return Check("deterministic", True, "the same seed gave the same games, played together and one by one")


def _check_resumable(cases: Sequence[ExaminedGame], progress: Callable[[int], None]) -> Iterator[Check]:
    """Whether it can be resumed and, found out along the way, whether it keeps its options."""
    fault = lost = ""
    decisions = 0
    for case in cases:
        try:
            found = examine_resumption(case)
        except PlayerError as error:
            fault = fault or str(error)
        else:
            decisions += found.decisions
            fault, lost = fault or found.fault, lost or found.lost_options
        progress(1)
    saved = f"{count(decisions, 'decision')}, the same after saving and restoring it"
    yield Check("resumable", not fault, f"after saving and restoring it: {fault}" if fault else saved)
    player = cases[0].player
    number = len(player.options) if isinstance(player, CompiledPlayer) else 0
    kept = f"{count(number, 'option')}, unchanged after every decision" if number else "it has none"
    yield Check("options", not lost, f"it changed its options in memory: {lost}" if lost else kept)


def _check_honest(cases: Sequence[ExaminedGame], progress: Callable[[int], None]) -> Check:
    player = cases[0].player
    peeks = isinstance(player, CompiledPlayer) and player.peeks
    changed: list[str] = []
    erratic: list[str] = []
    decisions = 0
    for case in cases:
        try:
            found = examine_honesty(case, nonsense=not peeks)
        except PlayerError as error:
            return Check("honest", False, str(error))
        decisions += found.decisions
        changed += found.changed
        erratic += found.erratic
        progress(1)
    if erratic:  # then a change may be chance as well
        return Check("honest", False, f"cannot tell: it decides differently in the same situation ({erratic[0]})")
    if changed:
        words = f"{len(changed)} of {count(decisions, 'decision')} changed with hidden cards, the first: {changed[0]}"
        return Check("honest", False, f"{words} (its name says that it peeks)" if peeks else words)
    return Check("honest", True, f"{count(decisions, 'decision')}, the same whatever hidden cards were exchanged")


def _milliseconds(blocks: Sequence[Block]) -> float:
    """The mean time of the player's decisions; it is player 0 of each block."""
    time = sum(int(block.by_player(_by_seat(block, "nanoseconds"))[:, 0].sum()) for block in blocks)
    decisions = sum(int(block.by_player(_by_seat(block, "decisions"))[:, 0].sum()) for block in blocks)
    return time / max(1, decisions) / 1e6


def _duration(milliseconds: float) -> str:
    return f"{milliseconds:.3g} ms" if milliseconds >= 0.1 else f"{milliseconds * 1000:.3g} µs"


def _by_seat(block: Block, name: str) -> np.ndarray[Any, Any]:
    return np.asarray(block.game_stats[name][:, : block.seats])
