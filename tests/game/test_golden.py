"""Recorded games, one for each board, ticket deck and number of seats: they play again as they were, event by event.

Any change to the rules, the order of random numbers or the words of events shows here. If it is meant, raise
ENGINE_VERSION (unless only words changed) and write them anew:

    cd tests && python -m game.test_golden
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railwright.errors import RecordError
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.game.version import ENGINE_VERSION
from railwright.maps.load import LIBRARY, board_names, load_board, load_ruleset, load_setup

FOLDER = Path(__file__).parent.parent / "golden" / "games"
THESIS = (
    ("usa", "usa-thesis"),
    ("usa", "usa-thesis-linear"),
    ("europe", "europe-thesis"),
    ("germany", "germany-thesis"),
)


def golden_setups() -> Iterator[tuple[str, Setup, int]]:
    """The file, the setup and the number of seats of every recorded game."""
    for board in board_names():
        for deck in load_board(board).decks:
            for seats in (2, 3, 4, 5):
                yield f"{board}.jsonl", load_setup(board, tickets=deck), seats
    for seats, (board, ruleset) in enumerate(THESIS, start=2):
        yield "thesis.jsonl", Setup(load_board(board), load_ruleset(ruleset)), seats


def digest(events: list[dict[str, Any]]) -> str:
    """The SHA-256 of events as JSON, in the order of their keys."""
    text = json.dumps(events, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


GAMES = [data for file in sorted(FOLDER.glob("*.jsonl")) for data in lines(file)]
RAISE_IT = (
    f"this engine plays another game from the same seed and actions: raise ENGINE_VERSION ({ENGINE_VERSION}) in "
    "railwright/game/version.py, then write the recorded games anew"
)


def game_name(data: dict[str, Any]) -> str:
    return f"{data['ruleset']}-{data['tickets']}-{len(data['seats'])}"


@pytest.mark.parametrize("data", GAMES, ids=game_name)
def test_a_recorded_game_plays_again_as_it_was(data: dict[str, Any]) -> None:
    assert data["engine"] == ENGINE_VERSION, "the recorded games are of another engine: write them anew"
    try:
        record = Record.from_dict(data, LIBRARY)  # checks every action and the result
    except RecordError as error:
        pytest.fail(f"{RAISE_IT} ({error})")
    assert record.result is not None
    assert digest(record.to_events(LIBRARY)["events"]) == data["events_sha256"], RAISE_IT
    assert record.to_dict(LIBRARY) == data


def test_there_is_a_recorded_game_for_every_board_deck_and_number_of_seats() -> None:
    recorded = sorted((d["board"], d["ruleset"], d["tickets"], len(d["seats"])) for d in GAMES)
    wanted = sorted((s.board.name, s.ruleset.name, s.deck, seats) for _, s, seats in golden_setups())
    assert recorded == wanted
    assert len(recorded) >= 44
    assert sum(file.stat().st_size for file in FOLDER.glob("*.jsonl")) < 400_000


def write_games() -> None:
    """Play a random game for every setup and write the records anew."""
    written: dict[str, list[str]] = {}
    earlier = {game_name(data): data for data in GAMES}
    for number, (file, setup, seats) in enumerate(golden_setups()):
        game, chooser = Game(setup, seats=seats, seed=number), random.Random(number)
        while not game.is_over:
            options = game.legal()
            building = [option for option in options if option >= 300]  # mostly build, to keep the games short
            game.play(chooser.choice(building if building and chooser.random() < 0.5 else options))
        record = Record.of(game, ["random"] * seats)
        data = record.to_dict(LIBRARY)
        data["events_sha256"] = digest(record.to_events(LIBRARY)["events"])
        before = earlier.get(game_name(data))
        if before is not None and before["engine"] == ENGINE_VERSION and before["actions"] != data["actions"]:
            raise SystemExit(f"{game_name(data)}: {RAISE_IT}")
        written.setdefault(file, []).append(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, texts in written.items():
        (FOLDER / file).write_text("\n".join(texts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_games()
