"""``railwright warmup``: compile the engine once, so that later commands start immediately."""

from __future__ import annotations

import time

from railwright.cli.kit.compiling import compile_all, compiled_parts
from railwright.cli.kit.options import AsJson
from railwright.cli.kit.output import print_json, suggest
from railwright.compiled.cache_folders import cache_folder, is_warm, remove_stale

EXAMPLE = "Example: railwright warmup"


def warmup(as_json: AsJson = False) -> None:
    """Compile the engine and all players for this machine and cache the result."""
    was_warm = all(is_warm(part) for part in compiled_parts())
    began = time.monotonic()
    compile_all()
    seconds = time.monotonic() - began
    removed = remove_stale()
    if as_json:
        print_json(
            {"seconds": round(seconds, 2), "was_warm": was_warm, "folder": str(cache_folder()), "removed": removed}
        )
        return
    print(f"{'Already compiled; checked' if was_warm else 'Compiled'} in {seconds:.1f} s ({cache_folder()}).")
    suggest("railwright simulate --games 1000")
