"""Small tables as plain text and as HTML, for things that print themselves and show themselves in notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def text_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in columns: the first one left-aligned, the others right-aligned.

    >>> print(text_table(["player", "wins"], [["rule", "12"], ["random", "3"]]))
    player  wins
    rule      12
    random     3
    """
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    return "\n".join("  ".join(_cells(line, widths)).rstrip() for line in lines)


def _cells(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]


def html_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same table as HTML.

    >>> html_table(["player"], [["<mine>"]])
    '<table><thead><tr><th>player</th></tr></thead><tbody><tr><td>&lt;mine&gt;</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
