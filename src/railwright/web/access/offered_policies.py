"""The trained players that the server offers, policies and networks of express: files that its operator has named.

Everybody else knows them by the names of their files. Where a file is stays with the server and its jobs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from railwright.errors import OptionError
from railwright.game.setup import Setup
from railwright.players.policy.policy import Policy
from railwright.players.policy.policy_file import load_policy
from railwright.players.registry import EXPRESS, policy_module, split_options
from railwright.say import Said, say
from railwright.web.access.refusals import RefusalError

LONGEST_FILE_NAME = 60
"""Most characters in the name of a file. With all options, it still fits into records."""

_FILE_NAME = re.compile(r"\w[\w .+-]*\.npz")
"""Names without characters that mean something else in the name of a player, or that cannot be shown."""


@dataclass(frozen=True, slots=True)
class OfferedPolicy:
    """A file and what its player is for."""

    file: Path
    summary: str | Said
    """One line about what it does."""
    policy: Policy | None = None
    """The policy without its weights, which only the jobs need; None for a network of express: it plays all games."""

    def misfit(self, setup: Setup, seats: int) -> Said | None:
        """Why it cannot play games of a setup; None if it can."""
        return None if self.policy is None else self.policy.misfit(setup, seats)


def _offer(file: Path) -> OfferedPolicy:
    if policy_module(file) == EXPRESS:
        from railwright.players.express.neural_network import load_network  # compiled code: not for other files

        return OfferedPolicy(file.absolute(), load_network(file).summary)
    policy = replace(load_policy(file), layers=())
    names = policy.setup
    summary = say(
        "Follows a policy trained for the board {board} ({deck} tickets, ruleset {ruleset}) with {seats} seats.",
        board=names["board"], deck=names["tickets"], ruleset=names["ruleset"], seats=policy.seats,
    )  # fmt: skip
    return OfferedPolicy(file.absolute(), summary, policy)


class OfferedPolicies:
    """The offered policies by the names of their files. RailwrightError says which file cannot be offered, and why."""

    def __init__(self, files: Iterable[Path] = ()) -> None:
        self.by_name: dict[str, OfferedPolicy] = {}
        for file in files:
            name = file.name
            if not _FILE_NAME.fullmatch(name) or len(name) > LONGEST_FILE_NAME:
                raise OptionError(
                    f"{file}: rename it to letters, digits, spaces and . _ + - before .npz, "
                    f"at most {LONGEST_FILE_NAME} characters"
                )
            if name in self.by_name:
                raise OptionError(f"{file}: another file is named {name} too; rename one of them")
            self.by_name[name] = _offer(file)

    def find(self, name: str) -> OfferedPolicy | None:
        """The policy of a player's name, which may have options; None for other players."""
        return self.by_name.get(split_options(name)[0])

    def file_of(self, name: str) -> Path | None:
        """The file of a player; None for players that are not offered policies."""
        found = self.find(name)
        return None if found is None else found.file

    def check_setup(self, seats: Iterable[Mapping[str, Any]], setup: Setup) -> None:
        """Refuse seats with a policy that was trained for another setup or number of seats."""
        names = [str(seat["player"]) for seat in seats]
        for name in names:
            found = self.find(name)
            misfit = None if found is None else found.misfit(setup, len(names))
            if misfit:
                raise RefusalError(say("{player}: {problem}", player=split_options(name)[0], problem=misfit))


NO_POLICIES = OfferedPolicies()
"""What a server offers unless its operator names files."""
