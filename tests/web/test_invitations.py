"""Seats for people elsewhere: an invitation gives the seat once, to one person, who alone has its key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from railwright.web.access.limits import Limits
from web.inside import Table, table
from web.serving import KEY, Server

HERE, AWAY, COMPUTER = 0, 1, 2
SEATS = [{"player": "human", "name": "Ada"}, {"player": "human", "name": "Eve", "invited": True}, {"player": "rule"}]
MY_SECRET, OTHER_SECRET = "my-own-random-letters", "other-random-letters"

BAD_PARTS: list[dict[str, Any]] = [
    {"invitation": ""}, {"invitation": "x" * 65}, {"secret": "short"}, {"secret": "x" * 65}, {"secret": "\ud800" * 20},
    {"secret": None}, {"more": 1},
]  # fmt: skip


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("data")) as here:
        yield here


def begin(http: Any) -> dict[str, Any]:
    answer = http.post("/api/games", json={"seats": SEATS, "grace_seconds": 0})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def take(http: Any, game: str, invitation: str, *, seat: int = AWAY, secret: str = MY_SECRET) -> httpx.Response:
    wish = {"invitation": invitation, "secret": secret}
    answer: httpx.Response = http.post(f"/api/games/{game}/seats/{seat}/take", json=wish)
    return answer


def error(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def test_whoever_begins_a_game_gets_keys_only_of_the_seats_that_are_here(here: Table) -> None:
    made = begin(here.http)
    assert [key is not None for key in made["keys"]] == [True, False, False]
    assert [one is not None for one in made["invitations"]] == [False, True, False]


def test_an_invitation_itself_holds_no_seat(here: Table) -> None:
    made = begin(here.http)
    invitation = made["invitations"][AWAY]
    assert here.http.get(f"/api/games/{made['game']}", headers={KEY: invitation}).status_code == 403
    take(here.http, made["game"], invitation)
    assert here.http.get(f"/api/games/{made['game']}", headers={KEY: invitation}).status_code == 403


def test_an_invitation_is_exchanged_for_a_key_that_plays_the_seat(here: Table) -> None:
    made = begin(here.http)
    game, invitation = made["game"], made["invitations"][AWAY]
    assert here.look(game)["invited"] == [AWAY]
    key = take(here.http, game, invitation).json()["key"]
    assert here.look(game)["invited"] == []
    assert here.look(game, key)["me"]["seat"] == AWAY
    assert key not in (invitation, MY_SECRET, *made["keys"])
    here.act_first(game, made["keys"][HERE])
    here.act_first(game, key)


def test_an_invitation_serves_once(here: Table) -> None:
    made = begin(here.http)
    key = take(here.http, made["game"], made["invitations"][AWAY]).json()["key"]
    again = take(here.http, made["game"], made["invitations"][AWAY], secret=OTHER_SECRET)
    assert error(again) == (409, "taken")
    assert key not in again.text
    assert here.look(made["game"], key)["me"]["seat"] == AWAY


def test_an_answer_that_was_lost_can_be_asked_for_again_with_the_same_secret(here: Table) -> None:
    made = begin(here.http)
    first = take(here.http, made["game"], made["invitations"][AWAY])
    again = take(here.http, made["game"], made["invitations"][AWAY])
    assert (first.status_code, first.json()) == (again.status_code, again.json()) == (200, first.json())


def test_what_is_no_invitation_takes_no_seat(here: Table) -> None:
    made, other = begin(here.http), begin(here.http)
    game, invitation = made["game"], made["invitations"][AWAY]
    for wrong in (other["invitations"][AWAY], made["keys"][HERE], "x" * 32, invitation[:-1]):
        assert error(take(here.http, game, wrong)) == (403, "not-yours")
    for seat in (HERE, COMPUTER, 3, 4):
        assert error(take(here.http, game, invitation, seat=seat)) == (403, "not-yours")
    right = {"invitation": invitation, "secret": MY_SECRET}
    for place in ("-1", "5", "1" + 30 * "0", "x"):
        assert here.http.post(f"/api/games/{game}/seats/{place}/take", json=right).status_code == 422
    for bad in BAD_PARTS:
        path = f"/api/games/{game}/seats/{AWAY}/take"
        assert here.http.post(path, content=json.dumps({**right, **bad})).status_code == 422
    assert error(take(here.http, "nothing", invitation)) == (404, "unknown-game")
    assert here.look(game)["invited"] == [AWAY]


def test_a_computer_cannot_be_invited(here: Table) -> None:
    seats = [{"player": "human"}, {"player": "rule", "invited": True}]
    assert here.http.post("/api/games", json={"seats": seats}).status_code == 400


def test_people_can_be_invited_to_a_game_that_goes_on_from_another(here: Table) -> None:
    game, _ = here.new_game(["rule", "rule"], seed=3)
    here.wait(game, None, lambda state: state["is_over"])
    seats = [{"player": "human"}, {"player": "human", "invited": True}]
    made = here.http.post(f"/api/games/{game}/fork", json={"step": 3, "seats": seats}).json()
    assert made["keys"][0] is not None
    assert made["keys"][1] is None
    assert take(here.http, made["game"], made["invitations"][1]).status_code == 200


def test_pages_hear_that_a_seat_was_taken(here: Table) -> None:
    made = begin(here.http)
    with here.http.websocket_connect(f"/api/games/{made['game']}/live") as line:
        line.send_json({"type": "look", "key": made["keys"][HERE]})
        assert line.receive_json()["invited"] == [AWAY]
        assert line.receive_json()["type"] == "done"
        version = here.look(made["game"])["version"]
        take(here.http, made["game"], made["invitations"][AWAY])
        news = line.receive_json()
        assert (news["type"], news["invited"], news["version"]) == ("state", [], version)


def test_of_many_who_come_at_once_exactly_one_gets_the_seat(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        made = begin(server.http)
        secrets = [f"the-secret-of-number-{number}" for number in range(10)]
        with ThreadPoolExecutor(10) as pool:
            answers = list(
                pool.map(
                    lambda secret: take(server.http, made["game"], made["invitations"][AWAY], secret=secret), secrets
                )
            )
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [200] + [409] * 9
        key = next(answer.json()["key"] for answer in answers if answer.status_code == 200)
        server.kill()
        server = Server(tmp_path)
        assert server.look(made["game"], key)["me"]["seat"] == AWAY
        winner = next(secret for secret, answer in zip(secrets, answers, strict=True) if answer.status_code == 200)
        late = [take(server.http, made["game"], made["invitations"][AWAY], secret=secret) for secret in secrets]
        assert [answer.status_code for answer in late] == [200 if secret == winner else 409 for secret in secrets]
    finally:
        server.stop()


def test_a_seat_whose_key_cannot_be_kept_is_not_taken(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        made = begin(here.http)
        writer = here.hall.store._writer._connection
        writer.execute("PRAGMA query_only = ON")
        assert error(take(here.http, made["game"], made["invitations"][AWAY])) == (503, "not-kept")
        assert here.look(made["game"])["invited"] == [AWAY]
        writer.execute("PRAGMA query_only = OFF")
        assert take(here.http, made["game"], made["invitations"][AWAY], secret=OTHER_SECRET).status_code == 200


def test_guessing_invitations_is_slowed_down(tmp_path: Path) -> None:
    with table(tmp_path, limits=Limits()) as here:
        made = begin(here.http)
        statuses = [take(here.http, made["game"], f"this-is-guess-number-{number}").status_code for number in range(60)]
        assert statuses[0] == 403
        assert statuses[-1] == 429


def test_neither_keys_nor_invitations_nor_secrets_are_on_disk(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        made = begin(here.http)
        key = take(here.http, made["game"], made["invitations"][AWAY]).json()["key"]
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in (key, made["keys"][HERE], made["invitations"][AWAY], MY_SECRET):
        assert secret.encode() not in kept
