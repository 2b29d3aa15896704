"""Texts of the server, as they come for other languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railwright.say import Items, Said, Tagged, Value


def english(found: Mapping[str, Any]) -> str:
    """What a text for other languages says in English."""
    return str(_said(found))


def _said(found: Mapping[str, Any]) -> Said:
    values = {name: _value(value) for name, value in found.get("values", {}).items()}
    return Said(found["pattern"], values, found.get("context", ""))


def _value(found: Any) -> Value:
    if not isinstance(found, dict):
        assert isinstance(found, str | int | float)
        return found
    if "pattern" in found:
        return _said(found)
    if "items" in found:
        return Items(tuple(map(_value, found["items"])), found["between"])
    text = _value(found["text"])
    assert isinstance(text, str | Said)
    return Tagged(text, found["kind"], found["color"])
