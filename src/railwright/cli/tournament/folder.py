"""The folder of a tournament: its files, and how it is made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from railwright.cli.kit.targets import check_folder
from railwright.errors import FileError
from railwright.maps.load import read_json
from railwright.whole_files import write_whole

PLAN, JOURNAL = "plan.json", "journal.jsonl"
FILES = (PLAN, JOURNAL, "results.parquet", "standings.md", "standings.csv", "standings.json")
"""Files that a tournament writes. A dot in front of one of these names marks a file that is only partly written."""


def planned_players(folder: Path) -> list[str]:
    """The players of the plan in a folder, which is not checked otherwise."""
    data = read_json(folder / PLAN)
    names = data.get("players") if isinstance(data, dict) else None
    return [str(name) for name in names] if isinstance(names, list) else []


def make_folder(folder: Path, plan: Mapping[str, Any], force: bool) -> None:
    """Make an empty folder and write the plan to it."""
    check_folder(folder, (), force)
    if (folder / PLAN).exists() and not force:
        raise FileError(
            f"{folder}: already has a tournament; add --resume {folder} to resume it, or --force to replace it"
        )
    try:
        folder.mkdir(exist_ok=True)
        inside = list(folder.iterdir())
        strange = [path.name for path in inside if not path.name.lstrip(".").startswith(FILES)]
        if strange:
            raise FileError(f"{folder}: contains other files, such as {min(strange)}; give the name of a new folder")
        for path in inside:
            path.unlink()
    except OSError as error:
        raise FileError(f"{folder}: cannot be used ({error.strerror})") from error
    write_whole(folder / PLAN, json.dumps(plan, ensure_ascii=False, indent=1) + "\n")
