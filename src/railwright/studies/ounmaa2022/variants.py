"""The variants that the thesis plays, and the same boards by their official rules."""

from __future__ import annotations

from railwright.studies.variant import Variant

USA = Variant("usa", "North America (base)", "usa", "base", "usa-thesis")
EUROPE = Variant("europe", "Europe", "europe", "base", "europe-thesis")
GERMANY = Variant("germany", "Germany", "germany", "germany_2017", "germany-thesis")
USA_1910 = Variant("1910", "North America (1910)", "usa", "1910", "usa-thesis")
MEGA = Variant("mega", "North America (mega)", "usa", "mega", "usa-thesis")
BIG_CITIES = Variant("big-cities", "North America (big cities)", "usa", "big_cities", "usa-thesis")
LINEAR = Variant("linear", "North America (4.5 points a space)", "usa", "base", "usa-thesis-linear")

SIX = (USA, EUROPE, GERMANY, USA_1910, MEGA, BIG_CITIES)
"""The six variants of the second research question."""

BY_NAME = {variant.name: variant for variant in (*SIX, LINEAR)}

OFFICIAL = (
    Variant("usa", "North America (official)", "usa", "base", "usa"),
    Variant("europe", "Europe (official)", "europe", "base", "europe"),
    Variant("germany", "Germany (official)", "germany", "germany_2017", "germany"),
)
