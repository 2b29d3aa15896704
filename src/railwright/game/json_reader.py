"""Validates plain JSON values and collects everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from railwright.errors import Problem


class JsonReader:
    """Collects the problems of one data file while its values are read.

    Each method returns a usable value even after a problem, so that one pass finds every mistake.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def complain(self, place: str, message: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(place.encode("utf-8", "backslashreplace").decode(), message))

    def object(
        self, value: Any, place: str, *, needs: Collection[str] = (), allows: Collection[str] | None = None
    ) -> dict[str, Any]:
        """A JSON object with all keys in ``needs``. If ``allows`` is given, no keys other than these two sets."""
        if not isinstance(value, Mapping):
            self.complain(place, f"must be an object, not {brief(value)}")
            return {}
        for key in needs:
            if key not in value:
                self.complain(place, f"the key {key!r} is missing")
        if allows is not None:
            known = [*needs, *allows]
            for key in value:
                if key not in known:
                    self.complain(place, f"unknown key {key!r}; valid keys are {', '.join(known)}")
        return dict(value)

    def list(self, value: Any, place: str) -> Sequence[Any]:
        """A JSON array."""
        if not isinstance(value, list | tuple):
            self.complain(place, f"must be a list, not {brief(value)}")
            return ()
        return value

    def text(self, value: Any, place: str) -> str:
        """A non-empty string without line breaks or other control characters."""
        if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > 200:
            self.complain(place, f"must be one line of text, 1 to 200 characters long, not {brief(value)}")
            return ""
        return value

    def number(self, value: Any, place: str, low: float, high: float) -> float:
        """A number from ``low`` to ``high``."""
        good = isinstance(value, int | float) and not isinstance(value, bool)
        if not good or not low <= value <= high:
            self.complain(place, f"must be a number from {low:g} to {high:g}, not {brief(value)}")
            return low
        return float(value)

    def whole(self, value: Any, place: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.complain(place, f"must be a whole number from {low} to {high}, not {brief(value)}")
            return low
        return value

    def flag(self, value: Any, place: str) -> bool:
        """A Boolean."""
        if not isinstance(value, bool):
            self.complain(place, f"must be true or false, not {brief(value)}")
            return False
        return value

    def choice(self, value: Any, place: str, choices: Sequence[str]) -> str:
        """One of some strings."""
        if value not in choices:
            self.complain(place, f"must be one of {', '.join(choices)}, not {brief(value)}")
            return choices[0]
        return str(value)


def brief(value: Any, longest: int = 40) -> str:
    """A value for a message: its repr on one line, shortened to ``longest`` characters."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print integers of more than 4300 digits
        return "something with a very long number"
    return text if len(text) <= longest else text[: longest - 3] + "..."
