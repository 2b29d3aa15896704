"""Whatever is in a file, nothing but a named error comes out."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.positions import ruleset_data
from game.test_record import FINISHED, JSON, UNFINISHED, WHOLE, replaced
from maps.board_files import GOOD
from railwright.errors import FileError, RailwrightError
from railwright.game.board import Board
from railwright.game.game import Game
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.maps.board_check import check_board_file
from railwright.maps.load import load_board, load_ruleset, load_setup
from railwright.maps.records import count_records, read_record, read_records


def survives(action: Callable[[], object]) -> None:
    """It works, or it raises an error whose message is one line."""
    said = "fine"
    try:
        action()
    except RailwrightError as error:
        said = str(error)
    assert said
    assert "\n" not in said


TEXTS = [
    json.dumps(data, ensure_ascii=False)
    for data in (FINISHED, UNFINISHED, WHOLE, GOOD, ruleset_data(), load_ruleset("europe").to_dict())
]


SPANS = (
    *("", '"', "{", "}", "[", "]", ",", ":", '"a":', "\n", "\x00", "é", "\ud800"),
    *("0", "-1", "1.5", "1e400", "NaN", "Infinity", "null", "true", "9" * 30),
)


def mutilated(text: str, chooser: random.Random) -> str:
    """A text with random spans deleted, inserted, repeated or replaced."""
    for _ in range(chooser.randint(1, 4)):
        start = chooser.randrange(len(text) + 1)
        end = min(len(text), start + chooser.choice([0, 1, 2, 5, 40]))
        text = text[:start] + chooser.choice([*SPANS, text[start:end] * 2]) + text[end:]
    return text


@settings(max_examples=500)
@given(text=st.sampled_from(TEXTS), seed=st.integers(0, 10**9))
def test_mutilated_files_give_only_named_errors(tmp_path_factory: pytest.TempPathFactory, text: str, seed: int) -> None:
    file = tmp_path_factory.getbasetemp() / "mutilated.json"
    file.write_bytes(mutilated(text, random.Random(seed)).encode("utf-8", "surrogatepass"))
    survives(lambda: list(read_records(file)))
    survives(lambda: check_board_file(file))
    survives(lambda: load_setup(str(file)))
    survives(lambda: load_ruleset(str(file)))


@settings(max_examples=150)
@given(content=st.binary(max_size=60))
def test_random_bytes_give_only_named_errors(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes.json"
    file.write_bytes(content)
    for action in (lambda: list(read_records(file)), lambda: check_board_file(file), lambda: load_ruleset(str(file))):
        survives(action)


@settings(max_examples=400)
@given(by=JSON, seed=st.integers(0, 10**9), name=st.sampled_from(["small", "usa", "germany"]))
def test_boards_with_random_values_in_them_are_read_or_refused(by: Any, seed: int, name: str) -> None:
    data = GOOD if name == "small" else load_board(name).to_dict()
    mangled = replaced(random.Random(seed), data, by, 0.05 if name == "small" else 0.001)
    survives(lambda: Game(load_setup(Board.from_dict(mangled)), seats=2, seed=1))


@settings(max_examples=400)
@given(by=JSON | st.sampled_from(["box", "deck", 2, 5, {"any": 2}]), seed=st.integers(0, 10**9))
def test_rulesets_with_random_values_in_them_are_read_or_refused(by: Any, seed: int) -> None:
    data = ruleset_data(ferries=True, tunnel_cards=3, stations=3, passenger_points=[20, 10])
    mangled = replaced(random.Random(seed), data, by, 0.06)
    if isinstance(mangled, dict) and mangled.get("sweep_at") in (1, 2):
        return  # see game/test_row.py, G3
    survives(lambda: Game(Setup(Board.from_dict(GOOD), Ruleset.from_dict(mangled)), seats=2, seed=1))


@pytest.mark.parametrize(
    "content",
    [b"", b"  \n ", b"{", b"nul", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000, b"\xef\xbb\xbf{}", b"9" * 5000,
     b'{"seed": ' + b"9" * 5000 + b"}", b"[]", b"5", b'"text"', b"{}\n{}\n", b"{}\n5"],
    ids=lambda content: repr(content[:12]),
)  # fmt: skip
def test_files_that_hold_something_else_give_only_named_errors(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(content)
    for action in (
        lambda: list(read_records(file)),
        lambda: read_record(file),
        lambda: check_board_file(file),
        lambda: load_board(str(file)),
        lambda: load_ruleset(str(file)),
    ):
        survives(action)


def test_files_that_cannot_be_read_give_a_file_error(tmp_path: Path) -> None:
    for name in (tmp_path / "none.json", tmp_path, Path("bad\0name.json")):
        for action in (lambda n=name: check_board_file(n), lambda n=name: list(read_records(n))):
            with pytest.raises(FileError):
                action()


def test_records_are_counted_and_the_line_of_a_bad_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    bad = copy.deepcopy(FINISHED)
    bad["actions"][5] = 999
    file.write_text("\n".join(json.dumps(data) for data in (FINISHED, UNFINISHED, bad)) + "\n", encoding="utf-8")
    assert count_records(file) == 3
    assert read_record(file, 2)[0].actions == tuple(UNFINISHED["actions"])
    with pytest.raises(RailwrightError, match=r"line 3: actions\[5\]"):
        list(read_records(file))
    file.write_text(json.dumps(FINISHED, indent=2), encoding="utf-8")
    assert count_records(file) == 1
    assert read_record(file)[0].result == FINISHED["result"]
