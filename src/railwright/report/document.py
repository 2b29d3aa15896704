"""A report of text, tables and figures, written as Markdown and as one self-contained HTML page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from string import Template


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Plain text; words in backticks are set as code."""

    text: str
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A bullet list."""

    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. Columns of numbers are right-aligned."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text_columns: frozenset[int] = frozenset({0})

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.headings):
                raise ValueError(f"{self.title}: {len(row)} cells under {len(self.headings)} headings")


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure."""

    name: str
    """Name of its file, without the extension."""
    caption: str
    svg: str


Part = Paragraph | Bullets | Grid | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its content."""

    title: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report."""

    title: str
    parts: tuple[Part, ...]
    """Content before the first section."""
    sections: tuple[Section, ...] = field(default=())

    @property
    def pictures(self) -> list[Picture]:
        """All figures, in order."""
        groups = [self.parts, *(section.parts for section in self.sections)]
        return [part for parts in groups for part in parts if isinstance(part, Picture)]


def to_markdown(report: Report, *, figures: str) -> str:
    """The report as Markdown. ``figures`` is the folder of the figures, relative to the report."""
    lines = [f"# {report.title}", "", *_markdown_parts(report.parts, figures)]
    for section in report.sections:
        lines += [f"## {section.title}", "", *_markdown_parts(section.parts, figures)]
    return "\n".join(lines).rstrip() + "\n"


def _markdown_parts(parts: Sequence[Part], figures: str) -> list[str]:
    lines: list[str] = []
    for part in parts:
        match part:
            case Paragraph(text, is_warning):
                lines += [f"**{text}**" if is_warning else text, ""]
            case Bullets(points):
                lines += [*(f"- {point}" for point in points), ""]
            case Grid():
                lines += [*_markdown_grid(part), ""]
            case Picture():
                lines += [f"![{part.caption}]({figures}/{part.name}.svg)", ""]
    return lines


def _markdown_grid(grid: Grid) -> list[str]:
    rules = ["---" if i in grid.text_columns else "---:" for i in range(len(grid.headings))]
    rows = [grid.headings, rules, *grid.rows]
    title = [f"*{grid.title}*", ""] if grid.title else []
    return title + ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]


def to_html(report: Report) -> str:
    """The report as one self-contained HTML page."""
    body = [f"<h1>{escape(report.title)}</h1>", *map(_html_part, report.parts), _contents(report)]
    for i, section in enumerate(report.sections):
        body += [
            f'<section id="section-{i}"><h2>{escape(section.title)}</h2>',
            *map(_html_part, section.parts),
            "</section>",
        ]
    return _PAGE.substitute(
        title=escape(report.title),
        body="\n".join(part for part in body if part),
        dark_media=_DARK_MEDIA,
        dark_rules=_DARK_RULES,
    )


def in_theme(page: str, theme: str) -> str:
    """A report's HTML page in the ``light`` or ``dark`` theme, whatever the browser prefers.

    Pages written by versions that knew no dark theme get its rules, too.
    """
    if _DARK_MEDIA in page:
        return page.replace(f"@media {_DARK_MEDIA}", "@media all" if theme == "dark" else "@media not all", 1)
    return page.replace("</head>", f"<style>{_DARK_RULES}</style></head>", 1) if theme == "dark" else page


def _contents(report: Report) -> str:
    links = "".join(
        f'<li><a href="#section-{i}">{escape(section.title)}</a></li>' for i, section in enumerate(report.sections)
    )
    return f'<nav aria-label="Contents"><ul>{links}</ul></nav>' if links else ""


def _html_part(part: Part) -> str:
    match part:
        case Paragraph(text, is_warning):
            return f'<p class="warning">{_inline(text)}</p>' if is_warning else f"<p>{_inline(text)}</p>"
        case Bullets(points):
            return "<ul>" + "".join(f"<li>{_inline(point)}</li>" for point in points) + "</ul>"
        case Grid():
            return _html_grid(part)
        case Picture():
            caption = _inline(part.caption)
            return f"<figure>{inline_svg(part)}<figcaption>{caption}</figcaption></figure>"


def _html_grid(grid: Grid) -> str:
    sides = ["" if i in grid.text_columns else ' class="number"' for i in range(len(grid.headings))]
    head = "".join(
        f'<th scope="col"{side}>{_inline(cell)}</th>' for cell, side in zip(grid.headings, sides, strict=True)
    )
    rows = "".join(
        "<tr>" + "".join(f"<td{side}>{_inline(cell)}</td>" for cell, side in zip(row, sides, strict=True)) + "</tr>\n"
        for row in grid.rows
    )
    caption = f"<caption>{_inline(grid.title)}</caption>" if grid.title else ""
    return f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>'


def _inline(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def inline_svg(picture: Picture) -> str:
    """A figure as inline SVG: without the header of a file, and with ids that no other figure on the page uses."""
    svg = picture.svg[picture.svg.index("<svg") :]
    svg = re.sub(r'\bid="', f'id="{picture.name}-', svg)
    svg = re.sub(r'href="#', f'href="#{picture.name}-', svg)
    svg = re.sub(r"url\(#", f"url(#{picture.name}-", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(picture.caption, quote=True)}"', 1)


_DARK_MEDIA = "(prefers-color-scheme: dark)"
_DARK_RULES = """\
body { color: #e9ecef; background: #1b222a; }
h2, th, td { border-color: #37424d; }
a { color: #6cc3ae; }
.warning { background: #3a2a1c; }
figure svg { background: #fff; }
figcaption { color: #a9b4bf; }
code { background: #232c35; }"""

_PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
:root { color-scheme: light dark; }
body { color: #1a1a1a; background: #fff; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 3rem; border-top: 1px solid #ccc; padding-top: 1rem; }
table { border-collapse: collapse; font-size: 0.9rem; }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0; }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; margin: 1rem 0; }
.warning { border-left: 4px solid #d55e00; background: #fff3ea; padding: 0.5rem 1rem; font-weight: 600; }
figure { margin: 1.5rem 0; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: #555; font-size: 0.9rem; }
code { background: #f2f2f2; padding: 0 0.2em; }
@media $dark_media {
$dark_rules
}
</style>
</head>
<body>
$body
</body>
</html>
""")
