"""English texts that remember how they were made, so that a page can say them in another language.

A text is made from a pattern and values. Patterns are written in the part of ICU's message format that the page reads,
too: ``{name}`` for a value and ``{count, plural, one {# card} other {# cards}}`` for what depends on a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

Value = str | int | float
"""What a pattern can be filled with. Texts that were made by `say` are translated with it."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}|\{(\w+), plural,((?:\s*(?:=\d+|\w+) \{[^{}]*(?:\{\w+\}[^{}]*)*\})+)\s*\}")
_FORM = re.compile(r"(=\d+|\w+) \{([^{}]*(?:\{\w+\}[^{}]*)*)\}")


class Said(str):
    """An English text with the pattern and the values that it was made from."""

    __slots__ = ("pattern", "values")
    pattern: str
    values: Mapping[str, Value]

    def __new__(cls, pattern: str, values: Mapping[str, Value]) -> Said:
        """Fill the values into the pattern."""
        said = super().__new__(cls, _filled(pattern, values))
        said.pattern, said.values = pattern, values
        return said

    def __reduce__(self) -> tuple[type[Said], tuple[str, Mapping[str, Value]]]:
        """Texts stay what they are on their way between processes."""
        return Said, (self.pattern, dict(self.values))


def say(pattern: str, /, **values: Value) -> Said:
    """Make a text from a pattern and values.

    >>> say("{who} drew {count, plural, one {a card} other {# cards}}.", who="Ada", count=2)
    'Ada drew 2 cards.'
    """
    return Said(pattern, values)


def joined(items: Iterable[str], between: str) -> Said:
    """Texts with something between them, each translated on its own.

    >>> joined(["red", "blue"], ", ")
    'red, blue'
    """
    values = {f"item{place}": item for place, item in enumerate(items)}
    return Said(between.join(f"{{{name}}}" for name in values), values)


def listed(items: Iterable[str]) -> str:
    """Texts as a list in words.

    >>> listed(["Ada"]), listed(["Ada", "Ben", "Cleo"])
    ('Ada', 'Ada, Ben and Cleo')
    """
    *before, last = items
    return say("{first} and {last}", first=joined(before, ", "), last=last) if before else last


def said_json(text: str) -> Any:
    """A text as plain values for JSON: with its pattern and values, where it has them."""
    if not isinstance(text, Said):
        return text
    values = {name: said_json(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return {"text": str(text), "pattern": text.pattern, "values": values}


def _filled(pattern: str, values: Mapping[str, Value]) -> str:
    return _PLACEHOLDER.sub(lambda match: _replaced(match, values), pattern)


def _replaced(match: re.Match[str], values: Mapping[str, Value]) -> str:
    name, counted, forms = match.groups()
    if name:
        return _text(values[name])
    number = values[counted]
    texts = dict(_FORM.findall(forms))
    form = texts.get(f"={number}") or texts["one" if number == 1 and "one" in texts else "other"]
    return _filled(form.replace("#", _text(number)), values)


def _text(value: Value) -> str:
    return value if isinstance(value, str) else f"{value:,}"
