"""The OpenAPI description: it is complete, and the server keeps to it whatever it is sent."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.errors import Unsatisfiable

from waiting import HANG_SECONDS
from web.serving import KEY, Server

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

EXAMPLES = 12
"""Requests for each operation."""

METHODS = ("get", "post", "put", "delete")
REFUSALS = {"400", "403", "404", "409", "413", "421", "422", "429"}


@pytest.fixture(scope="module")
def known(server: Server) -> list[tuple[str, str | None]]:
    """Games that exist, with keys: one that waits for a person, and one that is over before long."""
    waiting, keys = server.new_game(["human", "human"])
    over, _ = server.new_game(["rule", "rule"], board="europe")
    return [(waiting, keys[0]), (waiting, None), (over, None)]


checks = importlib.import_module("schemathesis.specs.openapi.checks")

CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.name.lower())
def test_the_server_keeps_to_its_description(mode: Any, server: Server, known: list[tuple[str, str | None]]) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json", timeout=HANG_SECONDS)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 12
    for operation in operations:

        @given(operation.as_strategy(generation_mode=mode))
        @settings(max_examples=EXAMPLES)
        def keeps_to_it(case: Any) -> None:
            _send_to_a_real_game(case, known)
            case.call_and_validate(checks=CHECKS, timeout=HANG_SECONDS)

        try:
            keeps_to_it()
        except Unsatisfiable:
            assert mode is schemathesis.GenerationMode.NEGATIVE, "nothing right can be asked"


def _send_to_a_real_game(case: Any, known: list[tuple[str, str | None]]) -> None:
    """Three of four requests for a game are for one that exists, some with the key of a seat."""
    if "game" not in case.path_parameters:
        return
    place = len(str(case.path_parameters["game"])) % (len(known) + 1)
    if place < len(known):
        case.path_parameters["game"], key = known[place]
        if key is not None:
            case.headers[KEY] = key


def test_every_operation_is_described(server: Server) -> None:
    paths = json.loads(server.http.get("/api/openapi.json").content)["paths"]
    assert len(paths) > 12
    for path, operations in paths.items():
        for method, operation in operations.items():
            assert method in METHODS
            assert operation["summary"], path
            assert operation["description"], path
            assert set(operation["responses"]) >= REFUSALS, path
            good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            assert good, path


def test_the_description_names_no_file_of_the_machine(server: Server, tmp_path: Path) -> None:
    assert str(tmp_path.parent) not in server.http.get("/api/openapi.json").text
