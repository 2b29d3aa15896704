"""Every official board and ticket deck, under the official rules."""

from __future__ import annotations

from railwright.studies.variant import Variant

USA = Variant("usa-base", "North America", "usa", "base", "usa")
"""The board and deck of the paper."""

EVERY = (
    USA,
    Variant("usa-base_revised", "North America, revised deck", "usa", "base_revised", "usa"),
    Variant("usa-1910", "North America, 1910", "usa", "1910", "usa"),
    Variant("usa-big_cities", "North America, big cities", "usa", "big_cities", "usa"),
    Variant("usa-mega", "North America, mega game", "usa", "mega", "usa"),
    Variant("europe-base", "Europe", "europe", "base", "europe"),
    Variant("europe-expanded_1912", "Europe, expanded 1912", "europe", "expanded_1912", "europe"),
    Variant("europe-big_cities_1912", "Europe, big cities 1912", "europe", "big_cities_1912", "europe"),
    Variant("europe-mega_1912", "Europe, mega game 1912", "europe", "mega_1912", "europe"),
    Variant("germany-germany_2017", "Germany", "germany", "germany_2017", "germany"),
    Variant("germany-deutschland_2012", "Germany, deck of 2012", "germany", "deutschland_2012", "germany"),
)
