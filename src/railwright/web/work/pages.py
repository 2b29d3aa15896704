"""Jobs for learning pages: folders can be large, disks slow, and drawing takes a second."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from railwright.errors import RailwrightError
from railwright.say import both, say
from railwright.web.access.refusals import UnknownGameError
from railwright.web.learn.exhibit_pages import exhibit_page
from railwright.web.learn.exhibits import find_exhibits


class UnknownExhibitError(UnknownGameError):
    """There is no such exhibit, or it has been removed."""

    name = "unknown-exhibit"


def list_exhibits(folders: tuple[Path, ...]) -> list[dict[str, Any]]:
    """List all exhibits."""
    found = find_exhibits(folders)
    return [{"kind": one.kind, **both("title", one.text), "url": f"/learn/{one.name}"} for one in found]


def make_page(folders: tuple[Path, ...], name: str) -> str:
    """Make the HTML page of an exhibit."""
    for one in find_exhibits(folders):
        if one.name == name:
            try:
                return exhibit_page(one)
            except RailwrightError as error:
                raise UnknownExhibitError(say("this page can no longer be read")) from error
    raise UnknownExhibitError(say("there is no such page"))
