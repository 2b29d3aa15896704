"""Nothing that a seat cannot see is ever shown to it."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence

import numpy as np
import pytest
from rich.console import Console, RenderableType

from cli.terminal.typist import Typist, builder, make_session, screen
from railwright.cli.terminal import pieces, screens
from railwright.game.colors import CARDS
from railwright.game.game import Game
from railwright.game.story import Event
from railwright.maps.load import load_setup
from railwright.table.game_history import GameHistory
from railwright.table.narration import Narrator
from railwright.table.seats import Seats
from veil import SECRET, veiled

SEATS = Seats.of([{"player": "human"}, {"player": "random"}, {"player": "random"}])


def printed(*things: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=120)
    for thing in things:
        console.print(thing)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def told_text(narrator: Narrator, events: Sequence[Event]) -> str:
    return printed(*map(pieces.sentence, narrator.tell(events)))


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_screens_and_stories_use_only_what_the_seat_can_see(board: str) -> None:
    rng, noise = random.Random(board), np.random.default_rng(1)
    setup = load_setup(board)
    history = GameHistory(setup, seats=3, seed=6)
    for number in range(150):
        if history.game.is_over:
            break
        if number % 10 == 0:
            other = Game.from_states(setup, history.game.view(0).sample(noise))
            for shown in (screens.table_screen, screens.map_screen):
                assert printed(*shown(history.game, 0, SEATS)) == printed(*shown(other, 0, SEATS))
            city = setup.board.cities[number % len(setup.board.cities)].name
            assert printed(*screens.city_table(history.game, 0, SEATS, city)) == printed(
                *screens.city_table(other, 0, SEATS, city)
            )
        history.play(rng.choice(history.game.legal()))
    events = history.events_since(-1)
    narrator = Narrator(setup, SEATS.names, 0)
    told = told_text(narrator, events)
    assert told == told_text(narrator, [veiled(event, 0) for event in events])
    assert SECRET not in told


def test_cards_that_others_draw_from_the_deck_are_not_named_in_a_whole_game() -> None:
    session = make_session(Typist(builder), seed=3)
    session.run()
    draws = [line for line in screen(session).splitlines() if line.startswith("random") and "from the deck" in line]
    assert draws
    for line in draws:
        hidden = line[line.index("drew") :]
        assert not any(card in hidden for card in CARDS)
    assert "random 2 drew 3 tickets and kept" in screen(session)


def test_others_claims_are_told_with_their_payment() -> None:
    events: list[Event] = [
        {"event": "claim", "seat": 2, "track": ["Denver", "Omaha", 1], "pay": {"pink": 3, "locomotive": 1}}
    ]
    told = told_text(Narrator(load_setup("usa"), SEATS.names, 0), events)
    assert told == "random 3 claimed Denver - Omaha (4 spaces) with 3 pink + 1 locomotive.\n"
