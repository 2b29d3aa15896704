"""The planner's parameters, tuned in games between planners (docs/computer-players.md)."""

from __future__ import annotations

from railwright.players.kit.options import Option

STYLE = (
    Option(name="turn", default=330, summary="value of a turn, in hundredths of a point", high=2000),
    Option(name="extra", default=15, summary="cost of each missing card of a track, in hundredths of a turn", high=200),
    Option(name="pace", default=130, summary="useful cards per turn of drawing, in hundredths", low=50, high=300),
    Option(name="share", default=72, summary="percentage of the remaining turns that a plan may take", high=300),
    Option(name="anew", default=900, summary="replans each turn with fewer hundredths of turns left", high=9000),
    Option(name="rush", default=300, summary="claims anything with this few hundredths of turns left", high=9000),
    Option(name="least", default=1000, summary="hundredths of a point that a track off the plan must gain", high=3000),
    Option(name="locomotives", default=4, summary="maximum of locomotives spent on a track beyond need", high=9),
    Option(name="more", default=20, summary="draws tickets when all are done with this many turns left", high=99),
    Option(name="guest", default=400, summary="value of a passenger, in hundredths of a point", high=2000),
)
TURN, EXTRA, PACE, SHARE, ANEW, RUSH, LEAST, LOCOMOTIVES, MORE, GUEST = range(len(STYLE))

HOARDING = len(STYLE)
"""Index of a value that is not an option: 1 for a seat that is assumed to hoard cards."""

STYLE_WORDS = HOARDING + 1
"""The length of a style: the options and HOARDING."""
