"""``railwright study``: replicate a published study and compare its tables and figures with ours."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.options import AsJson, Cluster, WorkersByCores
from railwright.cli.kit.worker_options import check_worker_options

EXAMPLE = "Example: railwright study ounmaa2022 --table 7 --quick --out table7"


def study(
    name: str = typer.Argument(help="The study: ounmaa2022, schaefer2025, friedsam-rupp2024 or smith-anton2022."),
    table: list[str] = typer.Option([], help="Only this table (may be repeated)."),
    figure: list[str] = typer.Option([], help="Only this figure (may be repeated)."),
    quick: bool = typer.Option(False, "--quick", help="Few games, small budgets: minutes instead of an hour."),
    data: Path = typer.Option(
        None, help="The folder with railway extracts (*.osm.pbf); required by friedsam-rupp2024."
    ),
    out: Path = typer.Option(None, help="The folder for results and report; by default named after the study."),
    workers: WorkersByCores = None,
    cluster: Cluster = None,
    seed: int = typer.Option(1, help="The same seed gives the same tables."),
    force: bool = typer.Option(
        False, "--force", help="Use the folder even if it holds something else, and replace its contents."
    ),
    as_json: AsJson = False,
) -> None:
    """Replicate a published study and write a report that compares each published table and figure with ours.

    Every finished experiment is saved in the folder. After Ctrl-C the same command resumes the study.
    """
    check_worker_options(workers, cluster)
    from railwright.cli.study.replication import prepare, replicate  # needs Numba

    prepared = prepare(name, quick=quick, seed=seed, data=data)
    replicate(
        prepared, table, figure, out or Path(name), workers=workers, cluster=cluster, force=force, as_json=as_json
    )
