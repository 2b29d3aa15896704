from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.terminal.typist import END_OF_TURN, HAND_OVER, Choose, Lines, Typist, builder, make_session, play_lines, screen
from railwright.cli.terminal.saving import Shelf, read_game
from railwright.errors import PlayerError
from railwright.game.actions import STATION
from railwright.game.game import Game


def chooser(seed: int) -> Choose:
    """Any legal action, but more claims and stations than by chance."""
    rng = random.Random(seed)

    def choose(game: Game, legal: list[int]) -> int:
        claims = [action for action in legal if action >= STATION]
        return rng.choice(claims if game.stage == "turn" and claims and rng.random() < 0.5 else legal)

    return choose


def test_a_whole_game_on_the_usa_board_can_be_typed() -> None:
    typist = Typist(builder)
    session = make_session(typist, seed=3)
    session.run()
    text = screen(session)
    assert session.game.is_over
    assert len(typist.meant) > 30
    result = session.game.result()
    assert all(str(score) in text for score in result["scores"])
    assert "The game is over." in text
    assert ("You have won!" in text) == (result["winners"] == [0])
    for tickets in (*result["completed"], *result["failed"]):
        assert all(f"{a} - {b}" in text for a, b, _ in tickets)


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_in_europe_with_stations_and_tunnels_can_be_typed(seed: int) -> None:
    session = make_session(Typist(chooser(seed)), board="europe", seed=seed)
    session.run()
    text = screen(session)
    assert session.game.is_over
    assert "You built a station in" in text
    assert "The tunnel reveals" in text


def test_a_whole_game_in_germany_with_mixes_and_passengers_can_be_typed() -> None:
    typist = Typist(chooser(1))
    session = make_session(typist, board="germany", players=("random", "human"), seed=1)
    session.run()
    assert session.game.is_over
    assert any("from the long deck" in prompt for prompt in typist.prompts)
    assert "A passenger from" in screen(session)
    assert "Globetrotter" in screen(session)


def test_commands_are_short_and_forgiving() -> None:
    session, text = play_lines("ALL", "  D ", "deck", seed=7)
    assert session.game.actions[0] == 107
    assert text.count("You drew") == 2


def test_a_card_can_be_taken_by_its_colour() -> None:
    session = make_session(Lines(["all", "orange"]), seed=7)
    session.run()
    assert "You took orange face up" in screen(session)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("6", "places in the row are 1 to 5"), ("1 2", "Take one card at a time"), ("xyz", "I do not understand 'xyz'"),
     ("s", "could be station or save"), ("claim denver", "Name two cities"), ("claim denver omaha", "it needs 4 pink"),
     ("claim den miami", "No track joins"), ("station paris", "no stations"), ("pass", "only when nothing else"),
     ("routes sa", "'sa' could be"), ("routes", "Name a city"), ("undo", "Nothing to take back: random 3 has acted"),
     ("save", "Saved as nowhere.json"), ("routes montreal", "from Montréal to"), ("m", "Free tracks"),
     ("t?", "Tickets "), ("?", "undo "),
     ("red", "No red card"), ("look", "round 1")],
)  # fmt: skip
def test_every_line_at_a_turn_gets_an_answer(typed: str, answer: str) -> None:
    session, text = play_lines("all", typed, seed=7)
    assert answer in text.split("routes CITY, map, ? help", 1)[1]
    assert session.game.stage == "turn"


def test_a_claim_asks_for_its_cities_and_can_be_given_up() -> None:
    session, text = play_lines(
        "all", "claim", "atl", "", "claim", "nowhere", "nash", "undo", "claim", "atl", "nash", seed=7
    )
    assert text.count("Nothing done.") == 2
    assert "no city 'nowhere'" in text
    assert session.game.stage == "pay"
    assert text.count("pay with") == 1


def test_the_payment_with_fewest_locomotives_is_the_first() -> None:
    session = make_session(Lines(["all", "claim atl nash", ""]), seed=7)
    session.run()
    assert "You claimed Atlanta - Nashville (1 space) with 1 white." in screen(session)


def test_a_forced_payment_is_not_asked_for() -> None:
    _, text = play_lines("all", "d", "4", "claim chi saint", seed=7)
    assert "with 3 white" not in text
    assert "You claimed Chicago - Saint Louis, white (2 spaces) with 2 white." in text
    assert "pay with" not in text


def test_enter_ends_the_turn_and_nobody_acts_before() -> None:
    reader = Lines(["all", "claim atl nash", ""])
    session = make_session(reader, seed=7)
    session.run()
    assert reader.prompts[-1].startswith(END_OF_TURN)
    assert session.history.steps[-1].seat == 0


def test_people_who_share_the_screen_do_not_see_each_others_cards() -> None:
    reader = Lines(["", "all", "", "", "all", "", "", "d", "d", "", ""])
    session = make_session(reader, players=("human", "human"), names=("Ada", "Ben"), terminal=True)
    session.run()
    parts = screen(session).split("\x1b[2J")
    overs = [prompt for prompt in reader.prompts if HAND_OVER in prompt]
    assert [prompt[:3] for prompt in overs] == ["Ada", "Ben", "Ada", "Ben"]
    assert len(parts) == len(overs) + 1
    assert all("\x1b[3J" in part for part in parts[1:])
    assert reader.forgotten == len(overs)
    ada, ben = (session.game.view(seat) for seat in (0, 1))
    ada_tickets, ben_tickets = ({session.game.setup.tickets[t].name for t in view.tickets} for view in (ada, ben))
    assert all(name in parts[1] for name in ada_tickets)
    assert not any(name in parts[2] for name in ada_tickets - ben_tickets)
    assert not any(name in parts[3] for name in ben_tickets - ada_tickets)
    assert "2 cards from the deck" in parts[4]


def test_one_person_alone_is_not_asked_to_look_away() -> None:
    reader = Lines(["all", "d", "d"])
    session = make_session(reader, terminal=True)
    session.run()
    assert "\x1b[2J" not in screen(session)
    assert not any(HAND_OVER in prompt for prompt in reader.prompts)


def test_quitting_and_going_on_gives_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    players = ("human", "human")
    whole = make_session(Typist(builder), players=players, seed=5)
    whole.run()
    for stop in (3, 40, 41, None):
        typist = Typist(builder, stop_after=stop)
        if path.exists():
            record = read_game(path)
            shelf = Shelf(target=None, resumed=path)
            session = make_session(typist, seats=record.seats, seed=5, actions=record.actions, shelf=shelf)
        else:
            session = make_session(typist, players=players, seed=5, shelf=Shelf(target=path))
        session.run()
        assert read_game(path).actions == tuple(session.game.actions)
    assert session.game.actions == whole.game.actions
    assert read_game(path).result == whole.game.result()


def test_going_on_against_computers_is_repeatable(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = make_session(Lines(["all", "d", "d", "1"]), seed=9, shelf=Shelf(target=path))
    first.run()
    record = read_game(path)
    ends = []
    for _ in range(2):
        session = make_session(Typist(builder), seats=record.seats, seed=int(record.seed), actions=record.actions)
        session.run()
        assert tuple(session.game.actions[: len(record.actions)]) == record.actions
        ends.append(session.game.actions)
    assert ends[0] == ends[1]


def test_going_on_tells_again_what_happened_since_the_last_own_turn() -> None:
    first, text = play_lines("all", "d", "d", seed=9)
    _, told = play_lines(seed=9, actions=first.game.actions)
    news = [
        line
        for line in text[text.rindex("You drew") :].splitlines()
        if line.startswith("random ") and line.endswith(".")
    ]
    assert len(news) == 2
    assert all(line in told for line in news)


def test_a_finished_game_is_saved_only_where_a_file_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_session(Typist(builder), seed=3, shelf=Shelf(target=None)).run()
    assert list(tmp_path.iterdir()) == []
    session = make_session(Typist(builder), seed=3, shelf=Shelf(target=Path("mine.json")))
    session.run()
    assert read_game(Path("mine.json")).result is not None
    assert "--resume" not in screen(session)


def test_a_failing_computer_player_costs_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    session = make_session(Lines(["all"]), seed=3, shelf=Shelf(target=path))

    def fail(game: Game, options: list[int]) -> int:
        raise PlayerError("the player fails")

    monkeypatch.setattr(session.seated_players[1], "choose", fail)
    with pytest.raises(PlayerError, match="the player fails"):
        session.run()
    assert len(read_game(path).actions) == 1


WORDS = st.sampled_from(
    ["1", "3", "9", "d", "t", "claim", "claim den oma", "claim atl nash", "undo", "look", "map", "routes sa",
     "station paris", "all", "1 2", "", "no", "?", "save", "t 2", "x" * 300,
     "\x1b[2J", "-", "٣", "²", "claim - -", "0", "99999999999999999999"]
)  # fmt: skip


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    lines=st.lists(st.one_of(WORDS, st.text(max_size=12)), max_size=40),
    board=st.sampled_from(["usa", "europe", "germany"]),
)
def test_garbage_never_raises(lines: list[str], board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, text = play_lines(*lines, board=board, seed=2)
    assert "\x1b" not in text
