"""What is built in, listed without loading it."""

from __future__ import annotations

from importlib.resources import files


def built_in_names(folder: str) -> list[str]:
    """The names of the built-in boards (folder ``boards``) or rulesets (folder ``rulesets``)."""
    entries = (files("railwright.maps") / folder).iterdir()
    return sorted(entry.name.removesuffix(".json") for entry in entries if entry.name.endswith(".json"))
