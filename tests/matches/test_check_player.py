"""The conformance kit: players that cheat, break the rules or are left to chance are found out, and others pass."""

from __future__ import annotations

import random
import sys
import threading
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import railwright
from railwright.errors import OptionError
from railwright.game.rulebook import Rulebook
from railwright.game.state import PrivateState, Table
from railwright.matches.conformance.cases import BOARDS, SEATS, make_cases
from railwright.matches.conformance.check import GAMES, STEPS, Conformance, check_player
from railwright.players.kit.interface import CompiledPlayer, Player, compiled
from railwright.players.kit.options import Option


class Honest(Player):
    """Decides by what it sees and by its own random numbers, and remembers something."""

    def __init__(self, *, seat: int, rng: np.random.Generator) -> None:
        super().__init__(seat=seat, rng=rng)
        self.seen = 0

    def choose(self, view: Any, legal: Any) -> int:
        """Choose by the hand, the memory and chance."""
        self.seen += sum(view.hand.values())
        return int(legal[(self.seen + int(self.rng.integers(3))) % len(legal)])


class Cheat(Player):
    """Finds the game in the frames of its callers and looks at the deck."""

    def choose(self, view: Any, legal: Any) -> int:
        """Choose by the deck."""
        frame: Any = sys._getframe(1)
        while "game" not in frame.f_locals:
            frame = frame.f_back
        state = frame.f_locals["game"].state
        return int(legal[int(state.ticket_order.sum()) % len(legal)])


class Keeper(Player):
    """Looks at a hidden card once and uses it much later."""

    def __init__(self, *, seat: int, rng: np.random.Generator) -> None:
        super().__init__(seat=seat, rng=rng)
        self.kept: int | None = None
        self.asked = 0

    def choose(self, view: Any, legal: Any) -> int:
        """Choose by what was in the deck at the beginning."""
        frame: Any = sys._getframe(1)
        while "game" not in frame.f_locals:
            frame = frame.f_back
        if self.kept is None:
            self.kept = int(frame.f_locals["game"].state.ticket_order.sum())
        self.asked += 1
        return int(legal[self.kept % len(legal) if self.asked > 10 else 0])


class Chancy(Player):
    """Takes random numbers that do not depend on the seed."""

    def choose(self, view: Any, legal: Any) -> int:
        """Choose with the random numbers of Python."""
        return int(random.choice(legal))


class Haunted(Player):
    """Remembers earlier games."""

    decisions: ClassVar[list[int]] = []

    def choose(self, view: Any, legal: Any) -> int:
        """Choose by the number of decisions in all games."""
        self.decisions.append(1)
        return int(legal[len(self.decisions) % len(legal)])


class Illegal(Player):
    """Sometimes chooses what it may not."""

    def choose(self, view: Any, legal: Any) -> int:
        """Choose a number that is not legal during turns."""
        return -1 if view.stage == "turn" else int(legal[0])


class Broken(Player):
    """Raises an exception."""

    def choose(self, view: Any, legal: Any) -> int:
        """Divide by zero."""
        return int(legal[0] // 0)


class Unsaved(Player):
    """Holds something that cannot be saved."""

    def __init__(self, *, seat: int, rng: np.random.Generator) -> None:
        super().__init__(seat=seat, rng=rng)
        self.lock = threading.Lock()

    def choose(self, view: Any, legal: Any) -> int:
        """Choose the first action."""
        return int(legal[0])


@compiled(memory=2, lasting=1)
def lossy(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Relies on memory that it does not say it needs."""
    memory[1] += 1
    return int(legal[memory[1] % count])


@compiled(memory=1, options=(Option(name="pace", default=3, high=9, summary="How it moves on."),))
def careless(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Writes over its options."""
    memory[0] = 5
    return int(legal[count - 1])


def holds(found: Conformance) -> dict[str, bool | None]:
    return {check.name: check.holds for check in found.checks}


def failing(player: Any, games: int = 2) -> tuple[set[str], Conformance]:
    found = check_player(player, games=games)
    return {name for name, held in holds(found).items() if not held}, found


@pytest.mark.parametrize("player", [Honest, "random", "rule", "path"])
def test_a_player_that_does_all_that_is_expected_passes(player: Any) -> None:
    found = check_player(player, games=3)
    assert found.holds
    assert list(holds(found)) == ["legal", "deterministic", "resumable", "options", "honest", "time"]
    assert found.milliseconds is not None
    assert found.milliseconds > 0
    assert len(str(found).splitlines()) == len(found.checks)


@pytest.mark.parametrize("player", [Cheat, Keeper])
def test_a_player_that_looks_at_hidden_cards_is_not_honest(player: Any) -> None:
    names, found = failing(player)
    assert "honest" in names
    assert "legal" not in names
    (honest,) = (check for check in found.checks if check.name == "honest")
    assert "changed with hidden cards" in honest.finding


def test_a_player_that_declares_that_it_peeks_is_not_honest_either() -> None:
    names, found = failing("mcts-peeking:budget=100", games=1)
    assert names == {"honest"}
    assert "its name says that it peeks" in str(found)


def test_a_player_left_to_chance_is_not_deterministic_and_its_honesty_cannot_be_told() -> None:
    names, found = failing(Chancy)
    assert {"deterministic", "resumable", "honest"} <= names
    assert "it decides differently in the same situation" in str(found)


def test_a_player_that_remembers_earlier_games_is_not_deterministic() -> None:
    assert "deterministic" in failing(Haunted)[0]


@pytest.mark.parametrize(("choice", "expected"), [("hash(view.stage)", False), ("len(view.stage)", True)])
def test_a_player_that_depends_on_the_order_of_sets_is_found_in_another_process(
    choice: str, expected: bool, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from railwright import Player\n\n\nclass Mine(Player):\n    def choose(self, view, legal):\n"
        f"        return legal[{choice} % len(legal)]\n",
        encoding="utf-8",
    )
    found = check_player(f"{file}:Mine", games=1)
    assert holds(found)["deterministic"] is expected
    assert found.holds is expected
    assert ("in another process, where sets of strings have another order" in str(found)) is not expected


@pytest.mark.parametrize(
    ("player", "words"),
    [(Illegal, "chose '-1' in seat 0 at stage 'turn', which is not legal"), (Broken, "raised ZeroDivisionError")],
)
def test_a_player_without_legal_games_is_examined_no_further(player: Any, words: str) -> None:
    found = check_player(player, games=2)
    assert holds(found) == {
        "legal": False, "deterministic": None, "resumable": None, "options": None, "honest": None, "time": None,
    }  # fmt: skip
    assert words in found.checks[0].finding
    assert not found.holds
    assert found.milliseconds is None


def test_a_player_that_relies_on_memory_it_does_not_declare_cannot_be_resumed() -> None:
    assert failing(lossy)[0] == {"resumable"}


def test_a_player_that_cannot_be_saved_cannot_be_resumed() -> None:
    names, found = failing(Unsaved)
    assert names == {"resumable", "honest"}
    assert "cannot pickle '_thread.lock' object" in str(found)


def test_a_player_that_writes_over_its_options_is_found() -> None:
    names, found = failing(careless)
    assert names == {"options"}
    assert "it changed its options in memory" in str(found)


def test_twelve_games_are_every_board_with_every_number_of_seats() -> None:
    player = railwright.load_player("random")
    assert isinstance(player, CompiledPlayer)
    setups = [railwright.load_setup(board) for board in BOARDS]
    cases = make_cases(player, [player], setups, games=GAMES, seed=1)
    assert {(case.setup.board.name, case.seats) for case in cases} == {(board, n) for board in BOARDS for n in SEATS}
    assert len({case.seed for case in cases}) == GAMES
    for seats in SEATS:
        assert len({case.own for case in cases if case.seats == seats}) > 1


def test_the_same_seed_finds_the_same_and_reports_its_progress() -> None:
    steps: list[int] = []
    found = [check_player("rule", games=2, seed=7, progress=steps.append).checks[:-1] for _ in range(2)]
    assert found[0] == found[1]
    assert sum(steps) == 2 * 2 * STEPS


@pytest.mark.parametrize("wrong", [{"games": 0}, {"games": 1.5}, {"games": True}, {"seed": -1}, {"seed": 2**53 - 1}])
def test_wrong_numbers_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"^(games: must be|seed: must be|a seed is)"):
        check_player("random", **wrong)
