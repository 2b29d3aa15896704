"""The user's files: extracts of OpenStreetMap data, and the maps published with the paper."""

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
    """A file, identified by its content."""

    path: Path

    @property
    def name(self) -> str:
        """Short name for file names and headings, without extensions."""
        return re.sub(r"(-rail|-railway)?(\.osm\.pbf|\.map)$", "", self.path.name)

    def load(self) -> Path:
        """The path."""
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
        """The paths."""
        return self.files

    def describe(self) -> dict[str, Any]:
        """The number of maps, and a fingerprint of all of them."""
        digest = hashlib.sha256()
        for file in self.files:
            digest.update(f"{file.relative_to(self.path).as_posix()}\n".encode() + file.read_bytes())
        return {"files": len(self.files), "content": digest.hexdigest()[:16]}

    def map_of(self, extract: File) -> File | None:
        """The published map of an extract's country, if there is one."""
        name = OTHER_NAMES.get(extract.name, extract.name.replace("-", " ")).lower()
        found = [file for file in self.files if re.sub(r"\s*\(.*", "", file.stem).lower() == name]
        return File(min(found, key=lambda file: len(file.parts))) if found else None


@dataclass(frozen=True, slots=True)
class Data:
    """The data of the study."""

    extracts: tuple[File, ...]
    maps: MapFolder | None
    """The published maps; None if there are none, and our boards are compared with the official one only."""


def find_data(folder: Path | None) -> Data:
    """The extracts in a folder or its subfolder ``osm``, and the maps in ``maps-reference`` in it or next to it."""
    if folder is None:
        raise OptionError(
            f"this study needs railway extracts ({EXTRACTS}); give their folder with --data "
            "(docs/osm.md says where to get them)"
        )
    if not folder.is_dir():
        raise FileError(f"{folder}: there is no such folder; give one with railway extracts ({EXTRACTS})")
    extracts = sorted(folder.glob(EXTRACTS)) or sorted((folder / EXTRACTS_FOLDER).glob(EXTRACTS))
    if not extracts:
        raise FileError(
            f"{folder}: has no railway extracts ({EXTRACTS}), not even in a subfolder {EXTRACTS_FOLDER}; "
            "docs/osm.md says where to get them"
        )
    maps = [place / MAPS_FOLDER for place in (folder, folder.resolve().parent) if (place / MAPS_FOLDER).is_dir()]
    return Data(tuple(File(path) for path in extracts), MapFolder(maps[0]) if maps else None)
