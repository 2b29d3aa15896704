"""What happened in a game, as JSON text for one viewer. Telling a long game takes some hundredths of a second, so the
text of each step is made once and kept for those who look again."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass, field

from railwright.table.course import Course, Step
from railwright.table.seats import Seats
from railwright.web.seen import steps_seen

MOST_KEPT = 100
"""Games and viewers whose texts are kept. That of a long game has about 150 KB."""


@dataclass(slots=True)
class _Told:
    """What one viewer was told of a game: the opening, then a text for each step."""

    steps: list[Step] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


class News:
    """Texts of what happened, for the games and viewers that were asked for last."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[str, int | None, bool], _Told] = OrderedDict()

    def text(self, game: str, course: Course, seats: Seats, viewer: int | None, *, since: int) -> str:
        """What happened from step ``since`` on (-1: with the deal), as the text of a JSON list."""
        told = self._find((game, viewer, course.game.is_over))
        same = _same_steps(told.steps, course.steps)
        del told.steps[same:], told.texts[same + 1 :]  # the others were taken back
        if not told.texts or same < len(course.steps):
            begin = same if told.texts else -1
            more = steps_seen(course, seats, viewer, since=begin, is_open=course.game.is_over)
            told.texts += [json.dumps(step, ensure_ascii=False) for step in more]
            told.steps = list(course.steps)
        return f"[{', '.join(told.texts[max(-1, since) + 1 :])}]"

    def _find(self, key: tuple[str, int | None, bool]) -> _Told:
        told = self._told.setdefault(key, _Told())
        self._told.move_to_end(key)
        if len(self._told) > MOST_KEPT:
            self._told.popitem(last=False)
        return told


def _same_steps(told: list[Step], steps: list[Step]) -> int:
    """How many of the first steps are the same."""
    for place, (one, other) in enumerate(zip(told, steps, strict=False)):
        if one is not other:
            return place
    return min(len(told), len(steps))
