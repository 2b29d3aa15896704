"""The compile cache notices every edit that matters."""

from __future__ import annotations

from pathlib import Path

import railwright
from railwright.game.kernel import UNCOMPILED, cache_folder, source_hash

PACKAGE = Path(railwright.__file__).parent


def test_parts_left_out_of_the_hash_hold_no_compiled_code() -> None:
    for part in UNCOMPILED:
        assert (PACKAGE / part).is_dir()
        for path in (PACKAGE / part).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert "@kernel" not in text
            assert "@compiled" not in text


def test_the_cache_folder_is_named_after_the_sources() -> None:
    assert cache_folder().name == source_hash()
