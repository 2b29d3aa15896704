"""The report writer: Markdown, and one page of HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from railwright.report.document import (
    Bullets,
    Grid,
    Paragraph,
    Picture,
    Report,
    Section,
    in_theme,
    to_html,
    to_markdown,
)

DOT = '<?xml version="1.0"?>\n<svg id="all"><defs><path id="p"/></defs><use href="#p"/><g clip-path="url(#p)"/></svg>'
REPORT = Report(
    "Cats & dogs",
    (Paragraph("Beware.", is_warning=True), Paragraph("Of `1 < 2` and more.")),
    (
        Section("Numbers", (
            Grid("How many", ("animal", "legs"), (("cat|dog", "4"), ("bird", "2"))), Bullets(("one", "two")),
        )),
        Section("Figures", (Picture("dot", 'A "dot"', DOT), Picture("spot", "A spot", DOT))),
    ),
)  # fmt: skip


class Balance(HTMLParser):
    """Checks that what is opened is closed."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_markdown_has_everything_in_order() -> None:
    assert to_markdown(REPORT, figures="pictures") == (
        "# Cats & dogs\n\n**Beware.**\n\nOf `1 < 2` and more.\n\n"
        "## Numbers\n\n*How many*\n\n"
        "| animal | legs |\n| --- | ---: |\n| cat\\|dog | 4 |\n| bird | 2 |\n\n- one\n- two\n\n"
        '## Figures\n\n![A "dot"](pictures/dot.svg)\n\n![A spot](pictures/spot.svg)\n'
    )


def test_the_page_is_balanced_and_escapes_what_must_be() -> None:
    page = to_html(REPORT)
    balance = Balance()
    balance.feed(page)
    assert balance.open == []
    assert "<title>Cats &amp; dogs</title>" in page
    assert "<code>1 &lt; 2</code>" in page
    assert '<p class="warning">Beware.</p>' in page
    assert '<td class="number">4</td>' in page
    assert 'aria-label="A &quot;dot&quot;"' in page


def test_figures_in_a_page_do_not_share_names() -> None:
    page = to_html(REPORT)
    for name in ("dot", "spot"):
        assert f'<path id="{name}-p"/>' in page
        assert f'href="#{name}-p"' in page
        assert f"url(#{name}-p)" in page
    assert "<?xml" not in page


def test_a_row_has_as_many_cells_as_there_are_headings() -> None:
    with pytest.raises(ValueError, match="2 cells under 1 headings"):
        Grid("wrong", ("one",), (("a", "b"),))


def test_a_page_takes_the_theme_that_is_asked_for() -> None:
    page = to_html(REPORT)
    assert "@media (prefers-color-scheme: dark) {" in page  # what the browser prefers
    assert "@media all {" in in_theme(page, "dark")
    assert "@media not all {" in in_theme(page, "light")


def test_a_page_of_an_earlier_version_is_dark_when_asked_for() -> None:
    old = "<html><head><title>Old</title></head><body></body></html>"
    assert in_theme(old, "light") == old
    assert "background: #1b222a" in in_theme(old, "dark")
