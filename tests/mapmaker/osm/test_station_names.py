"""Names to print, from tags as they are."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railwright.mapmaker.osm.extract.station_names import LONGEST, station_name


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        ({"name": "  Köln \t Hbf\n"}, "Köln Hbf"),
        ({"name": "Köln Hauptbahnhof"}, "Köln Hauptbahnhof"),
        ({"name": "Москва"}, "Москва"),
        ({"name": "Αθήνα", "name:en": "Athens"}, "Αθήνα"),
        ({"name": "طنطا", "name:en": "Tanta"}, "Tanta"),
        ({"name": "سدس", "int_name": "Sads, Sids"}, "Sads"),
        ({"name": "東京", "name:ja-Latn": "Tōkyō"}, "Tōkyō"),
        ({"name": "دشنا"}, "دشنا"),
        ({"name": "Yone Thar Village Railway Station(ရုံးသာ)"}, "Yone Thar Village"),
        ({"name": "Sidi Gaber Train Station"}, "Sidi Gaber"),
        ({"name": "Union Station"}, "Union Station"),
        ({"name": "KB04 Bandar Tasik Selatan", "name:ms": "Bandar Tasik Selatan"}, "Bandar Tasik Selatan"),
        ({"name": "AG7 SP7 Masjid Jamek", "ref": "AG7;SP7"}, "Masjid Jamek"),
        ({"name": "KB04 Bandar"}, "KB04 Bandar"),
        ({"name:en": "Dabaa"}, "Dabaa"),
        ({"name": "\x00\x07"}, ""),
        ({}, ""),
    ],
)
def test_names_are_readable_and_bare(tags: dict[str, str], name: str) -> None:
    assert station_name(tags) == name


@given(st.text(max_size=400), st.text(max_size=400))
def test_names_are_short_and_visible_whatever_stands_there(name: str, english: str) -> None:
    printed = station_name({"name": name, "name:en": english})
    assert len(printed) <= LONGEST
    assert printed == " ".join(printed.split())
    assert not any(unicodedata.category(letter).startswith("C") for letter in printed)
