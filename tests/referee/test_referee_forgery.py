"""Forged events must be disputed; whole games of the referee with itself must not."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from referee.events import Event
from referee.referee import Dispute, Referee
from referee.selfplay import SelfPlay
from referee.small import (
    ONE_CARD_EACH,
    board,
    claim,
    drawn,
    picked,
    replace,
    reshuffle,
    row,
    ruleset,
    setup,
    start,
    take_track,
)

AB = ("A", "B", 1)
TRACKS = board("A-B 2 red", "B-C 1 gray", "C-D 1 gray")
ROW = "loco loco green pink white"
MAPS = Path(__file__).parents[2] / "src" / "railwright" / "maps"


def usual() -> Referee:
    return start(TRACKS, ruleset(), ["4 red", "4 blue"], ROW)


@pytest.mark.parametrize(
    "events",
    [
        [],
        [picked(0, 2, "green")],
        [row("loco loco black pink white"), picked(0, 2, "green")],
        [picked(0, 2, "pink"), row("loco loco black pink white")],
        [picked(0, 3, "green"), row("loco loco black pink white")],
        [picked(1, 2, "green"), row("loco loco black pink white")],
        [drawn(0, "green"), row("loco loco black pink white")],
        [picked(0, 2, "green"), row("loco loco black white pink")],
        [picked(0, 2, "green"), row("loco loco - pink white")],
        [picked(0, 2, "green"), row("loco loco black pink")],
        [picked(0, 2, "green"), row("loco loco purple pink white")],
        [picked(0, 2, "green"), reshuffle("red"), row("loco loco black pink white")],
        [picked(0, 2, "green"), row("loco loco loco pink white")],
        [picked(0, 2, "green"), row("loco loco loco pink white"), row("5 yellow")],
        [picked(0, 2, "green"), row("loco loco loco pink white"), replace("3 loco 2 pink"), row("5 yellow")],
        [picked(0, 2, "green"), row("loco loco black pink white"), replace("5 black"), row("5 yellow")],
        [picked(0, 2, "green"), row("loco loco black pink white"), {"event": "last_round", "seat": 0}],
        [{**picked(0, 2, "green"), "note": "more"}, row("loco loco black pink white")],
    ],
)
def test_forged_row_draw(events: list[Event]) -> None:
    with pytest.raises(Dispute):
        usual().play(("row", 2), events)


def test_the_same_draw_unforged() -> None:
    usual().play(("row", 2), [picked(0, 2, "green"), row("loco loco black pink white")])


@pytest.mark.parametrize(
    "event",
    [
        claim(0, AB, "red"),
        claim(0, AB, "red loco"),
        claim(1, AB, "2 red"),
        claim(0, ("A", "B", 2), "2 red"),
        claim(0, ("B", "A", 1), "2 red"),
    ],
)
def test_forged_claim(event: Event) -> None:
    game = usual()
    game.play(("claim", AB), [])
    with pytest.raises(Dispute):
        game.play(("pay", "red", 2, 0), [event])


def test_thirteenth_red_card() -> None:
    game = Referee(TRACKS, ruleset(), "deck", 4)
    with pytest.raises(Dispute, match="no red is left"):
        game.open(setup(["4 red", "4 red", "4 red", "red 3 blue"], "5 green"))
    game = start(TRACKS, ruleset(), ["4 red", "4 red", "4 red"], "5 green")
    with pytest.raises(Dispute, match="no red is left"):
        game.play(("deck",), [drawn(0, "red")])


def test_wrong_hand_size_and_missing_event() -> None:
    with pytest.raises(Dispute, match="expected 4 cards"):
        Referee(TRACKS, ruleset(), "deck", 2).open(setup(["4 red", "3 blue"], "5 green"))
    with pytest.raises(Dispute, match="missing event"):
        Referee(TRACKS, ruleset(), "deck", 2).open(setup(["4 red", "4 blue"], "5 green")[:-1])


def empty_deck() -> Referee:
    """One card of each colour; the deck is empty, red and pink are the discards."""
    game = start(TRACKS, ruleset(face_up=2, **ONE_CARD_EACH), ["red blue green", "pink white black"], "orange yellow")
    take_track(game, ("B", "C", 1), ("pay", "red", 1, 0), "red")
    take_track(game, ("C", "D", 1), ("pay", "pink", 1, 0), "pink")
    return game


def test_reshuffle_counts() -> None:
    empty_deck().play(("deck",), [reshuffle("red pink"), drawn(0, "pink")])
    for told in ("red", "red pink green", "2 red pink", "red blue"):
        with pytest.raises(Dispute, match="reshuffle"):
            empty_deck().play(("deck",), [reshuffle(told), drawn(0, "pink")])
    with pytest.raises(Dispute, match="reshuffle"):
        empty_deck().play(("deck",), [drawn(0, "pink")])
    with pytest.raises(Dispute, match="no green is left"):
        empty_deck().play(("deck",), [reshuffle("red pink"), drawn(0, "green")])


def test_illegal_moves() -> None:
    for move in [
        ("row", 5),
        ("pay", "red", 1, 0),
        ("claim", ("B", "D", 1)),
        ("station", "A"),
        ("tickets", 0),
    ]:
        with pytest.raises(Dispute, match="illegal move"):
            usual().play(move, [])


# ---- whole games ----


def load(folder: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((MAPS / folder / f"{name}.json").read_text(encoding="utf-8"))
    return found


def random_game(name: str, seats: int, seed: int) -> SelfPlay:
    """Kinds of moves are chosen first, so that everything happens often."""
    the_board = load("boards", name.split("-")[0])
    game = SelfPlay(the_board, load("rulesets", name), the_board["decks"][0], seats, seed)
    while not game.over:
        kinds: dict[str, list[Any]] = {}
        for move in sorted(game.legal(), key=repr):
            kinds.setdefault(move[0], []).append(move)
        game.move(game.random.choice(kinds[game.random.choice(list(kinds))]))
        held = sum(hand.total() for hand in game.hands) + sum(card is not None for card in game.row)
        assert game.stage == "tunnel" or held + game.cards.deck.total() + game.cards.discards.total() == 110
    return game


def replay(told: SelfPlay, name: str, blind: bool = False) -> Referee:
    the_board = load("boards", name.split("-")[0])
    game = Referee(the_board, load("rulesets", name), the_board["decks"][0], told.number_of_seats)
    game.open(told.setup, told.placed)
    for move, events, revealed in told.steps:
        game.play(move, events, None if blind else revealed)
    return game


@pytest.mark.parametrize(
    "name", ["usa", "europe", "germany", "usa-thesis", "usa-thesis-linear", "europe-thesis", "germany-thesis"]
)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games(name: str, seats: int) -> None:
    told = random_game(name, seats, seed=seats)
    game = replay(told, name, blind=seats == 3)
    assert game.over
    assert game.result() == told.result()
    game.check_result(told.result())
    wrong = copy.deepcopy(told.result())
    wrong["scores"][0] += 1
    with pytest.raises(Dispute, match="scores"):
        game.check_result(wrong)


@pytest.mark.parametrize("name", ["usa", "europe", "germany"])
def test_any_event_left_out_or_told_twice_is_disputed(name: str) -> None:
    told = random_game(name, 3, seed=11)
    chance = random.Random(5)
    kinds: dict[str, list[tuple[int, int]]] = {}
    for step, (_, events, _) in enumerate(told.steps):
        for number, event in enumerate(events):
            kinds.setdefault(event["event"], []).append((step, number))
    for places in kinds.values():
        step, number = chance.choice(places)
        for change in ("drop", "double"):
            forged = copy.deepcopy(told)
            events = forged.steps[step][1]
            events[number : number + 1] = [] if change == "drop" else [events[number]] * 2
            with pytest.raises(Dispute):
                replay(forged, name)
