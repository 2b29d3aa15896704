"""What happens, in sentences: tagged for terminal and page, and as texts for other languages."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from players.lineup import BOARDS, setup_of
from railwright.game.actions import CLAIM
from railwright.game.story import Event
from railwright.table.game_history import GameHistory
from railwright.table.narration import Narrator, word_lists
from railwright.table.seats import Seats
from railwright.table.snapshot import visible_steps
from saying import check_said
from veil import SECRET, veiled

NAMES = ("Ada", "Ben", "Cleo")
TUNNEL = {"event": "tunnel", "seat": 1, "track": ["Marseille", "Zürich", 1], "revealed": ["red", "locomotive"]}


def played(board: str, *, seats: int = 3, seed: int = 5) -> GameHistory:
    """A whole game in which tracks are claimed often."""
    rng, history = random.Random(board), GameHistory(setup_of(board), seats=seats, seed=seed)
    while not history.game.is_over:
        legal = history.game.legal()
        claims = [action for action in legal if action >= CLAIM]
        history.play(rng.choice(claims if claims and rng.random() < 0.3 else legal))
    return history


def told(event: Event, viewer: int | None = 0, board: str = "europe", names: tuple[str, ...] = NAMES) -> Any:
    """The parts of the only sentence about an event."""
    [sentence] = Narrator(setup_of(board), names, viewer).tell([event])
    return word_lists(sentence)


@pytest.mark.parametrize("board", BOARDS)
def test_every_sentence_can_be_said_in_other_languages(board: str) -> None:
    history = played(board)
    kinds = {event["event"] for event in history.events_since(-1)}
    assert {"deal", "offer", "keep", "draw", "claim", "replace", "reshuffle", "last_round", "end"} <= kinds
    assert {"europe": {"tunnel", "station"}, "germany": {"passenger"}}.get(board, set()) <= kinds
    seats = Seats.of([{"player": "human", "name": name} for name in NAMES])
    for viewer, is_open in ((None, False), (1, False), (1, True), (None, True)):
        for step in visible_steps(history, seats, viewer, since=-1, is_open=is_open):
            for words, said in zip(step["words"], step["said"], strict=True):
                check_said("".join(text for text, _, _ in words), said)


@pytest.mark.parametrize("board", BOARDS)
def test_texts_for_other_languages_hide_what_a_seat_cannot_see(board: str) -> None:
    events = played(board).events_since(-1)
    for viewer in (None, 0, 1, 2):
        narrator = Narrator(setup_of(board), NAMES, viewer)
        said = [sentence.to_json() for sentence in narrator.tell(events)]
        assert said == [sentence.to_json() for sentence in narrator.tell([veiled(event, viewer) for event in events])]
        assert SECRET not in json.dumps(said)


def test_cards_and_names_are_tagged() -> None:
    draws = [
        {"event": "draw", "seat": 0, "source": "row", "place": 1, "card": "red"},
        {"event": "draw", "seat": 0, "source": "deck", "card": "locomotive"},
    ]
    [sentence] = Narrator(setup_of("usa"), NAMES, 0).tell(draws)
    assert word_lists(sentence) == [
        ["You", "name", ""], [" took ", "plain", ""], ["red", "card", "red"], [" face up and drew ", "plain", ""],
        ["locomotive", "card", "locomotive"], [" from the deck.", "plain", ""],
    ]  # fmt: skip
    [sentence] = Narrator(setup_of("usa"), NAMES, 1).tell(draws)
    assert str(sentence) == "Ada took red face up and drew from the deck."
    hidden = [{**draw, "source": "deck"} for draw in draws]
    assert [str(told) for told in Narrator(setup_of("usa"), NAMES, 1).tell(hidden)] == [
        "Ada drew 2 cards from the deck."
    ]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"event": "claim", "seat": 0, "track": ["Edinburgh", "London", 2], "pay": {"red": 1, "locomotive": 2}},
         "You claimed Edinburgh - London, black (4 spaces) with 1 red + 2 locomotives."),
        ({**TUNNEL, "extra": 2, "paid": {"red": 2}},
         "Ben entered the tunnel Marseille - Zürich, where red, locomotive turned up, and paid 2 red more."),
        ({**TUNNEL, "extra": 0, "paid": {}},
         "Ben entered the tunnel Marseille - Zürich, where red, locomotive turned up: nothing more to pay."),
        ({**TUNNEL, "revealed": [], "extra": 1, "paid": None},
         "Ben entered the tunnel Marseille - Zürich, where no card turned up: 1 more card would have been due, and the "
         "track stays free."),
        ({"event": "passenger", "seat": 2, "color": "white", "city": "Berlin"},
         "Cleo took a white passenger in Berlin."),
        ({"event": "pass", "seat": 2}, "Cleo could do nothing and passed."),
        ({"event": "keep", "seat": 2, "kept": [["A", "B", 8]], "returned": []}, "Cleo drew 1 ticket and kept 1."),
        ({"event": "keep", "seat": 0, "kept": [["A", "B", 8], ["C", "D", 5]], "returned": []},
         "You kept A - B (8), C - D (5)."),
    ],
)  # fmt: skip
def test_sentences(event: Event, sentence: str) -> None:
    narrator = Narrator(setup_of("europe"), NAMES, 0)
    [said] = narrator.tell([event])
    check_said(sentence, said.to_json())


def test_important_sentences_are_strong_as_a_whole() -> None:
    assert told({"event": "last_round", "seat": 1}) == [
        ["Ben", "name", ""], [" has 2 trains or fewer: everyone has one more turn.", "strong", ""],
    ]  # fmt: skip
    assert told({"event": "end", "reason": "trains"}) == [["The game is over.", "strong", ""]]
    for event in ({"event": "renew"}, {"event": "end", "reason": "all_passed"}, {"event": "last_round", "seat": 0}):
        [sentence] = Narrator(setup_of("usa"), NAMES, 0).tell([event])
        [(name, value)] = sentence.to_json()["values"].items()
        assert (sentence.pattern, name, value["kind"]) == ("{text}", "text", "strong")
        check_said(str(sentence), sentence.to_json())


def test_whoever_is_called_you_is_spoken_to() -> None:
    assert told({"event": "last_round", "seat": 0}, None, names=("You", "Ben"))[1][0].startswith(" have 2 trains")
