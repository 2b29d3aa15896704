"""The container file, as far as it can be checked without building an image."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path, PurePosixPath

import httpx

from cli.commands import run
from railwright.cli.serve import PORT
from waiting import HANG_SECONDS
from web.serving import Server

ROOT = Path(__file__).parent.parent


def instructions() -> list[tuple[str, str]]:
    """The instructions of the file and what follows each."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.split("\n")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1].strip()) for line in lines if line and line[0] != "#"]


def of(name: str) -> list[str]:
    return [words for instruction, words in instructions() if instruction == name]


def test_everything_that_is_copied_is_in_the_clone_and_in_the_context() -> None:
    copied = [source for words in of("COPY") if not words.startswith("--from") for source in words.split()[:-1]]
    assert "src" in copied
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert ignored[1] == "*"
    for source in copied:
        assert (ROOT / source).exists(), source
        assert f"!{source}" in ignored
    (constraints,) = re.findall(r"-c (\S+)", " ".join(of("RUN")))
    assert (ROOT / constraints).is_file()


def test_what_the_package_is_built_from_is_copied() -> None:
    """The files that pyproject.toml names."""
    copied = " ".join(of("COPY")).split()
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (readme,) = re.findall(r'^readme = "(.+)"', text, re.M)
    (packages,) = re.findall(r"^packages = (\[.+\])", text, re.M)
    assert {readme, "LICENSE", "pyproject.toml"} <= set(copied)
    assert all(package.split("/")[0] in copied for package in json.loads(packages))


def test_it_serves_as_an_ordinary_user_from_its_volume() -> None:
    names = [instruction for instruction, _ in instructions()]
    (user,) = of("USER")
    assert user != "root"
    assert any(f"useradd --uid 10001 --create-home --shell /usr/sbin/nologin {user}" == words for words in of("RUN"))
    assert "RUN" not in names[names.index("USER") :], "nothing is changed after the switch to the user"
    (volume,) = of("VOLUME")
    assert any(words == f"install -d -o {user} -g {user} -m 700 {volume}" for words in of("RUN"))
    command = json.loads(of("ENTRYPOINT")[0])
    variables = dict(one.split("=", 1) for one in shlex.split(of("ENV")[0]))
    for path in (command[command.index("--data") + 1], variables["RAILWRIGHT_CACHE"]):
        assert PurePosixPath(path).is_relative_to(volume)
    assert of("STOPSIGNAL") == ["SIGINT"]


def test_its_command_and_its_check_are_those_of_the_program(tmp_path: Path) -> None:
    command = json.loads(of("ENTRYPOINT")[0])
    assert command[:2] == ["railwright", "serve"]
    assert of("EXPOSE") == [str(PORT)] == [command[command.index("--port") + 1]]
    help_text = run("serve", "--help").stdout
    assert all(word in help_text for word in command if word.startswith("--"))
    (check,) = re.findall(r"CMD (\[.+\])", of("HEALTHCHECK")[0])
    url = re.findall(r"http://[^']+", json.loads(check)[2])[0]
    server = Server(tmp_path / "games", "--host", "0.0.0.0")
    try:
        port = server.url.rpartition(":")[2]
        assert httpx.get(url.replace(str(PORT), port), timeout=HANG_SECONDS).json() == {"status": "alive"}
    finally:
        server.stop()
