"""The numbers that the planner plays by."""

from __future__ import annotations

from railwright.players.options import Option

STYLE = (
    Option(name="turn", default=330, summary="what a turn is worth, in hundredths of a point", low=0, high=2000),
    Option(
        name="pace", default=130, summary="useful cards that a turn of drawing brings, in hundredths", low=50, high=300
    ),
    Option(name="share", default=72, summary="percent of the turns to come that a plan may take", low=0, high=300),
    Option(name="loco", default=4, summary="most locomotives spent on a track without need", low=0, high=9),
    Option(name="more", default=20, summary="draws new tickets with at least so many turns to come", low=0, high=60),
    Option(
        name="network",
        default=30,
        summary="hundredths of a point for each space that lengthens the network",
        low=0,
        high=500,
    ),
    Option(name="extra", default=15, summary="hundredths of a turn for each card that is missing", low=0, high=200),
    Option(name="guest", default=300, summary="what a passenger is worth, in hundredths of a point", low=0, high=2000),
    Option(name="least", default=1000, summary="what a track off the plan must bring, in hundredths", low=0, high=3000),
    Option(name="anew", default=900, summary="plans anew each turn with fewer hundredths of turns to come", low=0, high=9000),
    Option(name="rush", default=300, summary="claims anything with so few hundredths of turns to come", low=0, high=9000),
)
TURN, PACE, SHARE, LOCO, MORE, NETWORK, EXTRA, GUEST, LEAST, ANEW, RUSH = range(len(STYLE))
HOARDING = len(STYLE)
"""Not an option: whether the seat is taken for one that hoards cards."""
STYLE_WORDS = HOARDING + 1
