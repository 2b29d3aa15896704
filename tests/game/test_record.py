"""Records: written, read back, and refused with the right words when something is wrong."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.invariants import SETUPS, choose
from game.positions import small_setup
from railwright.errors import OptionError, RecordError
from railwright.game.chance import MAX_SEED
from railwright.game.game import Game
from railwright.game.record import MAX_ACTIONS, Record
from railwright.game.setup import Setup
from railwright.game.version import ENGINE_VERSION
from railwright.maps.load import LIBRARY, load_setup


def played(setup: Setup, *, seats: int = 2, seed: int = 1, actions: int = 10**6) -> Game:
    game, chooser = Game(setup, seats=seats, seed=seed), random.Random(seed)
    while not game.is_over and len(game.actions) < actions:
        game.play(choose(game, game.legal(), "builder", chooser))
    return game


def finished() -> dict[str, Any]:
    return Record.of(played(load_setup("usa")), ["random", {"player": "human", "name": "Ada"}]).to_dict(LIBRARY)


FINISHED = finished()
UNFINISHED = Record.of(played(load_setup("europe"), seats=3, actions=60), ["a", "b", "c"]).to_dict(LIBRARY)


def changed(data: dict[str, Any] = FINISHED, **changes: Any) -> dict[str, Any]:
    return copy.deepcopy(data) | changes


def complaint(data: Any) -> str:
    with pytest.raises(RecordError) as caught:
        Record.from_dict(data, LIBRARY)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# ---- round trips ----


@settings(max_examples=20)
@given(
    setup=st.sampled_from(SETUPS), seats=st.integers(2, 5), seed=st.integers(0, MAX_SEED - 1), cut=st.integers(0, 900)
)
def test_a_record_is_read_back_as_it_was_written(setup: Setup, seats: int, seed: int, cut: int) -> None:
    game = played(setup, seats=seats, seed=seed, actions=cut)
    record = Record.of(game, [f"player {i}" for i in range(seats)])
    data = json.loads(json.dumps(record.to_dict(LIBRARY)))
    again = Record.from_dict(data, LIBRARY)
    assert again.to_dict(LIBRARY) == data
    assert again.replay().states.tobytes() == game.states.tobytes()
    assert (data["result"] is None) == (not game.is_over)


def test_a_record_of_an_own_board_and_ruleset_carries_them_along() -> None:
    tickets = ("A-B 1", "B-C 2", "A-C 3", "Fr-A 4")
    tracks = ("A-B 1 red", "B-C 2 gray ferry 1", "A-C 2 blue tunnel", "C-Fr/1 1 gray")
    setup = small_setup(
        *tracks, tickets=tickets, board={"passengers": {"A": 3, "Fr": 2}}, ferries=True, tunnel_cards=2, stations=2,
        route_points={"1": 1.5, "2": 2.25}, passenger_points=[5, 2],
    )  # fmt: skip
    data = json.loads(json.dumps(Record.of(played(setup), ["a", "b"]).to_dict(LIBRARY)))
    again = Record.from_dict(data, LIBRARY)
    assert again.setup.board == setup.board
    assert again.setup.ruleset == setup.ruleset
    assert again.to_dict(LIBRARY) == data


def test_a_board_with_a_built_in_name_but_other_tracks_is_not_taken_for_the_built_in_one() -> None:
    own = small_setup("A-B 1 red", "B-C 2 gray", board={"name": "usa"})
    data = Record.of(played(own), ["a", "b"]).to_dict(LIBRARY)
    assert isinstance(data["board"], dict)
    assert Record.from_dict(data, LIBRARY).setup.board == own.board


def test_unknown_keys_are_kept_and_events_are_passed_over() -> None:
    record = Record.from_dict(changed(comment=["x", 1], events=[{"event": "nonsense"}], passengers=7), LIBRARY)
    assert record.to_dict(LIBRARY) == changed(comment=["x", 1])


def test_a_record_can_be_played_up_to_any_action() -> None:
    record = Record.from_dict(UNFINISHED, LIBRARY)
    for until in (0, 1, 17, 60):
        assert record.replay(until).actions == UNFINISHED["actions"][:until]
        assert len(list(record.tell(until))) == until + 1
        assert len(record.to_events(LIBRARY, until)["actions"]) == until
    for until in (-1, 61, 1000):
        with pytest.raises(OptionError, match=f"the game has 60 actions; there is no action {until}"):
            record.replay(until)


# ---- what is wrong ----


@pytest.mark.parametrize("data", [None, 5, "text", [], [FINISHED], True, float("nan")])
def test_something_else_than_an_object_is_no_record(data: Any) -> None:
    assert "JSON object" in complaint(data)


@pytest.mark.parametrize("key", ["format", "board", "ruleset", "tickets", "seats", "seed", "actions"])
def test_a_missing_key_is_named(key: str) -> None:
    data = changed()
    del data[key]
    assert repr(key) in complaint(data)


@pytest.mark.parametrize("version", ["railwright-game/2", "railwright-game/1 ", "", None, 1, ["railwright-game/1"], {}])
def test_another_format_is_refused_with_the_one_that_is_read(version: Any) -> None:
    assert "railwright-game/1" in complaint(changed(format=version))


def test_a_record_says_which_engine_played_it() -> None:
    assert FINISHED["engine"] == ENGINE_VERSION


def test_a_record_without_an_engine_is_read_as_one_of_this_engine() -> None:
    data = changed()
    del data["engine"]
    assert Record.from_dict(data, LIBRARY).to_dict(LIBRARY) == FINISHED


@pytest.mark.parametrize("engine", [ENGINE_VERSION + 1, 10**6, 10**5000], ids=["next", "later", "absurd"])
def test_a_record_of_a_newer_engine_is_refused(engine: int) -> None:
    assert f"this one has engine version {ENGINE_VERSION}" in complaint(changed(engine=engine))


@pytest.mark.parametrize("engine", [0, -1, 1.0, True, None, "1", [1], float("nan")])
def test_an_engine_that_is_no_version_is_refused(engine: Any) -> None:
    assert complaint(changed(engine=engine)).startswith("engine: must be")


@pytest.mark.parametrize("key", ["board", "ruleset"])
@pytest.mark.parametrize(
    "value", ["atlantis", "", None, 3, True, 1.5, float("nan"), "../usa", "usa.json", {}, {"a": 1}]
)
def test_an_unknown_board_or_ruleset_is_refused(key: str, value: Any) -> None:
    assert key in complaint(changed(**{key: value}))


@pytest.mark.parametrize("key", ["board", "ruleset"])
@pytest.mark.parametrize("value", [[], ["usa"], [{}]])
def test_a_list_instead_of_a_board_or_ruleset_is_refused(key: str, value: Any) -> None:
    assert key in complaint(changed(**{key: value}))


@pytest.mark.parametrize("value", ["atlantis", "", None, 3, ["base"], {"base": 1}, True])
def test_an_unknown_ticket_deck_is_refused(value: Any) -> None:
    assert "deck" in complaint(changed(tickets=value))


@pytest.mark.parametrize("count", [0, 1, 6, 100])
def test_a_wrong_number_of_seats_is_refused(count: int) -> None:
    assert complaint(changed(seats=[{"player": "x"}] * count)).startswith("seats")


def test_more_seats_than_the_ruleset_allows_are_refused() -> None:
    setup = small_setup("A-B 1 red", "B-C 2 gray", seats=[2, 3])
    data = Record.of(Game(setup, seats=2, seed=1), ["a", "b"]).to_dict(LIBRARY)
    assert complaint(changed(data, seats=[{"player": "x"}] * 4)).startswith("seats")


@pytest.mark.parametrize("seat", [None, 1, "random", [], {}, {"player": 3}, {"player": None}, {"name": "x"}])
def test_a_seat_without_a_player_is_named(seat: Any) -> None:
    assert complaint(changed(seats=[{"player": "x"}, seat])).startswith("seats[1]")
    assert complaint(changed(seats=seat)).startswith("seats")


@pytest.mark.parametrize("seed", [-1, MAX_SEED, 10**40, 1.0, True, False, None, "7", [7], float("nan"), float("inf")])
def test_a_seed_that_is_no_whole_number_in_range_is_refused(seed: Any) -> None:
    assert complaint(changed(seed=seed)).startswith("seed")


@pytest.mark.parametrize("actions", [None, 5, "103", {"0": 103}, True, [[103]], [None]])
def test_actions_must_be_a_list_of_whole_numbers(actions: Any) -> None:
    assert complaint(changed(actions=actions)).startswith("actions")


@pytest.mark.parametrize("index", [0, 1, 7, len(FINISHED["actions"]) - 1])
@pytest.mark.parametrize("wrong", [-1, 6, 999, 10**30, True, 1.0, None, "5", float("nan")])
def test_the_first_wrong_action_is_named(index: int, wrong: Any) -> None:
    actions = list(FINISHED["actions"])
    actions[index] = wrong
    assert complaint(changed(actions=actions)).startswith(f"actions[{index}]")


def test_an_action_after_the_end_is_named() -> None:
    actions = [*FINISHED["actions"], 5]
    assert complaint(changed(actions=actions)).startswith(f"actions[{len(actions) - 1}]")


def test_far_too_many_actions_are_refused_before_they_are_played() -> None:
    assert complaint(changed(actions=[5] * (MAX_ACTIONS + 1))).startswith("actions")


@pytest.mark.parametrize("data", [changed(seed=10**5000), changed(actions=[10**5000]), changed(format=10**5000)])
def test_numbers_of_thousands_of_digits_are_refused_like_others(data: dict[str, Any]) -> None:
    complaint(data)


def test_the_telling_names_the_first_wrong_action_too() -> None:
    record = Record.from_dict(UNFINISHED, LIBRARY)
    broken = Record(record.setup, record.seats, record.seed, (*record.actions[:9], 999))
    for attempt in (lambda: list(broken.tell()), broken.replay, lambda: broken.to_events(LIBRARY)):
        with pytest.raises(RecordError, match=r"^actions\[9\]"):
            attempt()


@pytest.mark.parametrize("key", list(FINISHED["result"]))
def test_a_result_that_differs_in_any_part_is_refused(key: str) -> None:
    result = copy.deepcopy(FINISHED["result"])
    result[key] = [*result[key][1:], result[key][0]] if key not in ("winners", "longest_path") else [7]
    if result[key] == FINISHED["result"][key]:
        result[key] = []
    assert complaint(changed(result=result)).startswith("result")
    del result[key]
    assert complaint(changed(result=result)).startswith("result")


@pytest.mark.parametrize("result", [5, "won", [], {}, True, False, 0, float("nan"), {"scores": None}])
def test_a_result_of_another_type_is_refused(result: Any) -> None:
    assert complaint(changed(result=result)).startswith("result")


@pytest.mark.parametrize("result", [{}, FINISHED["result"], False, 0, ""])
def test_an_unfinished_game_has_no_result(result: Any) -> None:
    assert complaint(changed(UNFINISHED, result=result)).startswith("result")


def test_a_finished_game_may_leave_its_result_out() -> None:
    data = changed(result=None)
    assert Record.from_dict(data, LIBRARY).result is None
    del data["result"]
    assert Record.from_dict(data, LIBRARY).result is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def replaced(chooser: random.Random, value: Any, by: Any, rate: float = 0.04) -> Any:
    """The same value with random parts replaced."""
    if chooser.random() < rate:
        return by
    if isinstance(value, dict):
        return {key: replaced(chooser, item, by, rate) for key, item in value.items() if chooser.random() > rate / 3}
    if isinstance(value, list):
        return [replaced(chooser, item, by, rate) for item in value]
    return value


WHOLE = Record.of(
    played(small_setup("A-B 1 red", "B-C 2 gray tunnel", "A-C 1 gray", tickets=("A-B 1", "B-C 2"), tunnel_cards=3)),
    ["a", "b"],
).to_dict(LIBRARY)


@settings(max_examples=600)
@given(by=JSON, seed=st.integers(0, 10**9), data=st.sampled_from([FINISHED, UNFINISHED, WHOLE]))
def test_records_with_random_values_in_them_are_read_or_refused(by: Any, seed: int, data: dict[str, Any]) -> None:
    chooser = random.Random(seed)
    mangled = {
        key: replaced(chooser, value, by, 0.3 if chooser.random() < 0.2 else 0.01) for key, value in data.items()
    }
    try:
        Record.from_dict(mangled, LIBRARY).to_dict(LIBRARY)
    except RecordError:
        return
