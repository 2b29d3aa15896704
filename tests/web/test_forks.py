"""Games that go on from another one: what is to come is new for people, and everybody is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railwright.game.chance import is_secret
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.maps.load import LIBRARY, load_setup
from web.inside import Table, table

STEP = 40
INVITED = [{"player": "human"}, {"player": "human", "invited": True}]


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path) as here:
        yield here


def finished(here: Table, seed: int = 3) -> str:
    """A finished game of computers whose seed is known."""
    game, _ = here.new_game(["rule", "rule"], seed=seed)
    here.wait(game, None, lambda state: state["is_over"])
    return game


def fork(here: Table, game: str, **wish: Any) -> dict[str, Any]:
    answer = here.http.post(f"/api/games/{game}/fork", json={"step": STEP, **wish})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def chance(here: Table, game: str) -> list[int]:
    return [int(word) for word in here.room(game).history.game.state.rng]


def test_a_game_without_a_seed_follows_from_a_secret(here: Table) -> None:
    seeds = [here.room(here.new_game(["human", "human"])[0]).history.game.seed for _ in range(3)]
    assert all(is_secret(seed) for seed in seeds)
    assert len(set(seeds)) == 3


@pytest.mark.parametrize("seats", [INVITED, [{"player": "human"}, {"player": "human"}]])
def test_who_knows_the_old_game_does_not_know_what_comes_in_a_fork_with_people(
    here: Table, seats: list[dict[str, Any]]
) -> None:
    old = finished(here)
    record = Record.from_dict(here.http.get(f"/api/games/{old}/record").json(), LIBRARY)
    known = record.replay(STEP).state
    made = [fork(here, old, seats=seats)["game"] for _ in range(2)]
    states = [here.room(game).history.game.state for game in made]
    assert chance(here, made[0]) != chance(here, made[1])
    for state in states:
        assert state.rng.tolist() != known.rng.tolist()
        assert state.ticket_order.tolist() != known.ticket_order.tolist()
        assert state.table.own.tolist() == known.table.own.tolist()
        assert state["private"].tobytes() == known["private"].tobytes()


def test_a_fork_of_computers_goes_on_as_before(here: Table) -> None:
    made = fork(here, finished(here), seats=[{"player": "rule"}, {"player": "rule"}])
    assert not here.room(made["game"]).history.game.renewals


def test_everybody_is_told_that_a_game_was_forked(here: Table) -> None:
    made = fork(here, finished(here), seats=INVITED)
    for key in (made["keys"][0], None):
        seen = here.look(made["game"], key)
        [notice] = seen["notices"]
        assert f"continues from move {STEP} of another game" in notice["text"]
        assert "may know what each seat held" in notice["text"]
        words = ["".join(part[0] for part in line) for news in seen["news"][-2:] for line in news["words"]]
        assert any("From here on all cards are new" in line for line in words)


def test_nothing_before_the_fork_is_taken_back(here: Table) -> None:
    """Otherwise the last move could be made again with the old, known chance."""
    made = fork(here, finished(here), seats=[{"player": "human"}, {"player": "human"}])
    state = here.look(made["game"])
    answer = here.http.post(
        f"/api/games/{made['game']}/undo", json={"version": state["version"]},
        headers={"X-Railwright-Key": made["keys"][here.room(made["game"]).history.steps[-1].seat]},
    )  # fmt: skip
    assert answer.status_code == 409
    assert "forked" in answer.json()["message"]


def test_a_fork_goes_on_after_a_restart_and_is_played_again_from_its_record(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        made = fork(here, finished(here), seats=[{"player": "human"}, {"player": "human"}])
        for _ in range(3):
            room = here.room(made["game"])
            here.act_first(made["game"], made["keys"][room.history.game.seat])
        before = here.room(made["game"]).history.game
    with table(tmp_path) as here:
        again = here.room(made["game"]).history.game
        assert again.states.tobytes() == before.states.tobytes()
        assert again.renewals == before.renewals
        assert here.look(made["game"])["notices"]
        while not here.look(made["game"])["is_over"]:
            here.act_first(made["game"], made["keys"][here.room(made["game"]).history.game.seat], place=-1)
        data = here.http.get(f"/api/games/{made['game']}/record").json()
        assert [renewal["from"] for renewal in data["renewals"]] == [STEP]
        assert Record.from_dict(data, LIBRARY).result is not None
        step = here.http.get(f"/api/games/{made['game']}/replay", params={"step": STEP + 3}).json()
        assert step["row"] == again.view().row
        second = fork(here, made["game"], step=STEP + 5, seats=INVITED)["game"]
        renewals = here.room(second).history.game.renewals
        assert [renewal.start for renewal in renewals] == [STEP, STEP + 5]
        assert renewals[0].secret == data["renewals"][0]["secret"] != renewals[1].secret


def test_an_unfinished_record_is_played_on_with_new_chance(here: Table) -> None:
    game = Game(load_setup("usa"), seats=2, seed=5)
    for _ in range(9):
        game.play(game.legal()[0])
    data = Record.of(game, ["human", "human"]).to_dict(LIBRARY)
    made = here.http.post("/api/records", json=data).json()["game"]
    found = here.room(made).history.game
    assert [renewal.start for renewal in found.renewals] == [9]
    assert found.state.rng.tolist() != game.state.rng.tolist()
    assert "from move 9" in here.look(made)["notices"][0]["text"]


def test_a_seed_is_never_taken_for_a_game_with_invited_people(here: Table) -> None:
    for wish in ({"seed": 3}, {"seed": 0}):
        assert here.http.post("/api/games", json={"seats": INVITED, **wish}).status_code == 400
    old = finished(here)
    assert here.http.post(f"/api/games/{old}/fork", json={"step": 3, "seats": INVITED, "seed": 3}).status_code == 422
