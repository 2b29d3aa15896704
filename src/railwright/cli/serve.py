"""``railwright serve``: the table in the browser."""

from __future__ import annotations

import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from railwright.cli.kit.background_compiler import BackgroundCompiler
from railwright.cli.kit.compiling import ADVICE, PLANNING, missing_parts
from railwright.cli.kit.data_folder import data_folder
from railwright.cli.kit.output import note
from railwright.errors import OptionError, RailwrightError
from railwright.store.retention import USUAL, Retention
from railwright.web.jobs.patience import Patience

if TYPE_CHECKING:
    from railwright.web.access.offered_policies import OfferedPolicies

EXAMPLE = "Example: railwright serve --port 8420"

PORT = 8420

READY = ("rule", "beginner", "express")
"""Players compiled before the server starts, the quickest to load first."""


def serve(
    host: str = typer.Option(
        "127.0.0.1", help="The address to listen on; the default is for this machine only, 0.0.0.0 for all."
    ),
    port: int = typer.Option(PORT, help="The port; 0 for any free port.", min=0, max=65535),
    data: Path = typer.Option(None, help="The folder for games; by default in your user data folder."),
    show: list[Path] = typer.Option(
        [], help="A folder of studies, tournaments or best scores to show (repeatable); by default the current one."
    ),
    policy: list[Path] = typer.Option(
        [],
        help="A trained policy or network of express (FILE.npz) to offer as a player, by its file name (repeatable).",
    ),
    keep_unfinished: float = typer.Option(
        USUAL.unfinished_days, help="Remove unfinished games that nobody has used for this many days.", min=0
    ),
    keep_finished: float = typer.Option(
        USUAL.finished_days, help="The same for finished games; 0 keeps them forever.", min=0
    ),
    keep_boards: float = typer.Option(
        USUAL.board_days, help="The same for uploaded boards that no stored game uses.", min=0
    ),
    most_megabytes: float = typer.Option(
        USUAL.megabytes, help="Refuse new games once all games take this much space; 0 for no limit.", min=0
    ),
    patience: float = typer.Option(
        1.0, help="Give players, hints and uploads this many times the usual time: 5 for a very slow machine.", min=1
    ),
    public_name: list[str] = typer.Option(
        [], help="A public host name of the server, such as trains.example or trains.example:8443 (repeatable)."
    ),
    proxy: str = typer.Option(
        "", help="Addresses of trusted reverse proxies, separated by commas; client addresses they forward are used."
    ),
    root_path: str = typer.Option(
        "", help="The path under which a reverse proxy serves the table, such as /railwright."
    ),
    webhooks: bool = typer.Option(
        False,
        "--webhooks",
        help="Let people name an https address that the server calls when it is their turn and they are away.",
    ),
    metrics: str = typer.Option(
        "", help="Serve metrics for Prometheus at this address and port, such as 127.0.0.1:9420; by default nowhere."
    ),
    open_browser: bool = typer.Option(False, "--open", help="Open the page in a browser."),
) -> None:
    """Serve the table: play, watch, replay and learn in the browser. Games are saved; Ctrl-C stops the server."""
    folder = data or data_folder()
    for shown in show:
        if not shown.is_dir():
            raise OptionError(f"--show {shown}: there is no such folder")
    policies = _offered_policies(policy)
    warm = (*READY, *policies.by_name)
    missing = missing_parts(warm, others=[PLANNING, ADVICE])
    from railwright.web.serving import run_server  # imports the web framework, which takes half a second

    run_server(
        host=host,
        port=port,
        folder=folder,
        show=show or [Path.cwd()],
        warm=warm,
        retention=Retention(
            unfinished_days=keep_unfinished,
            finished_days=keep_finished,
            board_days=keep_boards,
            megabytes=most_megabytes,
        ),
        proxies=[address for address in proxy.split(",") if address],
        names=public_name,
        root_path=root_path,
        webhooks=webhooks,
        metrics=metrics,
        metrics_ready=lambda url: print(f"Figures for Prometheus are at {url}", flush=True),
        patience=Patience().times(patience),
        preparation=BackgroundCompiler(missing) if missing else None,
        policies=policies,
        ready=lambda url: _announce(url, folder, open_browser),
    )


def _offered_policies(files: Sequence[Path]) -> OfferedPolicies:
    """Read the policies; OptionError names the first file that cannot be offered."""
    from railwright.web.access.offered_policies import OfferedPolicies  # imports the compiler, which takes a second

    try:
        return OfferedPolicies(files)
    except RailwrightError as error:
        raise OptionError(f"--policy {error}") from error


def _announce(url: str, folder: Path, open_browser: bool) -> None:
    print(f"The table is at {url}", flush=True)
    note(f"Games are saved in {folder}. Ctrl-C stops the server.")
    if open_browser:
        webbrowser.open(url)
