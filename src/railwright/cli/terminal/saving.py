"""Where a game is kept. A file is replaced only if it is this game's own: read or written by this session."""

from __future__ import annotations

import json
import tempfile
from itertools import count
from pathlib import Path

from railwright.cli.kit.output import RECORD, check_place, write_whole
from railwright.errors import FileError
from railwright.game.record import Record
from railwright.maps.load import LIBRARY
from railwright.maps.records import read_record


class Shelf:
    """The file of one game."""

    def __init__(self, *, target: Path | None, resumed: Path | None = None) -> None:
        self.target = target if target is not None else resumed
        """Where the game is to be kept, if somebody has said so."""
        self._own = set() if resumed is None else {resumed.resolve()}

    def save_to(self, path: Path, record: Record) -> Path:
        """Write the game to a file that somebody named."""
        try:
            taken = path.resolve() not in self._own and path.exists()
        except (OSError, ValueError, RuntimeError) as error:
            raise FileError(f"this cannot be the name of a file: {str(path)!r}") from error
        if taken:
            raise FileError(f"{path} exists already and is not this game; choose another name")
        write_whole(path, json.dumps(record.to_dict(LIBRARY), ensure_ascii=False) + "\n")
        self._own.add(path.resolve())
        self.target = path
        return path

    def save(self, record: Record) -> Path:
        """Write the game to its file, to a free name if that is taken, among temporary files if all else fails."""
        wanted = self.target or Path(f"railwright-game-{record.seed}.json")
        try:
            return self.save_to(self._free(wanted), record)
        except FileError:
            return self.save_to(self._free(Path(tempfile.gettempdir()) / f"railwright-game-{record.seed}.json"), record)

    def _free(self, path: Path) -> Path:
        """The path itself, or one with a number that no other file has."""
        if path.resolve() in self._own or not path.exists():
            return path
        names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
        return next(name for name in names if not name.exists())


def check_save(path: Path, resumed: Path | None) -> None:
    """Refuse at once what could not be written in the end."""
    check_place(path, RECORD)
    if path.exists() and (resumed is None or path.resolve() != resumed.resolve()):
        raise FileError(f"{path}: exists already; choose another name, or go on with that game by --resume {path}")


def read_game(path: Path) -> Record:
    """A saved game."""
    record, games = read_record(path)
    if games > 1:
        raise FileError(f"{path}: holds {games} games; a game to go on with stands alone in its file")
    return record
