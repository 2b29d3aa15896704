"""Trained policies at the table: the operator names files, and people know them by the names of these files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from players.policies import write_policy
from railwright.players.express.neural_network import FILE
from railwright.store.games import COMPUTER, GameStore
from saying import english
from waiting import HANG_SECONDS
from web.inside import Table, table
from web.serving import KEY
from web.stored import stored_game

SECRET = "secret-folder"
"""Part of the path of every policy here, which nobody may learn."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(write_policy(tmp_path_factory.mktemp(SECRET) / "policy.npz"))


@pytest.fixture
def here(tmp_path: Path, file: Path) -> Iterator[Table]:
    with table(tmp_path, policies=[file]) as here:
        yield here


def ask(here: Table, *players: str, **wish: Any) -> Any:
    """Ask for a game."""
    return here.http.post("/api/games", json={"seats": [{"player": player} for player in players], **wish})


def play_to_the_end(here: Table, game: str, key: str) -> dict[str, Any]:
    """Take legal actions, the last of each list, until the game is over."""
    while True:
        state = here.wait(game, key, lambda state: state["is_over"] or state["seat"] == 0)
        if state["is_over"]:
            return state
        here.act_first(game, key, place=-1)


def texts_about(here: Table, game: str, key: str) -> list[str]:
    """All that can be asked about a game that is over."""
    parts = ("", "/about", "/record", "/replay?step=20", "/points", "/hint", "/ways")
    answers = [here.http.get(f"/api/games/{game}{part}", headers={KEY: key}) for part in parts]
    return [answer.text for answer in [*answers, here.http.get("/api/catalog")]]


@pytest.mark.parametrize("player", ["policy.npz", "policy.npz:choice=sample"])
def test_a_person_plays_a_whole_game_against_a_policy(tmp_path: Path, file: Path, player: str) -> None:
    with table(tmp_path, policies=[file]) as here:
        game, keys = here.new_game(["human", player])
        state = play_to_the_end(here, game, keys[0])
        assert state["notices"] == []
        record = here.http.get(f"/api/games/{game}/record").json()
        assert record["seats"] == [{"player": "human"}, {"player": player}]
        fork = here.http.post(f"/api/games/{game}/fork", json={"step": 0})
        assert fork.status_code == 201
        brought = here.http.post("/api/records", json={**record, "actions": [], "result": None})
        assert brought.status_code == 201, brought.text
        texts = [*texts_about(here, game, keys[0]), fork.text, brought.text]
    assert not any(SECRET in text for text in texts)
    assert SECRET not in repr(stored_game(tmp_path, game))
    assert SECRET.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_the_catalogue_offers_policies_after_the_built_in_players(here: Table) -> None:
    *others, found = here.http.get("/api/catalog").json()["players"]
    assert english(found.pop("summary_said")) == found["summary"]
    assert english(found.pop("source_said")) == found["source"]
    assert found == {
        "player": "policy.npz",
        "summary": "Follows a policy trained for the board usa (base tickets, ruleset usa) with 2 seats.",
        "source": "trained policy",
        "strengths": [],
    }
    assert {one["source"] for one in others} & {"Railwright", "trained policy"} == {"Railwright"}


@pytest.mark.parametrize(
    ("players", "wish", "message"),
    [
        (
            ["human", "policy.npz"],
            {"board": "germany"},
            "was trained for board usa, ruleset usa, tickets base, not for",
        ),
        (["human", "policy.npz"], {"tickets": "mega"}, "was trained for board usa, ruleset usa, tickets base, not for"),
        (["human", "policy.npz", "human"], {}, "was trained for 2 seats, not for 3"),
    ],
)
def test_a_policy_refuses_games_that_it_was_not_trained_for(
    here: Table, players: list[str], wish: dict[str, Any], message: str
) -> None:
    answer = ask(here, *players, **wish)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")
    assert answer.json()["message"].startswith(f"policy.npz: {message}")
    assert not here.hall.store.awaiting("person")


def test_a_network_of_express_plays_on_every_board_and_thinks_for_a_bounded_time(tmp_path: Path) -> None:
    folder = tmp_path / SECRET
    folder.mkdir()
    ours = folder / "ours.npz"
    ours.write_bytes(FILE.read_bytes())
    with table(tmp_path / "data", policies=[ours]) as here:
        *_, found = here.http.get("/api/catalog").json()["players"]
        assert found["player"] == "ours.npz"
        assert found["summary"].startswith("Express with a network trained for ")
        for board in ("usa", "germany"):
            game, keys = here.new_game(["human", "ours.npz:iterations=4"], board=board)
            here.act_first(game, keys[0])
            state = here.wait(game, keys[0], lambda state: state["seat"] == 0)
            assert state["notices"] == []
        refused = ask(here, "human", "ours.npz:iterations=100000")
        assert (refused.status_code, "would take too long" in refused.json()["message"]) == (400, True)
        assert SECRET not in refused.text


def test_options_of_a_policy_are_checked(here: Table) -> None:
    for options, words in (("choice=worst", "choice"), ("depth=3", "depth"), ("choice=", "not an option")):
        answer = ask(here, "human", f"policy.npz:{options}")
        assert answer.status_code == 400
        assert words in answer.json()["message"]
        assert SECRET not in answer.text


def test_no_other_files_can_be_named(here: Table, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    other = Path(write_policy(file.parent / "other.npz"))
    names = [
        "other.npz", "../x.npz", str(other), str(file), "./policy.npz", f"../{file.parent.name}/policy.npz",
        "policy.npz/", "Policy.npz", "policy.npz:Mine", ".npz", "policy.npz.npz", "policy", "file:policy.npz",
    ]  # fmt: skip
    for name in names:
        answer = ask(here, "human", name)
        assert answer.status_code == 400, name
        words = answer.json()["message"]
        assert "players from files cannot be used" in words or "there is no player" in words, name


def test_a_file_that_is_gone_is_reported_without_its_path(tmp_path: Path) -> None:
    folder = tmp_path / SECRET
    folder.mkdir()
    file = Path(write_policy(folder / "policy.npz"))
    with table(tmp_path / "data", policies=[file]) as here:
        file.unlink()
        answer = ask(here, "human", "policy.npz")
        assert answer.status_code == 400
        assert answer.json()["message"] == "policy.npz: the server cannot read this file now"
        write_policy(file)
        game, keys = here.new_game(["human", "policy.npz"])
        file.unlink()
        here.act_first(game, keys[0])
        told = here.wait(game, keys[0], lambda state: state["notices"] and state["seat"] == 0)["notices"]
        assert [one["text"] for one in told] == ["The player policy.npz failed; rule takes over."]
        assert SECRET not in json.dumps(told)


def test_after_a_restart_without_the_policy_its_games_are_kept_and_go_on_once_it_is_back(
    tmp_path: Path, file: Path
) -> None:
    with table(tmp_path, policies=[file]) as here:
        game, keys = here.new_game(["human", "policy.npz"], seed=4)
        over, over_keys = here.new_game(["human", "policy.npz"], seed=5)
        play_to_the_end(here, over, over_keys[0])
        before = here.look(game, keys[0])
    kept = stored_game(tmp_path, game)
    germany = Path(write_policy(tmp_path / "policy.npz", "germany"))
    for policies, words in ([], "players from files"), ([germany], "policy.npz: was trained for board germany"):
        with table(tmp_path, policies=policies) as here:
            answer = here.http.get(f"/api/games/{game}")
            assert (answer.status_code, answer.json()["error"]) == (409, "not-offered")
            assert answer.json()["message"].startswith("this game cannot continue, but is kept unchanged: " + words)
            assert here.look(over)["is_over"]
            assert here.http.get(f"/api/games/{over}/replay?step=20").status_code == 200
            assert here.http.post(f"/api/games/{over}/fork", json={"step": 9}).status_code == 400
        assert stored_game(tmp_path, game) == kept
    with table(tmp_path, policies=[file]) as here:
        assert here.look(game, keys[0]) == before
        assert play_to_the_end(here, game, keys[0])["notices"] == []


def test_games_that_wait_for_a_policy_go_on_after_a_restart(tmp_path: Path, file: Path) -> None:
    with table(tmp_path, policies=[file]) as here:
        game, _ = here.new_game(["human", "policy.npz"], seed=4)
    stored = stored_game(tmp_path, game)
    store = GameStore(tmp_path / "games.sqlite")
    head = {**stored.head, "seats": [{"player": "policy.npz:choice=sample"}, {"player": "rule"}]}
    store.create(replace(stored, id="waiting", head=head, awaited=COMPUTER)).result(HANG_SECONDS)
    store.close()
    with table(tmp_path, policies=[file]) as here:
        assert here.wait("waiting", None, lambda state: state["is_over"])["notices"] == []
