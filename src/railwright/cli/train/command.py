"""``railwright train``: train the network of express, for the built-in boards or for your own."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.compiling import ADVANTAGES, SELF_PLAY, prepare_engine
from railwright.cli.kit.options import AsJson, Seed
from railwright.cli.kit.targets import check_folder
from railwright.errors import FileError, OptionError
from railwright.maps.built_in import built_in_names
from railwright.training.torch_library import check_torch

EXAMPLE = "Example: railwright train myboard.json --seats 2-3 --minutes 10 --out mine"

NONE, SHIPPED = "none", "shipped"
FILES = ("checkpoint.npz", "express.npz", "curve.csv", "curve.svg", "updates.csv", "report.md")
"""Files that a training writes."""
TRAINERS = (
    "hoard", "rule", "path", "long-route", "hungry", "one-step", "evaluation", "mcts", "express1", "express",
)  # fmt: skip
"""Players to compile: opponents in training and in evaluations, and express itself."""


def train(
    context: typer.Context,
    boards: list[str] = typer.Argument(
        None,
        metavar="[BOARD ...]",
        help="Boards to train for: built-in or files, with a ticket deck as in usa/1910; by default all built-in ones.",
    ),
    seats: str = typer.Option("2-5", help="Numbers of seats, as 2, 2-5 or 2,4."),
    minutes: float = typer.Option(
        10,
        help="The budget in minutes of one core. It counts decisions, so that slow machines get the same result. With "
        "0, only the win probability is fitted.",
    ),
    seed: Seed = 1,
    out: Path = typer.Option(Path("trained"), help="The folder for the network, the checkpoint and the report."),
    resume: bool = typer.Option(False, "--resume", help="Resume from the checkpoint in the folder, with its settings."),
    start: str = typer.Option(
        None,
        "--from",
        metavar="FILE.npz",
        help="The network to start from; shipped for that of the package (the default for boards from files), none "
        "for an untrained one (the default for built-in boards).",
    ),
    games: int = typer.Option(
        60, help="Games of an evaluation against each opponent, on each board with each number of seats; 0 for none."
    ),
    side_by_side: int = typer.Option(512, help="Games played side by side.", min=1, max=100_000),
    force: bool = typer.Option(False, "--force", help="Overwrite the run in the folder."),
    as_json: AsJson = False,
) -> None:
    """Train the network of express by self-play, and write a report on what it has learned."""
    check_torch()
    if resume:
        _refuse_others(context)
        if not (out / FILES[0]).is_file():
            raise FileError(f"{out / FILES[0]}: there is no checkpoint; start a training without --resume")
        prepare_engine(TRAINERS, others=[SELF_PLAY, ADVANTAGES])
        from railwright.cli.train.learning import resume_training  # needs the compiled engine and torch

        resume_training(out, as_json=as_json)
        return
    from railwright.training.training_plan import TrainingPlan, read_board, read_seats  # needs Numba

    names = boards or built_in_names("boards")
    setups = tuple(read_board(name) for name in names)
    plan = TrainingPlan(
        setups, read_seats(seats), minutes, seed, side_by_side=side_by_side, evaluation=games,
    )  # fmt: skip
    if start is None:
        start = SHIPPED if any(".json" in name for name in names) else NONE
    if start not in (NONE, SHIPPED) and not Path(start).is_file():
        raise FileError(f"--from {start}: there is no such file; give a network FILE.npz, {SHIPPED} or {NONE}")
    check_folder(out, FILES, force)
    prepare_engine(TRAINERS, others=[SELF_PLAY, ADVANTAGES])
    from railwright.cli.train.learning import start_training  # needs the compiled engine and torch

    start_training(plan, start, out, as_json=as_json)


_GO_WITH_RESUME = {"resume", "out", "as_json"}
"""Parameter names of the options that are allowed with ``--resume``."""


def _refuse_others(context: typer.Context) -> None:
    """Refuse options that would change a resumed training, even when they repeat a default."""
    sources = {name: context.get_parameter_source(name) for name in context.params if name not in _GO_WITH_RESUME}
    extra = [name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"]
    if extra:
        words = {"boards": "the boards", "start": "--from"}
        listed = ", ".join(words.get(name, f"--{name.replace('_', '-')}") for name in extra)
        raise OptionError(f"a resumed training keeps its settings; leave out {listed} with --resume")
