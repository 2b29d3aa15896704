"""Commands whose modules are imported when they are needed: when they run, or when their own help is shown.

The group knows only the name and the one-line help of each command, which is enough to list and to complete them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup


@dataclass(frozen=True, slots=True)
class LazyCommand:
    """Where a command is, and its help in one line."""

    place: str
    """``module:name`` below ``railwright.cli``; a function whose module also has ``EXAMPLE``, or a group."""
    help: str
    """The first sentence of the command's own help."""

    def load(self, name: str) -> Any:
        """Import the command, as Click's object of that name."""
        path, _, attribute = self.place.partition(":")
        module = import_module(f"railwright.cli.{path}")
        found = getattr(module, attribute)
        if isinstance(found, typer.Typer):
            command: Any = typer.main.get_group(found)
        else:
            alone = typer.Typer(add_completion=False, rich_markup_mode=None)
            alone.command(epilog=module.EXAMPLE)(found)
            command = typer.main.get_command(alone)
        command.name = name
        return command


class LazyGroup(TyperGroup):
    """A group that holds placeholders, and replaces one by the command itself as soon as the user has named it."""

    lazy_commands: Mapping[str, LazyCommand] = {}

    def load(self, name: str) -> Any:
        """Import a command; None if there is none of that name."""
        found = self.lazy_commands.get(name)
        return None if found is None else found.load(name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that the first argument names, and the remaining arguments."""
        name, placeholder, rest = super().resolve_command(ctx, args)
        return name, placeholder if name is None else self.load(name), rest


def lazy_app(commands: Mapping[str, LazyCommand], **settings: Any) -> typer.Typer:
    """A group of these commands, in this order."""
    group = type("Group", (LazyGroup,), {"lazy_commands": commands})
    app = typer.Typer(cls=group, no_args_is_help=True, rich_markup_mode=None, **settings)
    for name, command in commands.items():
        app.command(name=name, help=command.help)(_placeholder)
    return app


def _placeholder() -> None:
    """Stands for a command that is not imported."""
