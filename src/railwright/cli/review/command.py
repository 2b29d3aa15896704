"""``railwright review``: chances, luck and skill, and the costliest decisions of finished games."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.compiling import REVIEWS, prepare_engine
from railwright.cli.kit.options import AsJson, ReplaceFile, Seed, WorkersByCores
from railwright.cli.kit.targets import DRAWING, PAGE, check_target
from railwright.errors import OptionError
from railwright.files import open_file

EXAMPLE = "Example: railwright review games.jsonl --game 3 --html review.html"


def review(
    file: Path = typer.Argument(help="A game record, or a file with one record per line."),
    game: int = typer.Option(None, help="Number of the game in the file, from 1; by default all.", min=1),
    html: Path = typer.Option(None, help="Write the review of one game as a page to FILE.html."),
    svg: Path = typer.Option(None, help="Draw the chances over one game to FILE.svg."),
    quick: bool = typer.Option(False, "--quick", help="A fifth of the trials: faster, with larger errors."),
    seed: Seed = 1,
    workers: WorkersByCores = None,
    force: ReplaceFile = False,
    as_json: AsJson = False,
) -> None:
    """Review finished games: chances to win, luck and skill, and the costliest decisions."""
    if html is not None:
        check_target(html, PAGE, force=force)
    if svg is not None:
        check_target(svg, DRAWING, force=force)
    if seed < 0:
        raise OptionError(f"--seed: must be 0 or more, not {seed}")
    open_file(file).close()  # fail before compiling, which takes half a minute
    prepare_engine(others=[REVIEWS])
    from railwright.cli.review.reviewing import review_file  # needs the compiled engine
    from railwright.review.effort import QUICK, USUAL

    review_file(
        file, game, effort=QUICK if quick else USUAL, seed=seed, workers=workers, html=html, svg=svg, as_json=as_json
    )
