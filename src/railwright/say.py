"""Texts that can be translated.

A text is kept as its English pattern and the values to fill in, and becomes words only where somebody reads it. The
command line and the documents show it in English; the page shows it in the language of its reader, using the
catalogues in ``web/static/languages``, in which the English pattern is the key.

Patterns are written in ICU's message format, as far as it is needed: ``{name}`` for a value,
``{count, plural, one {# card} other {# cards}}`` for what depends on a number, and
``{who, select, You {are} other {is}}`` to choose by the English pattern of a value that is itself a translatable text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class Said:
    """A text as a pattern and its values. ``str`` gives it in English."""

    pattern: str
    values: Mapping[str, Value]
    context: str = ""
    """Distinguishes texts that are the same in English but need different translations."""

    def __str__(self) -> str:
        return "".join(map(str, self.pieces()))

    def __hash__(self) -> int:
        return hash((self.pattern, self.context))

    def pieces(self) -> list[str | Tagged]:
        """The English text: what is tagged, and the plain text between."""
        found: list[str | Tagged] = []
        for piece in _filled(parse(self.pattern), self.values):
            if isinstance(piece, str) and found and isinstance(found[-1], str):
                found[-1] += piece
            elif piece:
                found.append(piece)
        return found

    def to_json(self) -> dict[str, Any]:
        """The pattern and its values, as plain values for JSON."""
        found: dict[str, Any] = {"pattern": self.pattern}
        if self.values:
            found["values"] = {name: _value_json(value) for name, value in self.values.items()}
        if self.context:
            found["context"] = self.context
        return found


@dataclass(frozen=True, slots=True)
class Tagged:
    """A value that a terminal and a page format in their own way, such as the name of a seat.

    What is tagged inside its text keeps its own tag.
    """

    text: str | Said
    kind: str
    color: str = ""

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class Items:
    """Several values as a list: "A, B and C", "A, B or C", or with a separator of their own."""

    items: tuple[Value, ...]
    between: Between = "and"


Between = Literal["and", "or", ", ", "; ", " + ", " "]
Value = str | int | float | Said | Tagged | Items
"""What can be filled into a pattern. A plain ``str``, such as a name, is the same in all languages."""


def say(pattern: str, /, context: str = "", **values: Value) -> Said:
    """Make a text from an English pattern, which is written out here, and values.

    >>> str(say("{who} drew {count, plural, one {a card} other {# cards}}.", who="Ada", count=2))
    'Ada drew 2 cards.'
    """
    return Said(pattern, values, context)


def items(values: Iterable[Value], between: Between = "and") -> Items:
    """A list of values for a pattern.

    >>> str(say("You see {cards}.", cards=items([say("red"), say("blue")])))
    'You see red and blue.'
    """
    return Items(tuple(values), between)


def tagged(text: Said, kind: str) -> Said:
    """A whole text that a terminal and a page format in their own way, such as an important sentence.

    >>> tagged(say("The game is over."), "strong").pieces()
    [Tagged(text='The game is over.', kind='strong', color='')]
    """
    return Said("{text}", {"text": Tagged(text, kind)})


def joined(sentences: Iterable[Said]) -> Said:
    """Several whole sentences as one text.

    >>> str(joined([say("It costs {cards}.", cards=3), say("You have {cards}.", cards=2)]))
    'It costs 3. You have 2.'
    """
    first, *more = sentences
    return Said("{sentences}", {"sentences": items([first, *more], " ")}) if more else first


def both(name: str, text: str | Said) -> dict[str, Any]:
    """A text for JSON under two names: in English, and as pattern and values for translation.

    >>> both("reason", say("It costs {cards}.", cards=3))
    {'reason': 'It costs 3.', 'reason_said': {'pattern': 'It costs {cards}.', 'values': {'cards': 3}}}
    """
    return {name: str(text), f"{name}_said": text.to_json() if isinstance(text, Said) else None}


def _value_json(value: Value) -> Any:
    if isinstance(value, Said):
        return value.to_json()
    if isinstance(value, Tagged):
        return {"text": _value_json(value.text), "kind": value.kind, "color": value.color}
    if isinstance(value, Items):
        return {"items": [_value_json(item) for item in value.items], "between": value.between}
    return value


class Placeholder(NamedTuple):
    """A place in a pattern for a value."""

    name: str
    kind: str = ""
    """plural, select, or nothing."""
    forms: Mapping[str, Parts] = {}


Parts = tuple["str | Placeholder", ...]
"""A pattern that has been read."""

_TOKEN = re.compile(r"[{}]|[^{}]+")
_NAME = re.compile(r"\s*(\w+)\s*")
_BRANCHING = re.compile(r"\s*(\w+)\s*,\s*(plural|select)\s*,\s*")


@cache
def parse(pattern: str) -> Parts:
    """Read a pattern. A ValueError says what is wrong with it.

    >>> parse("{who} drew.")
    (Placeholder(name='who', kind='', forms={}), ' drew.')
    """
    tokens = _TOKEN.findall(pattern)
    parts, end = _parse(pattern, tokens, 0)
    if end < len(tokens):
        raise ValueError(f"a brace is closed that was not opened: {pattern}")
    return parts


def _parse(pattern: str, tokens: list[str], start: int) -> tuple[Parts, int]:
    """Read up to the end, or up to the brace that closes a form; also where that is."""
    parts: list[str | Placeholder] = []
    at = start
    while at < len(tokens) and tokens[at] != "}":
        if tokens[at] == "{":
            placeholder, at = _parse_placeholder(pattern, tokens, at + 1)
            parts.append(placeholder)
        else:
            parts.append(tokens[at])
            at += 1
    return tuple(parts), at


def _parse_placeholder(pattern: str, tokens: list[str], at: int) -> tuple[Placeholder, int]:
    inside = tokens[at] if at < len(tokens) else ""
    simple, branching = _NAME.fullmatch(inside), _BRANCHING.match(inside)
    forms: dict[str, Parts] = {}
    kind = ""
    name = ""
    if simple:
        name, at = simple[1], at + 1
    elif branching:
        name, kind = branching[1], branching[2]
        label = inside[branching.end() :].strip()
        at += 1
        while label and at < len(tokens) and tokens[at] == "{":
            forms[label], at = _parse(pattern, tokens, at + 1)
            at += 1
            label = ""
            if at < len(tokens) and tokens[at] not in "{}":
                label, at = tokens[at].strip(), at + 1
        if label or "other" not in forms:
            raise ValueError(
                f"{kind} needs forms such as 'one {{...}} other {{...}}', of which 'other' is one: {pattern}"
            )
    if not name or at >= len(tokens) or tokens[at] != "}":
        raise ValueError(f"write {{name}}, {{name, plural, ...}} or {{name, select, ...}}: {pattern}")
    return Placeholder(name, kind, forms), at + 1


def _filled(parts: Parts, values: Mapping[str, Value], number: float | None = None) -> Iterable[str | Tagged]:
    for part in parts:
        if isinstance(part, str):
            yield part if number is None else part.replace("#", _numeral(number))
        elif part.kind:
            form, count = _form(part, values[part.name])
            yield from _filled(form, values, number if count is None else count)
        else:
            yield from _in_english(values[part.name])


def _form(part: Placeholder, value: Value) -> tuple[Parts, float | None]:
    """The form for a value, and the number that it is about."""
    if part.kind == "select":
        label = value.text if isinstance(value, Tagged) else value
        key = label.pattern if isinstance(label, Said) else ""
        return part.forms.get(key, part.forms["other"]), None
    assert isinstance(value, (int, float))
    usual = part.forms.get("one", part.forms["other"]) if value == 1 else part.forms["other"]
    return part.forms.get(f"={value}", usual), value


def _in_english(value: Value) -> Iterable[str | Tagged]:
    if isinstance(value, Tagged):
        for piece in _in_english(value.text):
            yield replace(value, text=piece) if isinstance(piece, str) else piece
    elif isinstance(value, Said):
        yield from value.pieces()
    elif isinstance(value, Items):
        for place, item in enumerate(value.items):
            if place:
                is_last = place == len(value.items) - 1
                words = f" {value.between} " if is_last else ", "
                yield words if value.between in ("and", "or") else value.between
            yield from _in_english(item)
    else:
        yield value if isinstance(value, str) else _numeral(value)


def _numeral(number: float) -> str:
    return f"{number:,}".removesuffix(".0")
