"""A good board file, and ways to spoil it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.positions import board_data
from railwright.maps.board_check import check_board_file

Data = dict[str, Any]


GOOD: Data = board_data(
    "Aachen-Bonn 1 red",
    "Bonn-Celle 2 gray",
    "Celle-Dachau 3 gray",
    "Celle-Dachau 3 blue",
    "Dachau-Aachen 4 gray tunnel",
    "Bonn-Oz/1 1 gray",
    tickets=("Aachen-Celle 4", "Bonn-Dachau 5", "Aachen-Oz 7", "Celle-Bonn 3"),
)


CITY = {"latitude": 0, "longitude": 0}


def as_file(folder: Path, data: Data) -> tuple[Path, list[str]]:
    """A board file with one city, track or ticket on each line; returns it with its lines."""
    lines = ["{"]
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = [f"  {json.dumps(item, ensure_ascii=False)}{',' if item is not value[-1] else ''}" for item in value]
            lines += [f' "{key}": [', *rows, " ],"]
        else:
            lines.append(f' "{key}": {json.dumps(value)},')
    lines[-1] = lines[-1].removesuffix(",")
    file = folder / "board.json"
    file.write_text("\n".join([*lines, "}"]), encoding="utf-8")
    return file, [*lines, "}"]


def problems_of(folder: Path, change: Callable[[Data], object]) -> list[tuple[str, str]]:
    """What is said of a changed board: (the text of the line that is named, message)."""
    data = copy.deepcopy(GOOD)
    change(data)
    file, lines = as_file(folder, data)
    return [(lines[problem.line - 1].strip(), problem.message) for problem in check_board_file(file)]


def add(key: str, **item: Any) -> Callable[[Data], None]:
    return lambda data: data[key].append(item)


def put(key: str, i: int, **fields: Any) -> Callable[[Data], None]:
    return lambda data: data[key][i].update(fields)
