"""Write the tables of stages and fields in docs/players.md, from the code and its docstrings.

Each table is between two comments, the first of which names what it lists:

    <!-- fields of railwright.game.state.Table -->
    <!-- end -->

Run it after changing these classes: ``python tools/make_field_tables.py``. A test compares the page with the code.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).parent.parent / "docs" / "players.md"

MARKED = re.compile(r"<!-- (\w+) of ([\w.]+) -->\n.*?<!-- end -->", re.DOTALL)

INDEXES = {
    "MAX_SEATS": "seat", "MAX_TRACKS": "track", "MAX_CITIES": "city", "MAX_TICKETS": "ticket", "CARD_KINDS": "card",
    "TRACK_WORDS": "word", "TICKET_WORDS": "word", "FACE_UP_PLACES": "place", "MAX_OFFER": "place",
    "TUNNEL_CARDS": "place", "LENGTHS": "length", "MAX_PARALLEL - 1": "place", "len(PASSENGER_COLORS)": "color",
    "len(COLORS)": "color", "len(TIEBREAKS)": "place", "2": "kind",
}  # fmt: skip
"""The name of an array index, by the expression for its length in the code."""


def rewritten(page: str) -> str:
    """The page with its tables updated."""
    return MARKED.sub(lambda found: _table(found[1], found[2]), page)


def _table(what: str, name: str) -> str:
    place, _, last = name.rpartition(".")
    module = import_module(place)
    rows = {"stages": _stages, "fields": _fields, "attributes": _attributes}[what](module, last)
    lines = [f"| `{field}` | {' '.join(meaning.replace('``', '`').split())} |" for field, meaning in rows]
    heading = "stage | to be decided" if what == "stages" else "field | what it is"
    return "\n".join([f"<!-- {what} of {name} -->", "", f"| {heading} |", "| --- | --- |", *lines, "", "<!-- end -->"])


def _stages(module: ModuleType, last: str) -> Iterator[tuple[str, str]]:
    """The names of the stages, each with the docstring of its constant."""
    meanings = dict(_documented(ast.parse(inspect.getsource(module)).body))
    constants = [name for name in meanings if name.startswith("AT_") or name == "OVER"]
    by_number = {getattr(module, name): meanings[name] for name in constants}
    return ((stage, by_number[number]) for number, stage in enumerate(getattr(module, last)))


def _fields(module: ModuleType, last: str) -> Iterator[tuple[str, str]]:
    """The annotated fields of a class; arrays with the names of their indexes."""
    body = _class(module, last).body
    meanings = dict(_documented(body))
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
            if name not in meanings:
                raise ValueError(f"{module.__name__}.{last}.{name} has no docstring")
            yield name + _indexes(node.annotation), meanings[name]


def _attributes(module: ModuleType, last: str) -> Iterator[tuple[str, str]]:
    """The public attributes, properties and methods of a class."""
    for node in ast.walk(_class(module, last)):
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            yield from ((name, text) for name, text in _documented(node.body) if not name.startswith("_"))
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            is_property = any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list)
            arguments = ", ".join(argument.arg for argument in node.args.args[1:])
            yield node.name + ("" if is_property else f"({arguments})"), ast.get_docstring(node) or ""


def _class(module: ModuleType, name: str) -> ast.ClassDef:
    tree = ast.parse(inspect.getsource(module))
    return next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)


def _documented(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Assigned or annotated names, with the docstring below them."""
    for node, following in pairwise(body):
        if not isinstance(following, ast.Expr) or not isinstance(following.value, ast.Constant):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name):
                yield target.id, str(following.value.value)
            elif isinstance(target, ast.Attribute):
                yield target.attr, str(following.value.value)


def _indexes(annotation: ast.expr) -> str:
    """The index names of an array, such as ``[seat, card]``; empty for a plain number."""
    if not (isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated"):
        return ""
    assert isinstance(annotation.slice, ast.Tuple)
    counts = [INDEXES[ast.unparse(part)] for part in annotation.slice.elts[2:]]
    return f"[{', '.join(counts)}]" if counts else ""


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
