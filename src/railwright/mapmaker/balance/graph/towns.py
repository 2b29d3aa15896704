"""Names of invented towns: a beginning and an ending, easy to say and to tell apart."""

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
"""Letters in a name that fits between routes; longer names are used only when the short ones run out."""


def town_names(rng: Random, count: int) -> list[str]:
    """Distinct names for ``count`` towns; no two begin alike as long as there are enough beginnings."""
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
    """All endings in random order, those of short names last, because endings are popped from the end."""
    shuffled = rng.sample(ENDINGS, len(ENDINGS))
    return sorted(shuffled, key=lambda ending: len(_put_together(beginning, ending)) <= SHORT)


def _put_together(beginning: str, ending: str) -> str:
    """Join a beginning and an ending; a letter that ends the one and starts the other is written once."""
    return beginning[:-1] + ending if beginning[-1] == ending[0] else beginning + ending
