"""Results that a search has seen, kept in a file, so that a stopped search can be resumed.

A search is determined by its seed and by the results it sees. So a resumed search starts over, and its questions are
answered from the file as long as that lasts; no game is played twice. Each answer is stored with a digest of its
question, so that another search, or another version of the program, never mistakes it for its own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from railwright.errors import FileError
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.workers.growing_file import KeptInFile


class SearchFile(KeptInFile):
    """Answers in a file, one line for each question: its digest and the samples."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._lines = list(self._file.entries())
        self._next = 0

    def recall(self, question: str) -> list[Sample] | None:
        """The answer to the next question; None when there are no more."""
        if self._next == len(self._lines):
            return None
        self._next += 1
        try:
            asked, entries = json.loads(self._lines[self._next - 1])
            samples = [Sample.from_dict(entry) for entry in entries]
        except (ValueError, KeyError, TypeError):
            asked, samples = None, []
        if asked != question:
            raise FileError(
                f"{self._file.path}: line {self._next} is not from this search, but from another search or another "
                "version of Railwright; choose another folder, or add --force to start over"
            )
        return samples

    def keep(self, question: str, samples: Sequence[Sample]) -> None:
        """Add an answer."""
        self._file.append(json.dumps([question, [sample.to_dict() for sample in samples]]))
        self._next += 1
        self._lines.append(b"")  # never read again
