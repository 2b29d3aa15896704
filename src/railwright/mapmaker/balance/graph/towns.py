"""Names of invented towns: made of a beginning and an ending, easy to say and to tell apart."""

from __future__ import annotations

from random import Random

BEGINNINGS = (
    "Ambel", "Arvin", "Balder", "Bersk", "Bril", "Bronn", "Caelo", "Cador", "Crell", "Cusk", "Dalver", "Derrin",
    "Dorrow", "Drev", "Elsk", "Emmer", "Eskel", "Evren", "Fallo", "Ferrin", "Fusk", "Garron", "Gelver", "Gorm",
    "Harrow", "Hesk", "Hollin", "Ildren", "Ister", "Jarrow", "Jesker", "Jorl", "Kelder", "Kest", "Kirrin", "Lanner",
    "Lorrel", "Lusk", "Marrow", "Melk", "Morven", "Nessel", "Norrin", "Nusk", "Orlin", "Osker", "Oxen", "Pellin",
    "Perro", "Pusk", "Quell", "Quorn", "Ravel", "Resk", "Rollo", "Sarn", "Selder", "Sorrel", "Tarrow", "Tesk",
    "Thorl", "Ulver", "Umber", "Varrin", "Velk", "Vosk", "Warrel", "Wessel", "Wynd", "Yarrow", "Yelder", "Zell",
)  # fmt: skip
ENDINGS = (
    "bridge", "by", "combe", "dale", "den", "fell", "ford", "gate", "haven", "holm", "mere", "moor", "mouth", "stead",
    "stow", "well", "wick", "wold",
)  # fmt: skip

SHORT = 9
"""Letters of a name that finds room between routes; longer ones come only when there are no more of these."""


def town_names(rng: Random, count: int) -> list[str]:
    """So many different names; no two begin alike as long as there are enough beginnings."""
    most = len(BEGINNINGS) * len(ENDINGS)
    if not 0 <= count <= most:
        raise ValueError(f"there are names for 0 to {most} towns, not for {count}")
    names: list[str] = []
    endings = {beginning: _endings(rng, beginning) for beginning in BEGINNINGS}
    while len(names) < count:
        order = rng.sample(BEGINNINGS, len(BEGINNINGS))
        names += [_put_together(beginning, endings[beginning].pop()) for beginning in order]
    return names[:count]


def _endings(rng: Random, beginning: str) -> list[str]:
    """All endings at random, those of short names last, where they are taken first."""
    shuffled = rng.sample(ENDINGS, len(ENDINGS))
    return sorted(shuffled, key=lambda ending: len(_put_together(beginning, ending)) <= SHORT)


def _put_together(beginning: str, ending: str) -> str:
    """The two in one; what would be the same letter three times, or a w after a w, is written once."""
    return beginning[:-1] + ending if beginning[-1] == ending[0] else beginning + ending
