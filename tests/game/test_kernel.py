"""The compile cache notices every edit that matters, and no other."""

from __future__ import annotations

from railwright.game.kernel import cache_folder, source_hash, sources_of


def names(module: str) -> set[str]:
    return {path.stem for path in sources_of(module)}


def test_a_module_is_made_of_all_that_it_imports() -> None:
    assert {"rules", "turns", "cards", "rng", "kernel", "setup", "board"} <= names("railwright.game.rules")


def test_a_module_does_not_depend_on_those_that_use_it() -> None:
    assert not names("railwright.game.rules") & {"match", "interface", "scoring", "main"}
    assert "hoard" not in names("railwright.players.interface")


def test_each_module_has_a_cache_folder_of_its_own() -> None:
    assert cache_folder("railwright.game.rules") != cache_folder("railwright.game.cards")


def test_a_module_from_outside_depends_on_the_whole_package() -> None:
    assert cache_folder("a_users_file").name == source_hash()
