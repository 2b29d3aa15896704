"""Numba's cache of compiled code, with checksums, and shared by all copies of a module.

Numba trusts its cache files: a file damaged by a full disk or a crash makes every later run fail, and damaged machine
code may do anything. Here each file ends with a checksum. Damaged files are deleted, their functions are compiled
again, and one line on stderr says so. If the cache cannot be written, compiled code lasts for this run only.

Numba also compiles again when a source file has another path or another time stamp. The modules of this package have
folders named after their contents, so copies of them in other places, such as a second clone, share compiled code.
"""

from __future__ import annotations

import glob
import hashlib
import io
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba.core.caching

numba_caching: Any = numba.core.caching  # largely untyped

_ANY_COPY = (0.0, 0)
"""The time stamp and size for a file whose contents are known to be right."""
_CODE = "code"

_CHECKSUM_BYTES = hashlib.sha256().digest_size


class DamagedFileError(Exception):
    """A cache file that does not match its checksum or cannot be read."""


class KernelCache(numba_caching.FunctionCache):  # type: ignore[misc]
    """The cache of one function: a compiled version for each combination of argument types."""

    def __init__(self, function: Callable[..., Any], folder: Path | None = None) -> None:
        """Open the cache, in a folder that is for the contents of the function's module; without one, Numba's way."""
        super().__init__(function)
        self._is_of_contents = folder is not None
        if folder is None:
            stamp = self._impl.locator.get_source_stamp()
        else:
            stamp, self._cache_path = _ANY_COPY, str(folder / _CODE)
            with suppress(OSError):  # found out when code is saved
                Path(self._cache_path).mkdir(exist_ok=True)
        self._cache_file = _CheckedFiles(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, *arguments: Any) -> Any:
        """Load the compiled version for some argument types; None if it is missing or damaged."""
        try:
            return super().load_overload(*arguments)
        except (DamagedFileError, OSError):
            self._remove()
            return None

    def save_overload(self, *arguments: Any) -> None:
        """Save a compiled version. If that fails, print a warning and go on without it."""
        try:
            try:
                super().save_overload(*arguments)
            except DamagedFileError:
                self._remove()
                super().save_overload(*arguments)
        except (DamagedFileError, OSError) as error:
            reason = getattr(error, "strerror", None) or "it stays damaged"
            _say(f"compiled code cannot be saved in {self._folder} ({reason}); it is compiled again in every run")

    @property
    def has_code(self) -> bool:
        """Whether some version is in the folder of the module's contents. It may be damaged."""
        return self._is_of_contents and self._cache_file.exists

    @property
    def _folder(self) -> Path:
        """The folder that holds the cache folders of all modules."""
        return Path(self.cache_path).parents[1]

    def _remove(self) -> None:
        _say(f"the compiled code in {self._folder} is damaged; compiling again what is needed")
        self._cache_file.remove()


class _CheckedFiles(numba_caching.IndexDataCacheFile):  # type: ignore[misc]
    """The files of one function: an index, and a code file for each combination of argument types."""

    @property
    def exists(self) -> bool:
        """Whether the function has an index."""
        return Path(self._index_path).exists()

    def remove(self) -> None:
        """Delete all files of the function, damaged or not."""
        base = self._index_name.removesuffix(".nbi")
        for path in Path(self._cache_path).glob(f"{glob.escape(base)}.*"):
            with suppress(OSError):
                shutil.rmtree(path) if path.is_dir() else path.unlink()

    def _load_index(self) -> Any:
        self._check(self._index_path)
        return super()._load_index()

    def _load_data(self, name: str) -> Any:
        self._check(self._data_path(name))
        return super()._load_data(name)

    def _check(self, path: str) -> None:
        try:
            with open(path, "rb") as file:
                content = memoryview(file.read())
        except FileNotFoundError:
            return  # not compiled yet
        except OSError as error:
            raise DamagedFileError(path) from error
        if hashlib.sha256(content[:-_CHECKSUM_BYTES]).digest() != content[-_CHECKSUM_BYTES:]:
            raise DamagedFileError(path)

    @contextmanager
    def _open_for_write(self, path: str) -> Iterator[io.BytesIO]:
        """Write the content followed by its checksum, which unpickling ignores because it comes after the end."""
        content = io.BytesIO()
        yield content
        with super()._open_for_write(path) as file:
            file.write(content.getvalue() + hashlib.sha256(content.getbuffer()).digest())


@cache
def _say(text: str) -> None:
    """Print a line to stderr, each text only once."""
    print(f"railwright: {text}", file=sys.stderr)
