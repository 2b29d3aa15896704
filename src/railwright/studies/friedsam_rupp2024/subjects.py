"""The user's files: extracts of OpenStreetMap data, and the maps that were published with the paper."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railwright.errors import FileError, OptionError
from railwright.studies.friedsam_rupp2024.published import OTHER_NAMES

EXTRACTS, MAPS = "*.osm.pbf", "*.map"
EXTRACTS_FOLDER, MAPS_FOLDER = "osm", "maps-reference"


@dataclass(frozen=True, slots=True)
class File:
    """One file. It is known by its content."""

    path: Path

    @property
    def name(self) -> str:
        """Short, for file names and headings: without endings."""
        return re.sub(r"(-rail|-railway)?(\.osm\.pbf|\.map)$", "", self.path.name)

    def load(self) -> Path:
        """Where it is."""
        return self.path

    def describe(self) -> dict[str, Any]:
        """Its name and a fingerprint of its content."""
        return {"file": self.path.name, "content": hashlib.sha256(self.path.read_bytes()).hexdigest()[:16]}


@dataclass(frozen=True, slots=True)
class MapFolder:
    """All published maps."""

    path: Path

    @property
    def files(self) -> list[Path]:
        """Every map, in a fixed order."""
        return sorted(self.path.rglob(MAPS))

    def load(self) -> list[Path]:
        """Where they are."""
        return self.files

    def describe(self) -> dict[str, Any]:
        """How many, and a fingerprint of all of them."""
        digest = hashlib.sha256()
        for file in self.files:
            digest.update(f"{file.relative_to(self.path).as_posix()}\n".encode() + file.read_bytes())
        return {"files": len(self.files), "content": digest.hexdigest()[:16]}

    def map_of(self, extract: File) -> File | None:
        """The published map of the country of an extract."""
        name = OTHER_NAMES.get(extract.name, extract.name.replace("-", " ")).lower()
        found = [file for file in self.files if re.sub(r"\s*\(.*", "", file.stem).lower() == name]
        return File(min(found, key=lambda file: len(file.parts))) if found else None


@dataclass(frozen=True, slots=True)
class Data:
    """Everything that the study is made from."""

    extracts: tuple[File, ...]
    maps: MapFolder | None
    """None if the folder has none: then nothing stands beside our boards but the official one."""


def find_data(folder: Path | None) -> Data:
    """The extracts in a folder or its part ``osm``, and the published maps in ``maps-reference`` there or beside it."""
    if folder is None:
        raise OptionError(f"this study needs railway extracts ({EXTRACTS}): --data FOLDER; docs/osm.md says where from")
    if not folder.is_dir():
        raise FileError(f"{folder}: there is no such folder; name one with railway extracts ({EXTRACTS})")
    extracts = sorted(folder.glob(EXTRACTS)) or sorted((folder / EXTRACTS_FOLDER).glob(EXTRACTS))
    if not extracts:
        raise FileError(
            f"{folder}: has no railway extracts ({EXTRACTS}), and neither has a folder {EXTRACTS_FOLDER} in it"
        )
    maps = [place / MAPS_FOLDER for place in (folder, folder.resolve().parent) if (place / MAPS_FOLDER).is_dir()]
    return Data(tuple(File(path) for path in extracts), MapFolder(maps[0]) if maps else None)
