"""Safe reading of files that users name: a device, a pipe or a huge file ends in an error, never in a hang."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from railwright.errors import FileError


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading; FileError if it cannot be read or is not a regular file."""
    try:
        # O_NONBLOCK: opening a pipe would otherwise block until it has a writer.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise cannot_be_read(path, error) from error
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    what = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
    raise FileError(f"{path}: is {what}; give the name of a file")


def read_bytes(path: Path, limit: int) -> bytes:
    """The content of a file; FileError if it is larger than ``limit`` bytes."""
    with open_file(path) as file:
        try:
            content = file.read(limit + 1)
        except OSError as error:
            raise cannot_be_read(path, error) from error
    if len(content) > limit:
        raise FileError(f"{path}: is too large; at most {limit // 1_000_000} MB are read")
    return content


def cannot_be_read(path: Path, error: Exception) -> FileError:
    """The error for a file that cannot be read."""
    return FileError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})")
