"""Where each field of an observation begins, as a record for compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numba
import numpy as np
from numpy.typing import NDArray

from railwright.compiled.layout import Ints, dtype_of
from railwright.game.state import NONE
from railwright.players.observation.fields import FIELD_NAMES, ObservationField

FIELDS = len(FIELD_NAMES)


class ObservationLayout:
    """The places and scales of the fields, by field number."""

    offset: Annotated[Ints, np.int64, FIELDS]
    """The index of the first number of each field; NONE for a field that the observation does not have."""
    total: Annotated[int, np.int64]
    """Number of numbers in the observation."""
    with_planner: Annotated[int, np.int64]
    """1 if it has the planner's numbers."""
    events: Annotated[int, np.int64]
    """Number of events in the history, 0 without one."""
    event_size: Annotated[int, np.int64]
    """Number of numbers that describe one event."""
    inverse: Annotated[Any, np.float32, FIELDS]
    """1 / divisor of each field: compiled code multiplies, which is faster."""


LAYOUT = dtype_of(ObservationLayout)
LAYOUT_TYPE = numba.from_dtype(LAYOUT)


def make_layout(fields: Sequence[ObservationField], *, with_planner: bool) -> NDArray[Any]:
    """The layout of an observation with these fields: an array of one LAYOUT record."""
    layouts = np.zeros(1, LAYOUT)
    offset, inverse = layouts["offset"][0], layouts["inverse"][0]
    offset[:] = NONE
    end = 0
    for field in fields:
        number = FIELD_NAMES.index(field.name)
        offset[number], inverse[number] = end, np.float32(1 / field.divisor)
        end += field.size
        if field.name == "events":
            layouts["events"], layouts["event_size"] = field.shape
    layouts["total"], layouts["with_planner"] = end, with_planner
    layouts.setflags(write=False)
    return layouts
