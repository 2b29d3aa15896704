"""The finished rounds of a duel in a file, from which the duel resumes."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from railwright.arena.duel import Duel, DuelRound
from railwright.arena.tournament import source_digests
from railwright.errors import FileError
from railwright.game.record import setup_dict
from railwright.maps.load import LIBRARY
from railwright.workers.growing_file import KeptInFile


class DuelLog(KeptInFile):
    """A log of one duel: a line that says which, then a line for each round."""

    def __init__(self, path: Path, duel: Duel) -> None:
        """Open the log, or create it. FileError if it is the log of something else."""
        super().__init__(path)
        try:
            self.rounds = self._read(duel)
        except BaseException:
            self._file.close()
            raise

    def append(self, played: DuelRound) -> None:
        """Add a round."""
        self._file.append(json.dumps(asdict(played)))
        self.rounds.append(played)

    def _read(self, duel: Duel) -> list[DuelRound]:
        """The rounds so far. In an empty file, write down which duel they belong to."""
        description = _describe(duel)
        entries = list(self._file.entries())
        if not entries:
            self._file.append(json.dumps(description, ensure_ascii=False))
            return []
        try:
            recorded, *rounds = map(json.loads, entries)
            found = [_read_round(entry) for entry in rounds]
            sources = recorded.pop("sources")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise FileError(f"{self._file.path}: is not the log of a test; give the name of a new file") from None
        for part, digest in description.pop("sources").items():
            if sources.get(part, digest) != digest:
                raise FileError(f"{self._file.path}: {part} has changed since this test began; start a new one")
        if recorded != description:
            raise FileError(
                f"{self._file.path}: is the log of another test, with other players, seats, seed, board or rules; "
                "give the name of a new file"
            )
        return found


def _describe(duel: Duel) -> dict[str, Any]:
    """What the rounds follow from, as an object for JSON."""
    return {
        "a": duel.a, "b": duel.b, **setup_dict(duel.setup, LIBRARY), "seats": duel.seats, "alone": duel.is_alone,
        "seed": duel.seed, "sources": source_digests([duel.a, duel.b]),
    }  # fmt: skip


def _read_round(entry: Any) -> DuelRound:
    """A round of an entry; KeyError, ValueError or TypeError if it is not one."""
    (decisions_a, decisions_b), (time_a, time_b) = entry["decisions"], entry["nanoseconds"]
    return DuelRound(float(entry["score"]), (int(decisions_a), int(decisions_b)), (int(time_a), int(time_b)))
