"""The command ``railwright``: the table of its commands, and exit codes for all that can go wrong."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from typing import Any

import typer

from railwright import __version__
from railwright.cli.kit.exit_codes import BAD_INPUT, FAILED, INTERRUPTED
from railwright.cli.kit.lazy import LazyCommand, LazyGroup, lazy_app
from railwright.errors import RailwrightError

COMMANDS = {
    "play": LazyCommand("play.command:play", "Play a game at the terminal."),
    "serve": LazyCommand("serve:serve", "Serve the table: play, watch, replay and learn in the browser."),
    "watch": LazyCommand("watch.command:watch", "Watch a game between computer players."),
    "players": LazyCommand("players.command:app", "List the built-in players, show the options of one, or check one."),
    "simulate": LazyCommand("simulate.command:simulate", "Play many games between computer players and compare them."),
    "tournament": LazyCommand(
        "tournament.command:tournament",
        "Play a tournament of all players against each other, rate them, and show who beats whom.",
    ),
    "sprt": LazyCommand(
        "sprt.command:sprt", "Test whether player A is stronger than player B, and stop as soon as the test is decided."
    ),
    "replay": LazyCommand(
        "replay.command:replay", "Narrate a recorded game; or print its events, draw it, or only check it."
    ),
    "review": LazyCommand(
        "review.command:review",
        "Review finished games: chances to win, luck and skill, and the costliest decisions.",
    ),
    "optimum": LazyCommand(
        "optimum.command:optimum",
        "Find the best possible score exactly: for a board, for a range of trains, or for a game in progress.",
    ),
    "study": LazyCommand(
        "study.command:study",
        "Replicate a published study and write a report that compares each published table and figure with ours.",
    ),
    "train": LazyCommand(
        "train.command:train",
        "Train the network of express by self-play, and write a report on what it has learned.",
    ),
    "games": LazyCommand("games:app", "List, delete, back up, restore and repair the games stored by the server."),
    "board": LazyCommand("board.command:app", "List, check and draw boards."),
    "map": LazyCommand(
        "map.command:app",
        "Make boards from railways, balance boards; import, export, measure and print boards.",
    ),
    "bench": LazyCommand(
        "bench.command:bench",
        "Measure speed per CPU second (random games, games between players, search iterations) and start-up time.",
    ),
    "warmup": LazyCommand("warmup:warmup", "Compile the engine and all players for this machine and cache the result."),
}
"""The commands in the order of the help. A module is imported when its command runs or shows its own help."""

app = lazy_app(
    COMMANDS,
    name="railwright",
    help="A laboratory for the board game Ticket to Ride: play, simulate, replay, check, draw.",
    epilog="Start with: railwright play, or: railwright simulate --games 1000",
    pretty_exceptions_enable=False,
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
    """Write UTF-8 to files and pipes, whatever the system's encoding: JSON and SVG must be UTF-8.

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
    command: Any = typer.main.get_command(app)
    for word in words:
        command = command.load(word) if isinstance(command, LazyGroup) else getattr(command, "commands", {}).get(word)
        if command is None:
            break
        path += f" {word}"
    return path
