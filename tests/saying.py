"""Checks of texts that can be said in other languages."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from programs import load_tool
from railwright.say import Items, Said, Tagged, Value

NOT_TRANSLATED = {"{text}", "{sentences}"}
"""Patterns without words of their own."""


@cache
def catalogue_keys() -> frozenset[str]:
    """The keys of the server's texts, which the catalogues of other languages have."""
    tool, found = load_tool("texts"), dict[str, str]()
    for path in tool.SOURCE.rglob("*.py"):
        if path != tool.SOURCE / "say.py":
            tool._add(found, path.name, tool._texts_of_python(path.read_text(encoding="utf-8")))
    return frozenset(found)


def read(found: Any) -> Any:
    """A value of a text from its JSON."""
    if not isinstance(found, dict):
        return found
    if "items" in found:
        return Items(tuple(map(read, found["items"])), found["between"])
    if "text" in found:
        return Tagged(read(found["text"]), found["kind"], found["color"])
    return read_said(found)


def read_said(found: dict[str, Any]) -> Said:
    """A text from its JSON."""
    values = {name: read(value) for name, value in found.get("values", {}).items()}
    return Said(found["pattern"], values, found.get("context", ""))


def keys_in(value: Value) -> set[str]:
    """The keys of a text and of the texts among its values."""
    if isinstance(value, Tagged):
        return keys_in(value.text)
    if isinstance(value, Items):
        return set().union(*map(keys_in, value.items))
    if not isinstance(value, Said):
        return set()
    own = f"{value.pattern} @ {value.context}" if value.context else value.pattern
    return ({own} - NOT_TRANSLATED).union(*map(keys_in, value.values.values()))


def check_said(words: str, found: dict[str, Any] | None) -> set[str]:
    """Words and the JSON beside them say the same, in texts that catalogues have; returns the keys of these texts."""
    assert found is not None, words
    said = read_said(json.loads(json.dumps(found)))
    assert str(said) == words
    assert said.to_json() == found
    keys = keys_in(said)
    assert keys <= catalogue_keys()
    return keys
