"""Printed boards, read back from the PDF."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from itertools import pairwise
from math import ceil

import numpy as np
import pytest
import shapely

from draw.conftest import board_called, make_board
from mapmaker.print.pdf_reader import Page, Path, Pdf
from railwright.draw.palette import TRACK_FILLS
from railwright.errors import OptionError, UnknownNameError
from railwright.game.board import Board
from railwright.mapmaker.print.pdf_document import Printed, make_document
from railwright.mapmaker.print.printable_names import city_lines, printed_names
from railwright.mapmaker.print.tiles import OVERLAP

SOURCE = "Railways: © OpenStreetMap contributors, Open Database License 1.0"
LAND = "Land and water: Natural Earth (public domain)"


def small_board(**more: object) -> Board:
    """Six cities around Bern, with a double track, a tunnel, a ferry and two tickets."""
    places = [(46.95, 7.45), (47.38, 8.54), (46.2, 6.14), (47.55, 7.6), (46.0, 8.95), (46.85, 9.53)]
    pairs = [(0, 1), (0, 2), (0, 3), (1, 3), (1, 4), (1, 5), (4, 5)]
    tracks: list[dict[str, object]] = [
        {"cities": pair, "length": 2 + k % 3, "color": "red"} for k, pair in enumerate(pairs)
    ]
    tracks.append({"cities": (0, 1), "length": 2, "color": "white"})
    tracks[5] |= {"kind": "tunnel"}
    tracks[6] |= {"kind": "ferry", "locomotives": 1}
    board = make_board(places, tracks, ["Bern", "Zürich", "Genève", "Basel", "Lugano", "Chur"])
    tickets = [{"cities": ["Bern", "Chur"], "points": 6}, {"cities": ["Genève", "Lugano"], "points": 21, "long": True}]
    return Board.from_dict(board.to_dict() | {"title": "Small", "source": SOURCE, "tickets": tickets} | more)


@cache
def printed(name: str, paper: str) -> Printed:
    board = small_board() if name == "small" else board_called(name)
    return make_document(board, paper=paper, compressed=False)


@cache
def pages(name: str, paper: str) -> list[Page]:
    return Pdf(printed(name, paper).pdf).pages


def rgb(color: str) -> tuple[int, int, int]:
    red, green, blue = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    return red, green, blue


def size_of(path: Path) -> tuple[float, float]:
    """Length and width of the smallest rectangle around a path."""
    corners = np.array(shapely.minimum_rotated_rectangle(shapely.MultiPoint(path.rings[0])).exterior.coords)
    sides = sorted(float(np.hypot(*(b - a))) for a, b in list(pairwise(corners))[:2])
    return sides[1], sides[0]


def spaces_on(page: Page) -> list[Path]:
    """Train spaces: outlined areas in the colour of a track that have the true size."""
    colors = set(map(rgb, TRACK_FILLS.values()))
    found = [path for path in page.paths if path.outlined and path.color in colors and len(path.rings) == 1]
    return [path for path in found if size_of(path) == pytest.approx((20.0, 9.0), abs=0.03)]


def test_every_space_has_its_true_size_and_touches_no_other() -> None:
    board, (page, *_) = board_called("usa"), pages("usa", "poster")
    spaces = spaces_on(page)
    assert len(spaces) == sum(track.length for track in board.tracks) == 309
    shapes = [shapely.Polygon(path.rings[0]) for path in spaces]
    one, two = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    assert (one == two).all()
    assert printed("usa", "poster").touching == ()


def test_spaces_have_the_colours_of_their_tracks() -> None:
    board = board_called("usa")
    seen = [path.color for path in spaces_on(pages("usa", "poster")[0])]
    for color, fill in TRACK_FILLS.items():
        assert seen.count(rgb(fill)) == sum(track.length for track in board.tracks if track.color == color)


def test_a_poster_is_as_large_as_its_board_and_cards_are_on_a4() -> None:
    document, (page, *cards) = printed("usa", "poster"), pages("usa", "poster")
    assert (page.width, page.height) == pytest.approx((document.width, document.height), abs=0.1)
    assert len(cards) == document.card_pages == ceil(30 / 16)
    assert all((card.width, card.height) == pytest.approx((297, 210), abs=0.1) for card in cards)


def test_all_names_points_and_credits_are_printed() -> None:
    board, (page, *cards) = board_called("usa"), pages("usa", "poster")
    words = " ".join(page.text)
    for city in board.cities:
        assert all(word in words for word in city.name.split())
    assert {"1", "2", "4", "7", "10", "15"} <= set(page.text)
    assert LAND in page.text
    shown = [text for card in cards for text in card.text]
    for ticket in board.deck("base"):
        assert shown.count(" – ".join(ticket.places)) == 1
    assert sorted(int(text) for text in shown if text.isdigit()) == sorted(t.points for t in board.deck("base"))


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("tabloid", (279.4, 431.8))])
def test_sheets_cover_the_board(paper: str, size: tuple[float, float]) -> None:
    document, every = printed("small", paper), pages("small", paper)
    overview, *sheets = every[: document.board_pages]
    for page in every:
        assert sorted((page.width, page.height)) == pytest.approx(size, abs=0.1)
    columns, rows = grid_of(document, sheets)
    assert columns * rows == len(sheets)
    names = [f"{'ABCDEFGH'[c]}{r + 1}" for r in range(rows) for c in range(columns)]
    for name, sheet in zip(names, sheets, strict=True):
        assert any(text.startswith(f"{name}: ") for text in sheet.text)
        assert name in overview.text
    assert any(f"{document.width:.0f} x {document.height:.0f} mm" in text for text in overview.text)


def grid_of(document: Printed, sheets: list[Page]) -> tuple[int, int]:
    """How many parts of the sheets' size lie side by side and below each other on the board, with their overlaps."""
    (_, _, width, height), *others = [window for sheet in sheets for window in sheet.windows]
    assert all(window[2:] == pytest.approx((width, height), abs=0.01) for window in others)
    wide, tall = (document.width - OVERLAP) / (width - OVERLAP), (document.height - OVERLAP) / (height - OVERLAP)
    assert (wide, tall) == pytest.approx((round(wide), round(tall)), abs=0.001)
    return round(wide), round(tall)


def test_every_sheet_is_filled_with_the_board_between_its_margins() -> None:
    sheets = pages("small", "a4")[1 : printed("small", "a4").board_pages]
    for sheet in sheets:
        [(x, y, width, height)] = sheet.windows
        filled = shapely.union_all([shapely.Polygon(path.rings[0]).buffer(0) for path in sheet.paths])
        assert shapely.box(x, y, x + width, y + height).difference(filled).area == pytest.approx(0, abs=1)
        assert min(x, y, sheet.width - x - width, sheet.height - y - height) >= 7.5 - 0.01  # printers leave 4 to 6 mm


def test_every_space_is_whole_on_the_sheets_together() -> None:
    board, document = small_board(), printed("small", "a4")
    sheets = pages("small", "a4")[1 : document.board_pages]
    columns, _ = grid_of(document, sheets)
    shown: dict[tuple[float, float], list[shapely.Geometry]] = {}
    for k, sheet in enumerate(sheets):
        [(left, top, width, height)] = sheet.windows
        move = np.array([k % columns * (width - OVERLAP) - left, k // columns * (height - OVERLAP) - top])
        for path in spaces_on(sheet):
            part = shapely.Polygon(path.rings[0]) & shapely.box(left, top, left + width, top + height)
            x, y = (path.rings[0] + move).mean(axis=0).round(0)
            shown.setdefault((x, y), []).append(shapely.transform(part, lambda at, move=move: at + move))
    assert len(shown) == sum(track.length for track in board.tracks) + 2  # tunnel and ferry below the map
    for parts in shown.values():
        assert shapely.union_all(parts).area == pytest.approx(180, abs=2)  # less the round corners


@pytest.mark.parametrize("paper", ["a4", "tabloid", "poster"])
def test_every_page_says_where_its_data_come_from(paper: str) -> None:
    for page in pages("small", paper):
        words = " ".join(page.text)
        assert SOURCE in words
        assert LAND in words


def test_cards_have_their_size_and_both_ends_marked() -> None:
    cards = pages("small", "a4")[-1]
    assert {"Bern – Chur", "Genève – Lugano", "6", "21"} <= set(cards.text)
    bands = [path for path in cards.paths if path.color in (rgb("#1f4e79"), rgb("#5a4632")) and not path.outlined]
    assert [tuple(np.ptp(band.rings[0], axis=0).round(1)) for band in bands] == [(68.0, 10.0), (68.0, 10.0)]
    assert len([path for path in cards.paths if path.color == rgb("#c01515")]) == 4


def test_equal_boards_give_equal_bytes() -> None:
    program = (
        "import sys, hashlib\n"
        "from mapmaker.print.test_print_document import small_board\n"
        "from railwright.mapmaker.print.pdf_document import make_document\n"
        "print(hashlib.sha256(make_document(small_board(), train_cards=True).pdf).hexdigest())\n"
    )
    hashes = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program], env=_environment(seed), capture_output=True, text=True, check=True
        )
        hashes.add(done.stdout)
    assert len(hashes) == 1


def _environment(seed: str) -> dict[str, str]:
    return {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def test_without_cards_there_are_none() -> None:
    document = make_document(small_board(), paper="poster", cards=False, compressed=False)
    assert (document.board_pages, document.card_pages, document.cards) == (1, 0, 0)
    assert len(Pdf(document.pdf).pages) == 1


def test_a_board_at_sea_has_invented_land_and_no_credit_for_the_real_one() -> None:
    cities = small_board().to_dict()["cities"]
    moved = [city | {"latitude": city["latitude"] - 90, "longitude": city["longitude"] - 130} for city in cities]
    document = make_document(small_board(cities=moved), paper="poster", compressed=False)
    assert all(LAND not in " ".join(page.text) for page in Pdf(document.pdf).pages)
    assert all(SOURCE in " ".join(page.text) for page in Pdf(document.pdf).pages)


def test_names_that_the_font_lacks_become_numbers() -> None:
    text = json.dumps(small_board().to_dict(), ensure_ascii=False).replace("Chur", "東京")
    board = Board.from_dict(json.loads(text))
    document = make_document(board, paper="poster", compressed=False)
    assert document.unprintable == ("東京",)
    page, cards = Pdf(document.pdf).pages
    assert "No. 6" in page.text
    assert "Bern – No. 6" in cards.text


def test_a_city_has_the_same_name_on_the_board_and_on_its_tickets() -> None:
    """Also if a third of its letters can be printed: too few for a name."""
    name = "東京Ab東京"
    board = Board.from_dict(json.loads(json.dumps(small_board().to_dict(), ensure_ascii=False).replace("Chur", name)))
    assert city_lines(board, 5, (name,)) == (printed_names(board)[name],) == ("No. 6",)


def test_a_track_longer_than_the_rules_know_is_printed_without_points() -> None:
    board = make_board([(46.0, 7.0), (47.0, 8.0), (46.0, 8.0)], [{"cities": (0, 1), "length": 9}, {"cities": (1, 2)}])
    page = Pdf(make_document(board, paper="poster", cards=False, compressed=False).pdf).pages[0]
    assert len(spaces_on(page)) == 10


def test_tracks_that_cross_are_told() -> None:
    places = [(46.0, 7.0), (47.0, 8.0), (46.0, 8.0), (47.0, 7.0)]
    tracks = [{"cities": pair, "length": 2} for pair in ((0, 1), (2, 3), (0, 2))]
    assert make_document(make_board(places, tracks), paper="poster").touching


def test_wrong_choices_are_told_in_one_line() -> None:
    with pytest.raises(OptionError, match="there is no paper 'a5'; choose one of a4, a3, letter, tabloid, poster"):
        make_document(small_board(), paper="a5")
    with pytest.raises(OptionError, match="on paper 'poster'; choose one of a4, a3, letter, tabloid"):
        make_document(small_board(), card_paper="poster")
    with pytest.raises(UnknownNameError, match="no ticket deck 'mega'; its decks are base"):
        make_document(small_board(), deck="mega")
