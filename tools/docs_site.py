"""Hooks of MkDocs for the site of the documentation (mkdocs.yml).

The pages in docs/ link to each other and to README.md, CONTRIBUTING.md and other files above them as they lie in the
repository, so that they can be read there. On the site those files are pages, too: their text is taken as it is, and
links are changed to where pages lie on the site. The reference is made of the docstrings of the public names.

A page that would load anything from another server is an error.
"""

from __future__ import annotations

import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

import railwright

ROOT = Path(__file__).parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "LICENSE": "licence.md",
}
"""Files above docs/ that are pages of the site."""
REFERENCE = "reference.md"
LINK = re.compile(r"(?<=\]\()(?![a-z]+:)([^)#\s]+)")
"""The path in a Markdown link to a file."""
LOADING = {"script": "src", "link": "href", "img": "src", "iframe": "src", "object": "data", "source": "src"}
"""Elements of HTML whose contents a browser loads at once, each with the attribute that names them."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that do not lie in docs/."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    files.append(File.generated(config, REFERENCE, content=reference()))
    return files


def reference() -> str:
    """The page that mkdocstrings fills with the docstrings of the public names."""
    text = "# Reference\n\nThe public names of `railwright`. [From Python](python.md) shows how to use them together.\n"
    return text + "".join(f"\n::: railwright.{name}\n" for name in railwright.__all__)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Change links between files of the repository to links between pages."""
    places = {place: source for source, place in PAGES.items()}
    return with_site_links(markdown, places.get(page.file.src_uri, f"docs/{page.file.src_uri}"))


def with_site_links(markdown: str, source: str) -> str:
    """The text of a file of the repository with its links as they must be on the site."""
    here = posixpath.dirname(source)
    start = posixpath.dirname(place_of(source))

    def link(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(here, found[1]))
        return posixpath.relpath(place_of(target), start or ".")

    return LINK.sub(link, markdown)


def place_of(source: str) -> str:
    """Where a file of the repository lies on the site."""
    return PAGES.get(source) or source.removeprefix("docs/")


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Refuse a page that loads something from another server."""
    if found := loaded_from_elsewhere(output):
        raise PluginError(f"{page.file.src_uri} loads from another server: {', '.join(found)}")
    return output


def loaded_from_elsewhere(html: str) -> list[str]:
    """The addresses on other servers that a browser would load to show a page."""
    found: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            address = dict(attrs).get(LOADING.get(tag, "")) or ""
            if re.match(r"([a-z]+:)?//", address):
                found.append(address)

    Reader().feed(html)
    return found
