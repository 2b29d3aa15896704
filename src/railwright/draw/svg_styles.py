"""Reads the style sheets of our own pictures: which properties an element has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

PROPERTIES = (
    "fill", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "font-weight", "font-style",
)  # fmt: skip
"""What an element can have, as an attribute or by a rule of the style sheet."""

Element = tuple[str, frozenset[str]]
"""The tag and the classes of an element."""

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


class Styles:
    """A style sheet. Selectors are tags and classes, also inside others, as in ``.label text``."""

    def __init__(self, sheet: str) -> None:
        rules = []
        for order, (selectors, body) in enumerate(_RULE.findall(sheet)):
            pairs = (part.split(":") for part in body.split(";") if part)
            values = {name.strip(): value.strip() for name, value in pairs}
            for selector in selectors.split(","):
                parts = tuple(_element(part) for part in selector.split())
                weight = (sum(len(classes) for _, classes in parts), sum(tag != "" for tag, _ in parts), order)
                rules.append((weight, parts, values))
        self._rules = [(parts, values) for _, parts, values in sorted(rules, key=lambda rule: rule[0])]
        self.of = lru_cache(maxsize=1024)(self._of)
        """The properties of an element, given as the path of elements that leads to it."""

    def _of(self, path: Sequence[Element]) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for parts, values in self._rules:
            if _matches(parts[-1], path[-1]) and _is_inside(parts[:-1], path[:-1]):
                found |= values
        return found


def _element(text: str) -> Element:
    tag, *classes = text.split(".")
    return tag, frozenset(classes)


def _matches(part: Element, element: Element) -> bool:
    return part[0] in ("", element[0]) and part[1] <= element[1]


def _is_inside(parts: Sequence[Element], path: Sequence[Element]) -> bool:
    """Whether elements of the path match the parts, in their order."""
    rest = iter(path)
    return all(any(_matches(part, element) for element in rest) for part in parts)
