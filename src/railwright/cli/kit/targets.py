"""Checks of the files and folders that a command will write, before the work whose result they hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from railwright.errors import FileError, OptionError
from railwright.whole_files import check_writable

DRAWING: Mapping[str, str] = {".svg": "a drawing; railwright map print makes a PDF"}
PAGE: Mapping[str, str] = {".html": "a page for the browser"}
RECORD: Mapping[str, str] = {".json": "a game record", ".jsonl": "the same"}
"""File suffixes and their meanings, as ``check_target`` takes them."""


def check_folder(folder: Path, names: Iterable[str], force: bool) -> None:
    """Refuse a folder that cannot be created, or in which one of these files would be overwritten."""
    if folder.exists() and not folder.is_dir():
        raise FileError(f"{folder}: is a file; give the name of a folder")
    if not folder.exists() and not folder.resolve().parent.is_dir():
        raise FileError(f"{folder}: there is no folder {folder.resolve().parent}; create it first")
    for name in names:
        if (folder / name).exists() and not force:
            raise FileError(f"{folder / name}: already exists; choose another folder or add --force to replace it")


def check_target(path: Path, kinds: Mapping[str, str], *, force: bool) -> None:
    """Refuse a file that must not or cannot be written, before the work whose result it would hold."""
    check_place(path, kinds)
    if path.exists() and not force:
        raise FileError(f"{path}: already exists; choose another name or add --force to replace it")
    check_writable(path)


def check_place(path: Path, kinds: Mapping[str, str]) -> None:
    """Refuse a file name with the wrong suffix, or in a folder that does not exist."""
    if path.is_dir():
        raise FileError(f"{path}: is a folder; give the name of a file")
    if path.suffix not in kinds:
        endings = " or ".join(f"{suffix} ({meaning})" for suffix, meaning in kinds.items())
        raise OptionError(f"{path}: the name must end in {endings}")
    if not path.resolve().parent.is_dir():
        raise FileError(f"{path}: there is no folder {path.resolve().parent}; create it first")
