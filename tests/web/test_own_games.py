"""One's own games: listed, summed up, exported and deleted by the holder of the secret of the device alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from railwright.game.record import Record
from railwright.maps.load import LIBRARY, board_ruleset, load_board
from railwright.review.effort import ReviewEffort
from railwright.web.access.limits import UNLIMITED, Rate
from railwright.web.rooms import own_games
from web.inside import Table, table
from web.serving import KEY
from web.test_reviews import short_record, wait

PERSON = "X-Railwright-Person"
ADA, EVE, ZOE = "adas-device-5f0c21", "eves-device-77ab03", "zoes-device-c90d1e"
TWO = [{"player": "human", "name": "Ada"}, {"player": "rule"}]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("data")) as here:
        yield here


@pytest.fixture(autouse=True)
def nothing_before(request: pytest.FixtureRequest) -> None:
    """Nobody has any games yet at the shared table."""
    if "here" in request.fixturenames:
        shared = request.getfixturevalue("here")
        for person in (ADA, EVE, ZOE):
            assert ask(shared, "DELETE", "", person).status_code == 204


def ask(here: Table, method: str, path: str, person: str | None = ADA, **more: Any) -> Any:
    headers = {} if person is None else {PERSON: person}
    return here.http.request(method, f"/api/me{path}", headers=headers, **more)


def listed(here: Table, person: str = ADA) -> list[dict[str, Any]]:
    answer = ask(here, "GET", "/games", person)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["games"]
    return found


def statistics(here: Table, person: str = ADA) -> dict[str, Any]:
    answer = ask(here, "GET", "/statistics", person)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def begin(here: Table, person: str | None = ADA, **wish: Any) -> dict[str, Any]:
    """A new game with few trains."""
    printed = load_board("usa")
    rules = {**board_ruleset(printed).to_dict(), "name": "short", "trains": 4}
    board = here.http.post("/api/boards", content=json.dumps({**printed.to_dict(), "name": "few", "ruleset": rules}))
    wish = {"board": board.json()["board"], "seats": TWO, "grace_seconds": 0, **wish}
    answer = here.http.post("/api/games", json=wish, headers={} if person is None else {PERSON: person})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def finish(here: Table, made: dict[str, Any]) -> str:
    """Play a game to its end."""
    game, keys = str(made["game"]), made["keys"]
    while not (state := here.look(game))["is_over"]:
        if (key := keys[state["seat"]]) is None:
            here.wait(game, None, lambda state: state["is_over"] or keys[state["seat"]] is not None)
        else:
            here.act_first(game, key, place=-1)
    return game


def test_a_finished_game_is_listed_with_how_it_ended(here: Table) -> None:
    game = finish(here, begin(here))
    (found,) = listed(here)
    result = here.look(game)["result"]
    assert (found["game"], found["origin"], found["left_out"], found["is_over"]) == (game, "new", "", True)
    assert (found["seat"], [seat["name"] for seat in found["seats"]]) == (0, ["Ada", "rule"])
    assert (found["title"], found["deck"], found["ruleset"]) == ("North America", "base", "short")
    end = found["end"]
    assert (end["points"], end["scores"]) == (result["scores"][0], result["scores"])
    assert (end["completed"], end["failed"]) == (len(result["completed"][0]), len(result["failed"][0]))
    assert end["place"] == (1 if 0 in result["winners"] else 2)
    assert end["win_share"] == (0 in result["winners"]) / len(result["winners"])
    assert end["accuracy"] is None


def test_an_unfinished_game_is_listed_but_does_not_count_and_keeps_its_cards_hidden(here: Table) -> None:
    made = begin(here)
    (found,) = listed(here)
    assert (found["game"], found["left_out"], found["end"], found["is_over"]) == (
        made["game"], "unfinished", None, False
    )  # fmt: skip
    assert statistics(here)["left_out"] == {"unfinished": 1}
    (exported,) = ask(here, "GET", "/export").json()["games"]
    assert exported["record"] is None


def test_without_a_secret_everything_works_and_nothing_is_kept(here: Table) -> None:
    finish(here, begin(here, None))
    assert listed(here) == []


@pytest.mark.parametrize("secret", [None, "", "too-short", "a" * 65, "no spaces are allowed", "ümlauts-are-not-either"])
def test_a_bad_or_missing_secret_is_refused_in_one_way(here: Table, secret: str | None) -> None:
    headers = {} if secret is None else {PERSON: secret.encode()}
    asked = [("GET", "/games"), ("GET", "/statistics"), ("GET", "/export"), ("DELETE", "/games/x"), ("DELETE", "")]
    answers = [here.http.request(method, f"/api/me{path}", headers=headers) for method, path in asked]
    if secret is not None:
        answers.append(here.http.post("/api/games", json={"seats": TWO}, headers=headers))
    message = "this needs the secret of your device in the header X-Railwright-Person: 16 to 64 letters, digits, - or _"
    assert {(answer.status_code, answer.json()["message"]) for answer in answers} == {(403, message)}


def test_nobody_else_sees_or_removes_ones_games(here: Table) -> None:
    game = finish(here, begin(here))
    assert listed(here, EVE) == []
    assert statistics(here, EVE)["total"] is None
    assert ask(here, "GET", "/export", EVE).json()["games"] == []
    assert ask(here, "DELETE", f"/games/{game}", EVE).status_code == 404
    assert ask(here, "DELETE", "", EVE).status_code == 204
    assert [one["game"] for one in listed(here)] == [game]


def test_a_guest_has_the_game_as_well_and_everybody_has_the_rematch(here: Table) -> None:
    seats = [{"player": "human", "name": "Ada"}, {"player": "human", "name": "Eve", "invited": True}]
    made = begin(here, seats=seats)
    wish = {"invitation": made["invitations"][1], "secret": EVE}
    for person in (EVE, ZOE):  # the answer to the first may have been lost, but nobody takes the game away from Eve
        taken = here.http.post(f"/api/games/{made['game']}/seats/1/take", json=wish, headers={PERSON: person})
    made["keys"][1] = taken.json()["key"]
    game = finish(here, made)
    assert (listed(here, EVE)[0]["seat"], listed(here, ZOE)) == (1, [])
    scores = here.look(game)["result"]["scores"]
    assert [listed(here, person)[0]["end"]["points"] for person in (ADA, EVE)] == scores
    assert listed(here)[0]["opponents"] == "people"
    for person, key in ((EVE, made["keys"][1]), (ADA, made["keys"][0])):
        answer = here.http.post(f"/api/games/{game}/rematch", headers={PERSON: person, KEY: key})
        following = answer.json()["game"]
    for person, seat in ((ADA, 1), (EVE, 0)):
        again = listed(here, person)[0]
        assert (again["game"], again["seat"], again["origin"], again["is_over"]) == (following, seat, "new", False)


def test_of_several_people_at_a_device_the_first_counts(here: Table) -> None:
    begin(here, seats=[{"player": "rule"}, {"player": "human", "name": "Ada"}, {"player": "human", "name": "Ben"}])
    assert [(one["seat"], one["opponents"]) for one in listed(here)] == [(1, "people")]


def test_a_game_only_of_computers_or_of_guests_is_nobodys(here: Table) -> None:
    begin(here, seats=[{"player": "rule"}, {"player": "rule"}])
    begin(here, seats=[{"player": "human", "invited": True}, {"player": "rule"}])
    assert listed(here) == []


def test_games_with_known_cards_are_marked_and_left_out(here: Table) -> None:
    game = finish(here, begin(here))
    seats = [{"player": "human", "name": "Ada"}, {"player": "rule"}]
    fork = here.http.post(f"/api/games/{game}/fork", json={"step": 2, "seats": seats}, headers={PERSON: ADA}).json()
    finish(here, fork)
    record = short_record()
    record["seats"][0] = {"player": "human", "name": "Ada"}
    here.http.post("/api/records", content=json.dumps(record), headers={PERSON: ADA})
    finish(here, begin(here, seed=7))
    found = listed(here)
    assert [one["origin"] for one in found] == ["chosen-deal", "record", "continued", "new"]
    assert [one["left_out"] for one in found] == ["chosen-deal", "record", "continued", ""]
    assert all(one["end"] is not None for one in found)
    counted = statistics(here)
    assert counted["total"]["games"] == 1
    assert counted["left_out"] == {"chosen-deal": 1, "record": 1, "continued": 1}


def test_a_guest_of_a_continued_game_does_not_count_it_either(here: Table) -> None:
    game = finish(here, begin(here, None))
    seats = [{"player": "human"}, {"player": "human", "invited": True}]
    fork = here.http.post(f"/api/games/{game}/fork", json={"step": 2, "seats": seats}).json()
    wish = {"invitation": fork["invitations"][1], "secret": EVE}
    here.http.post(f"/api/games/{fork['game']}/seats/1/take", json=wish, headers={PERSON: EVE})
    assert listed(here, EVE)[0]["origin"] == "continued"


def test_a_game_in_which_a_computer_stood_in_is_left_out(here: Table) -> None:
    made = begin(here, seats=[{"player": "human", "name": "Ada"}, {"player": "human", "name": "Eve"}])
    path = f"/api/games/{made['game']}/seats/0/stand-in"
    assert here.http.post(path, json={"player": "beginner"}, headers={KEY: made["keys"][1]}).is_success
    finish(here, {**made, "keys": [None, made["keys"][1]]})
    assert listed(here)[0]["left_out"] == "stand-in"
    (exported,) = ask(here, "GET", "/export").json()["games"]
    assert exported["record"]["seats"][0]["stand_ins"][0]["player"] == "beginner"


def test_the_list_comes_in_pages(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [begin(here)["game"] for _ in range(3)]
    monkeypatch.setattr(own_games, "PAGE_GAMES", 2)
    first = ask(here, "GET", "/games").json()
    second = ask(here, "GET", "/games", params={"start": first["next"]}).json()
    assert [one["game"] for one in (*first["games"], *second["games"])] == games[::-1]
    assert (first["count"], first["next"], second["next"]) == (3, 2, None)


def test_statistics_say_when_games_wait_to_be_summed_up(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        finish(here, begin(here))
    monkeypatch.setattr(own_games, "MOST_SUMMARIES", 2)
    first, second = statistics(here), statistics(here)
    assert (first["waiting"], first["total"]["games"], first["left_out"]) == (1, 2, {"pending": 1})
    assert (second["waiting"], second["total"]["games"], second["left_out"]) == (0, 3, {})


def test_how_a_game_ended_is_computed_once_and_survives_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    with table(tmp_path) as here:
        finish(here, begin(here))
        before = listed(here)
    with table(tmp_path) as here:
        monkeypatch.setattr(own_games, "summarise", None)  # it is not needed any more
        assert listed(here) == before
        assert before[0]["end"] is not None


def test_a_review_adds_the_accuracy(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        here.hall.reviews.effort = ReviewEffort(games=2, screening=2, comparing=4)
        game = finish(here, begin(here))
        assert (listed(here)[0]["is_reviewed"], listed(here)[0]["end"]["accuracy"]) == (False, None)
        here.http.post(f"/api/games/{game}/review")
        review = wait(here, game, lambda found: found["state"] == "done")["review"]
        end = listed(here)[0]["end"]
        assert end["accuracy"] == review["seats"][0]["accuracy"]
        total = statistics(here)["total"]
        assert (total["accuracy"], total["reviewed"]) == (end["accuracy"], 1)


def test_one_game_that_cannot_be_replayed_hides_no_other(here: Table) -> None:
    broken, good = finish(here, begin(here)), finish(here, begin(here))
    assert here.http.portal is not None
    here.http.portal.call(_change_digest, here, broken)
    assert [(one["game"], one["left_out"]) for one in listed(here)] == [(good, ""), (broken, "unreadable")]
    counted = statistics(here)
    assert (counted["total"]["games"], counted["left_out"], counted["waiting"]) == (1, {"unreadable": 1}, 0)


def _change_digest(here: Table, game: str) -> None:
    """As if the game had been played differently."""
    here.hall.store.note_engine(game, engine=1, digest="another").result()


def test_an_export_can_be_replayed_elsewhere(here: Table) -> None:
    game = finish(here, begin(here))
    answer = ask(here, "GET", "/export")
    assert 'filename="railwright-games.json"' in answer.headers["content-disposition"]
    exported = answer.json()
    assert exported["format"] == "railwright-own-games/1"
    (found,) = exported["games"]
    record = found.pop("record")
    assert found == listed(here)[0]
    assert record == here.http.get(f"/api/games/{game}/record").json()
    assert Record.from_dict(record, LIBRARY).replay().is_over


def test_a_game_removed_from_the_list_stays_for_the_others(here: Table) -> None:
    first, second = finish(here, begin(here)), finish(here, begin(here))
    assert ask(here, "DELETE", f"/games/{first}").status_code == 204
    assert [one["game"] for one in listed(here)] == [second]
    assert statistics(here)["total"]["games"] == 1
    assert here.look(first)["is_over"]
    assert ask(here, "DELETE", f"/games/{first}").status_code == 404
    assert ask(here, "DELETE", "").status_code == 204
    assert listed(here) == []
    assert here.look(second)["is_over"]


def test_no_secret_is_on_disk_or_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    caplog.set_level("DEBUG")
    monkeypatch.setattr(own_games, "summarise", _fail)
    with table(tmp_path) as here:
        finish(here, begin(here))
        for path in ("/games", "/statistics", "/export"):
            ask(here, "GET", path)
        ask(here, "DELETE", "/games/unknown")
        ask(here, "GET", "/games", f"{ADA} is wrong")
        assert "cannot be summed up" in caplog.text
        assert ADA not in caplog.text
        assert not any(ADA.encode() in path.read_bytes() for path in tmp_path.iterdir())
        (row,) = here.hall.store.read("SELECT person FROM own_games")
        with table(tmp_path / "other") as there:
            begin(there)
            (other_row,) = there.hall.store.read("SELECT person FROM own_games")
        assert row != other_row, "the same person cannot be recognised on another server"


def _fail(*_: Any) -> str:
    raise ValueError(ADA)


def test_requests_and_exports_have_limits(tmp_path: Path) -> None:
    few = Rate(2, 0.001)
    with table(tmp_path, limits=replace(UNLIMITED, own_games=few, exports=few)) as here:
        assert [ask(here, "GET", path).status_code for path in ("/games", "/statistics", "/games")] == [200, 200, 429]
        assert [ask(here, "GET", "/export").status_code for _ in range(3)] == [200, 200, 429]
        refused = ask(here, "GET", "/games").json()
        assert refused["message"] == "too many own games from your address; wait a little"
