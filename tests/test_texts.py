"""The texts of page and server in other languages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from programs import load_tool

texts = load_tool("texts")
LANGUAGES = sorted(texts.LANGUAGES.glob("*.json"))


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_languages_are_complete(path: Path) -> None:
    """Every text is translated, with the same values, and no translation is unused."""
    catalogue = json.loads(path.read_text("utf-8"))
    assert texts.problems(catalogue["texts"], texts.collect()) == [], "run: python tools/texts.py"
    assert catalogue["language"]


def test_german_is_there() -> None:
    assert [path.stem for path in LANGUAGES] == ["de"]


def run_tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(texts.__file__), *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["fr"], "a new language needs its name in that language: python tools/texts.py fr NAME"),
        (["f", "Français"], "'f' is not the code of a language: two or three small letters, such as fr"),
        (["french", "Français"], "'french' is not the code of a language: two or three small letters, such as fr"),
        (["FR", "Français"], "'FR' is not the code of a language: two or three small letters, such as fr"),
        (["../fr", "Français"], "'../fr' is not the code of a language: two or three small letters, such as fr"),
        (["en", "English"], "English needs no catalogue: the texts are written in it"),
    ],
)
def test_a_language_without_a_name_or_a_proper_code_is_refused(arguments: list[str], error: str) -> None:
    done = run_tool(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"texts.py: {error}\n")
    assert sorted(texts.LANGUAGES.glob("*.json")) == LANGUAGES


def test_a_language_is_begun_and_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "LANGUAGES", tmp_path)
    path = texts.complete("fr", "Français")
    begun = json.loads(path.read_text("utf-8"))
    assert (path.name, begun["language"], set(begun["texts"].values())) == ("fr.json", "Français", {""})
    texts.complete("fr")
    assert json.loads(path.read_text("utf-8")) == begun


PAGE = """
import { say, sayNodes } from "../kit/say.js";
// say("in a comment")
export const words = (n) =>
  say("{n, plural, one {# card} other {# cards}} of " + "everybody's, + more", { n, m: [1, 2] });
const open = sayNodes("open", { a: say("inner") }, "ticket");
prompt.say(whatever);
"""

SERVER = '''
def words(n):
    """Not say("in a docstring")."""
    return say("{n} of " "them", n=n), say("open", "ticket"), say("open", context="door"), other.say(n)
'''


def test_texts_are_found_where_they_are_said(tmp_path: Path) -> None:
    page = tmp_path / "web" / "static" / "page"
    page.mkdir(parents=True)
    (page / "words.js").write_text(PAGE, "utf-8")
    (tmp_path / "server.py").write_text(SERVER, "utf-8")
    assert texts.collect(tmp_path) == {
        "{n} of them": "server.py, line 4",
        "open @ ticket": "server.py, line 4",
        "open @ door": "server.py, line 4",
        "{n, plural, one {# card} other {# cards}} of everybody's, + more": "page/words.js, line 5",
        "inner": "page/words.js, line 6",
    }


@pytest.mark.parametrize("line", ["say(words)", "say(`a ${b}`)", 'say("a" + b)', 'say("a", {}, context)', "say(f(1))"])
def test_a_text_that_is_not_written_out_is_refused(tmp_path: Path, line: str) -> None:
    page = tmp_path / "web" / "static" / "page"
    page.mkdir(parents=True)
    (page / "words.js").write_text(f"\n{line};\n", "utf-8")
    with pytest.raises(ValueError, match=r"page/words\.js, line 2: write the text out"):
        texts.collect(tmp_path)


def test_what_is_wrong_with_a_catalogue_is_said() -> None:
    said = {"a": "here", "{n} b": "here", "c": "here", "{n, plural, one {x} other {{m}}}": "here"}
    catalogue = {"{n} b": "{m} b", "c": "{", "d": "D", "{n, plural, one {x} other {{m}}}": "{m}{n, plural, other {y}}"}
    assert texts.problems(catalogue, said) == [
        "no translation for 'a' (here)",
        "'d' is not said anywhere",
        "'{n} b': {m} is not in both languages",
        "'{n} b': {n} is not in both languages",
        "'c': write {name}, {name, plural, ...} or {name, select, ...}: {",
    ]
