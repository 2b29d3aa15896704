"""The command ``railwright``. Each command has its own file and imports what it needs only when it runs."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading

import typer

from railwright import __version__
from railwright.cli import (
    bench,
    board,
    games,
    play,
    players,
    replay,
    serve,
    simulate,
    sprt,
    study,
    tournament,
    warmup,
    watch,
)
from railwright.cli.map import command as maps
from railwright.cli.optimum import command as optimum
from railwright.cli.output import FAILED, INTERRUPTED
from railwright.errors import RailwrightError

BAD_INPUT = 2

app = typer.Typer(
    name="railwright",
    help="A laboratory for the board game Ticket to Ride: play, simulate, replay, check, draw.",
    epilog="Begin with: railwright play, or: railwright simulate --games 1000",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"railwright {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(False, "--version", help="Print the version.", callback=_show_version, is_eager=True),
) -> None:
    """Take the options that come before a command."""


app.command(name="play", epilog=play.EXAMPLE)(play.play)
app.command(name="serve", epilog=serve.EXAMPLE)(serve.serve)
app.add_typer(games.app, name="games")
app.command(name="watch", epilog=watch.EXAMPLE)(watch.watch)
app.command(name="players", epilog=players.EXAMPLE)(players.players)
app.command(name="simulate", epilog=simulate.EXAMPLE)(simulate.simulate)
app.command(name="tournament", epilog=tournament.EXAMPLE)(tournament.tournament)
app.command(name="sprt", epilog=sprt.EXAMPLE)(sprt.sprt)
app.command(name="replay", epilog=replay.EXAMPLE)(replay.replay)
app.add_typer(board.app, name="board")
app.add_typer(maps.app, name="map")
app.command(name="optimum", epilog=optimum.EXAMPLE)(optimum.optimum)
app.command(name="study", epilog=study.EXAMPLE)(study.study)
app.command(name="bench", epilog=bench.EXAMPLE)(bench.bench)
app.command(name="warmup", epilog=warmup.EXAMPLE)(warmup.warmup)


def main() -> None:
    """Run the command line. A mistake gives one line and exit code 2, a failing machine 1, Ctrl-C 130."""
    _open_output()
    try:
        code = _run()
    except KeyboardInterrupt:  # also a second one, while the first is being answered
        code = INTERRUPTED
    if code == INTERRUPTED:
        _end_without_interrupts()
        print("railwright: stopped", file=sys.stderr)
    sys.exit(code if isinstance(code, int) else 0)


def _open_output() -> None:
    """Have output in UTF-8 in files and pipes, whatever the system's own encoding is: JSON and SVG must be.

    On a screen, letters that it cannot show are replaced. Output that the caller has closed goes nowhere.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def _run() -> object:
    """Run the command line; returns its exit code."""
    code: object
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except RailwrightError as error:
        print(f"railwright: {error}", file=sys.stderr)
        code = BAD_INPUT
    except BrokenPipeError:  # the reader of our output has gone, as with `| head`
        _give_up_output()
        code = FAILED
    except OSError as error:  # a full disk, or anything else that is wrong with this machine and not with the input
        _give_up_output()
        where = f"{error.filename}: " if error.filename is not None else ""
        print(f"railwright: {where}{error.strerror or error}", file=sys.stderr)
        code = FAILED
    except MemoryError:
        print("railwright: this needs more memory than there is", file=sys.stderr)
        code = FAILED
    except Exception as error:
        code = _exit_code(error)
        if code is None:
            raise
    return code


def _end_without_interrupts() -> None:
    """Ctrl-C has been heard: a further one must not end the program in another way."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _give_up_output() -> None:
    """Send what is left of the output nowhere, so that nothing fails when it is flushed at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(error: Exception) -> int | None:
    """The exit code of an error of the command-line library, shown to the user; None for any other error.

    Some versions of Typer use the library Click and some carry a copy of it, so the errors are known by what they do.
    """
    if type(error).__name__ == "Abort":
        return INTERRUPTED
    if not (isinstance(getattr(error, "exit_code", None), int) and hasattr(error, "show")):
        return None
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
    else:
        command = getattr(getattr(error, "ctx", None), "command_path", None) or _command_in(sys.argv[1:])
        message = error.format_message().rstrip(".")  # type: ignore[attr-defined]
        print(f"railwright: {message}; see {command} --help", file=sys.stderr)
    return int(error.exit_code)  # type: ignore[attr-defined]


def _command_in(words: list[str]) -> str:
    """The command that a line begins with, for errors that do not say where they arose."""
    path = "railwright"
    command: object = typer.main.get_command(app)
    for word in words:
        command = getattr(command, "commands", {}).get(word)
        if command is None:
            break
        path += f" {word}"
    return path
