"""Express as a player: the network's choice, improved by search where there are alternatives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from railwright.compiled.addresses import array_at, pointer_to
from railwright.compiled.rng import below
from railwright.errors import PlayerError
from railwright.game.rulebook import Rulebook
from railwright.game.state import AT_PAY, PrivateState, Table
from railwright.players.express.memory import MEMORY, MEMORY_WORDS, MOST_CHOICES, OPTIONS
from railwright.players.express.neural_network import FILE, NETWORK, ExpressNetwork, load_network
from railwright.players.express.search import is_early, list_candidates, search
from railwright.players.express.thinking import think
from railwright.players.kit.interface import CompiledPlayer, compiled
from railwright.players.planner.memory import PLANNER_WORDS

SEEDS = 1 << 31
"""Each search has a seed of its own, below this number."""


@compiled(name="express", memory=MEMORY_WORDS - len(OPTIONS) - 1, options=OPTIONS, lasting=PLANNER_WORDS)
def _express(
    book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any
) -> int:  # fmt: skip
    """Compares its choices by what it learned in games against itself, and tries the best of them."""
    own = memory[:MEMORY_WORDS].view(MEMORY)[0]
    own.planner.style = own.style
    own.own.most = MOST_CHOICES
    network = array_at(pointer_to(own.network), (1,), NETWORK)[0]
    choice = think(book, table, mine, legal[:count], own.planner, own.scratch, network, own.own, source)
    if own.own.count == 1 or own.iterations + own.ms == 0 or table.stage == AT_PAY or is_early(book, table, own):
        return choice
    n = list_candidates(below(source, SEEDS), own)
    return choice if n == 1 else search(book, table, mine, n, network, own)


def express_with(network: ExpressNetwork) -> CompiledPlayer:
    """The player with a network, which must live as long as the player."""
    return replace(_express, values=(*_express.values, int(network.record.ctypes.data)), digest=network.digest)


_LOADED: dict[int, ExpressNetwork] = {}
"""Networks from files, by digest: players have their addresses, so they stay."""


def load_policy_player(path: Path, given: Mapping[str, str]) -> CompiledPlayer:
    """The player with the network in a file, with options."""
    loaded = load_network(path)
    network = _LOADED.setdefault(loaded.digest, loaded)
    return replace(express_with(network), name=path.name, summary=str(network.summary)).with_options(given)


@cache
def network_of_express() -> ExpressNetwork:
    """The network that comes with the package."""
    return load_network(FILE)


player = express_with(network_of_express())


def network_of(name: str, chosen: object) -> ExpressNetwork:
    """The network of a player; PlayerError if it is not express."""
    known = {network_of_express().digest: network_of_express(), **_LOADED}
    if not isinstance(chosen, CompiledPlayer) or chosen.digest not in known:
        raise PlayerError(f"{name}: states no win chances; only express and its networks FILE.npz do")
    return known[chosen.digest]
