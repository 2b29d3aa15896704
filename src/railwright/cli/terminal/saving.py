"""The file of a game. An existing file is replaced only if this session has read or written it."""

from __future__ import annotations

import json
import tempfile
from itertools import count
from pathlib import Path

from railwright.errors import FileError
from railwright.game.record import Record
from railwright.maps.load import LIBRARY
from railwright.maps.records import read_record
from railwright.whole_files import write_whole


class Shelf:
    """The file that one game is saved to."""

    def __init__(self, *, target: Path | None, resumed: Path | None = None) -> None:
        self.target = target if target is not None else resumed
        """The file to save the game to, if the user has named one."""
        self._own = set() if resumed is None else {resumed.resolve()}

    def save_to(self, path: Path, record: Record) -> Path:
        """Write the game to a file named by the user."""
        try:
            taken = path.resolve() not in self._own and path.exists()
        except (OSError, ValueError, RuntimeError) as error:
            raise FileError(f"{str(path)!r}: is not a valid file name") from error
        if taken:
            raise FileError(f"{path}: already exists and is another game; choose another name")
        write_whole(path, json.dumps(record.to_dict(LIBRARY), ensure_ascii=False) + "\n")
        self._own.add(path.resolve())
        self.target = path
        return path

    def save(self, record: Record) -> Path:
        """Write the game to its file; to a free name if that is taken; to the temporary folder if that fails."""
        wanted = self.target or Path(f"railwright-game-{record.seed}.json")
        try:
            return self.save_to(self._free(wanted), record)
        except FileError:
            return self.save_to(self._free(Path(tempfile.gettempdir()) / f"railwright-game-{record.seed}.json"), record)

    def _free(self, path: Path) -> Path:
        """The path itself, or with a number appended if another file has that name."""
        if path.resolve() in self._own or not path.exists():
            return path
        names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
        return next(name for name in names if not name.exists())


def read_game(path: Path) -> Record:
    """Read a saved game."""
    record, games = read_record(path)
    if games > 1:
        raise FileError(f"{path}: holds {games} games; to be resumed, a game must be alone in its file")
    return record
