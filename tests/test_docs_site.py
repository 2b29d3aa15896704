"""The site of the documentation: the same pages as in the repository, and nothing from other servers.

`make docs` builds it and refuses dead links; here are the parts that are our own.
"""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest
from markdown_it import MarkdownIt

import railwright
from programs import load_tool

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(ROOT.glob("docs/**/*.md"))
COMPARED = {"h1", "h2", "h3", "p", "ul", "ol", "li", "table", "tr", "td", "pre", "code", "a", "img", "em", "strong"}
site = load_tool("docs_site")


@pytest.mark.parametrize(
    ("source", "link", "on_site"),
    [
        ("README.md", "docs/table.md#limits", "table.md#limits"),
        ("README.md", "docs/images/table.jpg", "images/table.jpg"),
        ("README.md", "CHANGELOG.md", "changes.md"),
        ("CONTRIBUTING.md", "LICENSE", "licence.md"),
        ("docs/architecture.md", "../CONTRIBUTING.md", "contributing.md"),
        ("docs/reports/schaefer2025.md", "../../README.md#what-you-can-do", "../index.md#what-you-can-do"),
        ("docs/reports/schaefer2025.md", "schaefer2025/figure-2.svg", "schaefer2025/figure-2.svg"),
        ("docs/studies.md", "https://example.org/paper.pdf", "https://example.org/paper.pdf"),
        ("docs/studies.md", "#tables", "#tables"),
    ],
)
def test_links_of_the_repository_become_links_of_the_site(source: str, link: str, on_site: str) -> None:
    assert site.with_site_links(f"See [here]({link}).", source) == f"See [here]({on_site})."


@pytest.mark.parametrize(
    "element",
    [
        '<script src="https://example.org/a.js"></script>',
        '<link rel="stylesheet" href="//example.org/a.css">',
        '<img src="http://example.org/a.png">',
    ],
)
def test_a_page_that_loads_from_another_server_is_refused(element: str) -> None:
    (found,) = site.loaded_from_elsewhere(f"<p>{element}</p>")
    assert "example.org" in found


def test_links_and_files_of_the_site_itself_are_fine() -> None:
    page = '<a href="https://example.org">there</a><script src="assets/a.js"></script><img src="data:image/png;,">'
    assert site.loaded_from_elsewhere(page) == []


def test_the_reference_has_every_public_name() -> None:
    named = re.findall(r"^::: railwright\.(\w+)$", site.reference(), re.MULTILINE)
    assert named == railwright.__all__


def test_examples_in_docstrings_become_code() -> None:
    text = "What it does.\n\n>>> 1 + 1\n2\n>>> [0]\n[0]\n\nMore."
    marked = load_tool("docstring_examples").with_code_blocks(text)
    assert marked == "What it does.\n\n```pycon\n>>> 1 + 1\n2\n>>> [0]\n[0]\n```\n\nMore."


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_has_the_same_parts_on_the_site_as_on_github(page: Path) -> None:
    """Python-Markdown, which builds the site, is stricter: it wants a blank line before a list, for instance."""
    text = page.read_text(encoding="utf-8")
    on_site = markdown.markdown(text, extensions=["fenced_code", "md_in_html", "tables"])
    assert parts(on_site) == parts(MarkdownIt("commonmark").enable("table").render(text))


def parts(html: str) -> Counter[str]:
    found: Counter[str] = Counter()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag in COMPARED:
                found[tag] += 1

    Reader().feed(html)
    return found
