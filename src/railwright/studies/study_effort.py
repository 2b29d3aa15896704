"""The size of a study: what all efforts have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyEffort(ABC):
    """The size of a study, full or quick."""

    name: str
    is_full: bool
    """Whether the study has the size that its results need; a quick run only shows that everything works."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for the settings of a folder."""

    def settings(self, study: str, *, seed: int | None) -> dict[str, Any]:
        """The settings of a folder; ``seed`` is None for a study that does not depend on it."""
        seeded = {} if seed is None else {"seed": seed}
        return {"study": study, **seeded, "effort": self.name, "numbers": self.to_dict()}
