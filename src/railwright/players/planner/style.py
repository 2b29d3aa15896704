"""The planner's parameters, tuned in games between planners (docs/computer-players.md)."""

from __future__ import annotations

from typing import Annotated

import numba
import numpy as np

from railwright.compiled.layout import dtype_of
from railwright.players.kit.options import Option

STYLE_OPTIONS = (
    Option(name="turn", default=330, summary="value of a turn, in hundredths of a point", high=2000),
    Option(name="extra", default=15, summary="cost of each missing card of a track, in hundredths of a turn", high=200),
    Option(name="pace", default=130, summary="useful cards per turn of drawing, in hundredths", low=50, high=300),
    Option(name="share", default=72, summary="percentage of the remaining turns that a plan may take", high=300),
    Option(
        name="replan_below", default=900, high=9000,
        summary="replans every turn once fewer turns than this are left, in hundredths",
    ),
    Option(name="rush", default=300, summary="claims anything once this few turns are left, in hundredths", high=9000),
    Option(
        name="min_gain", default=1000, high=3000,
        summary="hundredths of a point that a track off the plan must gain",
    ),
    Option(name="locomotives", default=4, summary="most locomotives spent on a track beyond those it requires", high=9),
    Option(
        name="draw_tickets_above", default=20, high=99,
        summary="draws tickets if all are completed and at least this many turns are left",
    ),
    Option(name="passenger_value", default=400, summary="value of a passenger, in hundredths of a point", high=2000),
    Option(name="long_tickets", default=1, summary="long tickets among those drawn, where they can be mixed", high=9),
    Option(name="stations", default=0, summary="1: plans borrow tracks of others with stations", high=1),
    Option(
        name="wanted_tickets", default=0, high=20,
        summary="where most completed tickets earn a bonus: draws tickets early while it holds fewer",
    ),
)  # fmt: skip


class PlayingStyle:
    """The values of STYLE_OPTIONS, in the same order."""

    turn: Annotated[int, np.int64]
    extra: Annotated[int, np.int64]
    pace: Annotated[int, np.int64]
    share: Annotated[int, np.int64]
    replan_below: Annotated[int, np.int64]
    rush: Annotated[int, np.int64]
    min_gain: Annotated[int, np.int64]
    locomotives: Annotated[int, np.int64]
    draw_tickets_above: Annotated[int, np.int64]
    passenger_value: Annotated[int, np.int64]
    long_tickets: Annotated[int, np.int64]
    stations: Annotated[int, np.int64]
    wanted_tickets: Annotated[int, np.int64]


STYLE = dtype_of(PlayingStyle)
STYLE_TYPE = numba.from_dtype(STYLE)
