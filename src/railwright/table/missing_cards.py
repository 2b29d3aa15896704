"""The cards that a seat still lacks for some tracks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from railwright.game.board import Track
from railwright.game.colors import CARDS, COLORS, GRAY, LOCOMOTIVE, TRACK_COLORS

ANY = "any"
"""Key for cards of a gray track whose colour is still free."""

_GRAY = TRACK_COLORS[GRAY]
_LOCOMOTIVE = CARDS[LOCOMOTIVE]


def missing_cards(tracks: Iterable[Track], hand: Mapping[str, int]) -> dict[str, int]:
    """Number of missing cards by colour; `ANY` for a gray track of which no card is in hand.

    Coloured tracks take their cards first, then gray ones, the longest first, of the colour with most cards to spare.
    Locomotives go to ferries, and what is left of them to the colours that lack most. What a tunnel may turn over is
    not counted.
    """
    wanted = sorted(tracks, key=lambda track: (track.color == _GRAY, -track.length))
    left = {color: hand.get(color, 0) for color in COLORS}
    wild = hand.get(_LOCOMOTIVE, 0) - sum(track.locomotives for track in wanted)
    missing: dict[str, int] = {}
    for track in wanted:
        color = max(COLORS, key=lambda one: left[one]) if track.color == _GRAY else track.color
        need = track.length - track.locomotives
        used = min(need, left[color])
        left[color] -= used
        key = ANY if track.color == _GRAY and not used else color
        missing[key] = missing.get(key, 0) + need - used
    while wild > 0 and any(missing.values()):
        most = max(missing, key=lambda color: missing[color])
        missing[most] -= 1
        wild -= 1
    missing[_LOCOMOTIVE] = max(0, -wild)
    return {color: missing[color] for color in (*CARDS, ANY) if missing.get(color)}
