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
from railwright.cli.kit.output import FAILED, INTERRUPTED
from railwright.cli.map import command as maps
from railwright.cli.optimum import command as optimum
from railwright.errors import RailwrightError

BAD_INPUT = 2

app = typer.Typer(
    name="railwright",
    help="A laboratory for the board game Ticket to Ride: play, simulate, replay, check, draw.",
    epilog="Start with: railwright play, or: railwright simulate --games 1000",
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
    """Handle the options given before a command."""


app.command(name="play", epilog=play.EXAMPLE)(play.play)
app.command(name="serve", epilog=serve.EXAMPLE)(serve.serve)
app.add_typer(games.app, name="games")
app.command(name="watch", epilog=watch.EXAMPLE)(watch.watch)
app.add_typer(players.app, name="players")
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
    """Run the command line.

    Exit codes: 2 for bad input, explained in one line; 1 for a failure of the machine; 130 after Ctrl-C.
    """
    _open_output()
    try:
        code = _run()
    except KeyboardInterrupt:  # perhaps a second one, while the first is being handled
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
    """Run the command line and return its exit code."""
    code: object
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except RailwrightError as error:
        print(f"railwright: {error}", file=sys.stderr)
        code = BAD_INPUT
    except BrokenPipeError:  # the reader closed the pipe, as `| head` does
        _give_up_output()
        code = FAILED
    except OSError as error:  # a full disk, or another fault of the machine rather than of the input
        _give_up_output()
        where = f"{error.filename}: " if error.filename is not None else ""
        print(f"railwright: {where}{error.strerror or error}", file=sys.stderr)
        code = FAILED
    except MemoryError:
        print("railwright: not enough memory", file=sys.stderr)
        code = FAILED
    except Exception as error:
        code = _exit_code(error)
        if code is None:
            raise
    return code


def _end_without_interrupts() -> None:
    """Ignore further Ctrl-C presses, which could otherwise end the program with another exit code."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _give_up_output() -> None:
    """Discard the remaining output, so that the final flush cannot fail."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(error: Exception) -> int | None:
    """Show an error of the command-line library and return its exit code; None for any other error.

    Some versions of Typer depend on Click and some bundle a copy of it, so errors are recognised by their attributes.
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
    """The command at the start of a command line, for errors that do not name theirs."""
    path = "railwright"
    command: object = typer.main.get_command(app)
    for word in words:
        command = getattr(command, "commands", {}).get(word)
        if command is None:
            break
        path += f" {word}"
    return path
