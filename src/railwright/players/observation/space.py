"""The observations of a setup: their fields, their size, and the observation of a view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.errors import OptionError
from railwright.game.game import check_seats
from railwright.game.json_reader import brief
from railwright.game.setup import Setup
from railwright.game.view import View
from railwright.players.observation.fields import (
    VERSION,
    ObservationField,
    history_fields,
    planner_fields,
    raw_fields,
)
from railwright.players.observation.history import DEFAULT_EVENTS, EVENT_FIELDS
from railwright.players.observation.layout import make_layout
from railwright.players.observation.observer import observe
from railwright.players.observation.planner import PATH_SCRATCH

OPTIONS = ("raw", "planner", "history", "planner+history")
"""The kinds of observations: as it is; with the planner's numbers; with the last public events; with both."""


class ObservationSpace:
    """The observations of a seat on a setup, of one kind: ``raw``, ``planner``, ``history`` or ``planner+history``."""

    def __init__(self, setup: Setup, seats: int, option: str = "raw", *, events: int = DEFAULT_EVENTS) -> None:
        check_seats(setup, seats)
        if option not in OPTIONS:
            raise OptionError(f"an observation is one of {', '.join(OPTIONS)}, not {brief(option)}")
        if not isinstance(events, int | np.integer) or isinstance(events, bool) or not 1 <= events <= 1000:
            raise OptionError(f"a history has 1 to 1000 events, not {brief(events)}")
        self.setup, self.seats, self.option = setup, int(seats), option
        self.version = VERSION
        with_planner, with_history = "planner" in option, "history" in option
        self.events = int(events) if with_history else 0
        """Number of events in the history, 0 without one."""
        self.fields: tuple[ObservationField, ...] = (
            *raw_fields(setup, seats),
            *(planner_fields(setup) if with_planner else ()),
            *(history_fields(setup, seats, self.events) if with_history else ()),
        )
        """The fields in their order."""
        self.layout: NDArray[Any] = make_layout(self.fields, with_planner=with_planner)
        """The places of the fields for compiled code: an array of one LAYOUT record."""
        self.size = sum(field.size for field in self.fields)
        """How many numbers an observation has."""

    def __repr__(self) -> str:
        return (
            f"<ObservationSpace {self.version} {self.option}, {self.setup!r}, {self.seats} seats: {self.size} numbers>"
        )

    @property
    def slices(self) -> Mapping[str, slice]:
        """The place of each field in an observation."""
        places, end = {}, 0
        for field in self.fields:
            places[field.name] = slice(end, end + field.size)
            end += field.size
        return MappingProxyType(places)

    def new_events(self, games: int = 1) -> NDArray[np.int16]:
        """Empty histories of some games."""
        return np.zeros((games, self.events, EVENT_FIELDS), np.int16)

    def split(self, observation: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """The fields of an observation by name, each in its shape; these are views of the observation."""
        return {
            field.name: observation[place].reshape(field.shape)
            for field, place in zip(self.fields, self.slices.values(), strict=True)
        }

    def of(self, view: View) -> NDArray[np.float32]:
        """The observation of a view. A view knows no history, so this is for observations without one."""
        if self.events:
            raise OptionError("a view has no history: use an observation without it, or the observation of a batch")
        if view.setup is not self.setup or view.seats != self.seats:
            raise OptionError(f"the view is of {view.seats} seats on {view.setup!r}, not of {self!r}")
        out = np.empty(self.size, np.float32)
        scratch = np.zeros(1, PATH_SCRATCH)[0]
        no_events = self.new_events()[0]
        observe(self.setup.rulebook[0], view.table, view.mine, view.seat, self.layout[0], no_events, 0, scratch, out)
        return out

    def markdown(self) -> str:
        """The fields as a table in Markdown."""
        lines = ["| from | field | size | values | meaning |", "| ---: | --- | --- | --- | --- |"]
        for field, place in zip(self.fields, self.slices.values(), strict=True):
            axes = " x ".join(f"{name} {size}" for name, size in zip(field.axes, field.shape, strict=True)) or "1"
            lines.append(f"| {place.start} | `{field.name}` | {axes} | {field.values} | {field.meaning} |")
        return "\n".join(lines)
