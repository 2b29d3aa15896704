"""``railwright warmup``: compile the engine once, so that later commands start at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import typer

from railwright.cli.output import note, print_json, progress, suggest

EXAMPLE = "Example: railwright warmup"


def warmup(as_json: bool = typer.Option(False, "--json", help="Print one JSON object.")) -> None:
    """Compile the engine for this machine and keep it in the cache."""
    from railwright.game.kernel import cache_folder, is_warm, remove_stale

    was_warm = is_warm()
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


def prepare_engine() -> None:
    """Compile the engine if this version has not been compiled yet, and say so. To be called before its first use."""
    from railwright.game.kernel import is_warm

    if not is_warm():
        note("Compiling the engine for this machine, once: about half a minute ...")
        began = time.monotonic()
        compile_all()
        note(f"Compiled in {time.monotonic() - began:.0f} s.")


def compile_all() -> None:
    """Run every kernel once."""
    from railwright.game.kernel import mark_warm

    with progress("compiling", len(_STEPS)) as done:
        kept: dict[str, Any] = {}
        for step in _STEPS:
            step(kept)
            done(1)
    mark_warm()


def _compile_rules(kept: dict[str, Any]) -> None:
    import railwright

    game = kept["game"] = railwright.new_game("europe", seats=2, seed=1)
    game.play(game.legal()[0])


def _compile_scoring(kept: dict[str, Any]) -> None:
    kept["game"].result_record()


def _compile_views(kept: dict[str, Any]) -> None:
    import numpy as np

    kept["game"].view(0).sample(np.random.default_rng(1))


def _compile_matches(kept: dict[str, Any]) -> None:
    from railwright.arena.match import play
    from railwright.players.registry import built_in

    for player in built_in().values():
        play(kept["game"].setup, [player, player], seed=1, games=1)


_STEPS: tuple[Callable[[dict[str, Any]], None], ...] = (
    _compile_rules, _compile_scoring, _compile_views, _compile_matches,
)  # fmt: skip
