"""Joins the modules of the page into one script, so that a browser needs one request instead of one for each.

Each module becomes a block of the script, after the blocks of the modules that it imports. What it exports is put into
an object, from which the blocks of others take it. This works for the plain forms of imports and exports that the page
uses; any other form is refused, with its place. There is nothing to build: the server joins the modules as it starts,
and again when a file has changed.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from railwright.errors import FileError

_COMMENT = re.compile(r"/\*\*.*?\*/|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE)
_IMPORT = re.compile(r'^import\s+(?:(\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+)?"([^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?function\*?|class|const)\s+(\w+)", re.MULTILINE)
_OTHER_FORM = re.compile(r"^\s*(import|export)\b(?!\.meta)|\bimport\s*\(", re.MULTILINE)
_RENAMED = re.compile(r"(\w+)\s+as\s+(\w+)")

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A script made of modules."""

    script: str
    source_map: str
    """Where each line of the script comes from, for the developer tools of browsers."""


def bundle_modules(modules: Mapping[str, str], entry: str) -> Bundle:
    """Join a module and all that it imports.

    Args:
        modules: Texts of the modules, by path.
        entry: Path of the module to run.
    """
    order = _in_order(modules, entry)
    lines, places = ["// The modules of the page, joined by the server."], [("", 0)]
    for path in order:
        lines.append(f"const {_variable(path)} = {{}}; {{ // {path}")
        places.append(("", 0))
        body = _as_block(path, modules[path]).split("\n")
        lines += body
        places += [(path, number) for number in range(len(body))]
        lines.append("}")
        places.append(("", 0))
    return Bundle("\n".join(lines) + "\n", _source_map(order, places))


def _in_order(modules: Mapping[str, str], entry: str) -> list[str]:
    """The module and all that it imports, each after those that it imports itself."""
    order: list[str] = []
    pending: list[str] = []

    def visit(path: str) -> None:
        if path in order:
            return
        if path in pending:
            circle = " -> ".join([*pending[pending.index(path) :], path])
            raise FileError(f"modules of the page import each other in a circle: {circle}; move what they share")
        pending.append(path)
        for imported in _imports(path, modules[path]):
            if imported not in modules:
                raise FileError(f"{path}: imports {imported}, which does not exist")
            visit(imported)
        order.append(pending.pop())

    visit(entry)
    return order


def _imports(path: str, text: str) -> Iterator[str]:
    for match in _IMPORT.finditer(_without_comments(text)):
        yield _resolved(path, match[2])


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _as_block(path: str, text: str) -> str:
    """The text of a module as the inside of a block, with the same lines."""
    exported: list[str] = []

    def take(match: re.Match[str]) -> str:
        what, source = match[1], _variable(_resolved(path, match[2]))
        line = ""
        if what and what.startswith("*"):
            line = f"const {what.split()[-1]} = {source};"
        elif what:
            names = " ".join(_RENAMED.sub(r"\1: \2", what).split())
            line = f"const {names} = {source};"
        return line + "\n" * match[0].count("\n")

    def give(match: re.Match[str]) -> str:
        exported.append(match[2])
        return f"{match[1]} {match[2]}"

    block = _EXPORT.sub(give, _IMPORT.sub(take, _without_comments(text)))
    other = _OTHER_FORM.search(block)
    if other is not None:
        line = block.count("\n", 0, other.end()) + 1
        raise FileError(
            f'{path}, line {line}: write imports as import {{ a, b as c }} from "./file.js" or import * as a, and '
            "exports as export function, export class or export const; the server cannot join other forms"
        )
    return block + f"Object.assign({_variable(path)}, {{ {', '.join(exported)} }});" if exported else block


def _without_comments(text: str) -> str:
    """The text without comments that begin a line or describe types, but with all of its lines."""
    return _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _source_map(order: list[str], places: list[tuple[str, int]]) -> str:
    """A source map (ECMA-426) with one mapping for each line."""
    number = {path: index for index, path in enumerate(order)}
    lines, source, line = [], 0, 0
    for path, at in places:
        if not path:
            lines.append("")
            continue
        steps = (0, number[path] - source, at - line, 0)
        lines.append("".join(map(_base64_vlq, steps)))
        source, line = number[path], at
    sources = [f"../static/{path}" for path in order]
    return json.dumps({"version": 3, "sources": sources, "names": [], "mappings": ";".join(lines)})


def _base64_vlq(value: int) -> str:
    """A number in the code of source maps: five bits a letter, the lowest first; the very lowest is the sign."""
    left = (-value << 1) | 1 if value < 0 else value << 1
    letters = ""
    while True:
        left, digit = left >> 5, left & 31
        letters += _BASE64[digit | 32 if left else digit]
        if not left:
            return letters
