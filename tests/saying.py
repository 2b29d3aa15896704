"""Checks of texts that can be said in other languages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from programs import load_tool
from railwright.say import Items, Said, Tagged, Value

NOT_TRANSLATED = {"{text}", "{sentences}"}
"""Patterns without words of their own."""


@cache
def catalogue_keys() -> frozenset[str]:
    """The keys of all texts, which the catalogues of other languages have."""
    return frozenset(load_tool("texts").collect())


def english(found: Mapping[str, Any]) -> str:
    """What a text for other languages says in English."""
    return str(read_said(found))


def read_said(found: Mapping[str, Any]) -> Said:
    """A text from its JSON."""
    values = {name: _value(value) for name, value in found.get("values", {}).items()}
    return Said(found["pattern"], values, found.get("context", ""))


def _value(found: Any) -> Value:
    if not isinstance(found, dict):
        assert isinstance(found, str | int | float)
        return found
    if "pattern" in found:
        return read_said(found)
    if "items" in found:
        return Items(tuple(map(_value, found["items"])), found["between"])
    text = _value(found["text"])
    assert isinstance(text, str | Said)
    return Tagged(text, found["kind"], found["color"])


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
