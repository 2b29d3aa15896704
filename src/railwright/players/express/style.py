"""The numbers that the planner plays by, found in games between planners (docs/computer-players.md)."""

from __future__ import annotations

from railwright.players.kit.options import Option

STYLE = (
    Option(name="turn", default=330, summary="what a turn is worth, in hundredths of a point", high=2000),
    Option(name="extra", default=15, summary="hundredths of a turn that each missing card adds to a track", high=200),
    Option(name="pace", default=130, summary="useful cards in a turn of drawing, in hundredths", low=50, high=300),
    Option(name="share", default=72, summary="percent of the turns to come that a plan may take", high=300),
    Option(name="anew", default=900, summary="plans anew each turn with fewer hundredths of turns to come", high=9000),
    Option(name="rush", default=300, summary="claims anything with so few hundredths of turns to come", high=9000),
    Option(name="least", default=1000, summary="hundredths of a point that a track off the plan must bring", high=3000),
    Option(name="locomotives", default=4, summary="most locomotives spent on a track beyond need", high=9),
    Option(name="more", default=20, summary="turns to come for which it draws tickets when all are done", high=99),
    Option(name="guest", default=400, summary="what a passenger is worth, in hundredths of a point", high=2000),
)
TURN, EXTRA, PACE, SHARE, ANEW, RUSH, LEAST, LOCOMOTIVES, MORE, GUEST = range(len(STYLE))

HOARDING = len(STYLE)
"""Not an option: 1 for a seat that is taken for one that hoards cards."""

STYLE_WORDS = HOARDING + 1
"""The length of a style: the options and HOARDING."""
