"""Small pictures of boards for lists."""

from __future__ import annotations

import gzip
from xml.etree import ElementTree

import pytest

from railwright.draw import DARK, LIGHT, Theme, place_board
from railwright.draw.preview import WIDTH, draw_preview
from railwright.maps.load import load_board

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("board", "theme"), [("usa", LIGHT), ("germany", DARK)])
def test_a_preview_shows_all_cities_and_colours_in_few_bytes(board: str, theme: Theme) -> None:
    found = load_board(board)
    text = draw_preview(found, layout=place_board(found, width=WIDTH), theme=theme, beyond=100)
    picture = ElementTree.fromstring(text)
    assert len(picture.findall(f"{SVG}circle")) == len(found.cities)
    strokes = {path.get("stroke") for path in picture.findall(f"{SVG}path")}
    assert {theme.tracks[track.color] for track in found.tracks} <= strokes
    assert len(gzip.compress(text.encode())) < 35_000
