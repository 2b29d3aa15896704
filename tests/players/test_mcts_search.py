"""The search itself: its budget, its tree, and the same decisions without compilation."""

from __future__ import annotations

import importlib
import math
import time
from typing import Any

import numpy as np
import pytest

from elsewhere import call_elsewhere
from players.searching import Search, arrange, small_game
from railwright.compiled.rng import new_source
from railwright.game.game import Game
from railwright.maps.load import load_setup
from railwright.players.kit.options import DECIMALS
from railwright.players.mcts.settings import OPTIONS, SELECTION, K
from railwright.players.mcts.tree import MAX_NODES, NODE, TREE, add_node, descend


def opened(board: str = "usa", *, seats: int = 4, seed: int = 1) -> Game:
    """A game at its first turn."""
    game = Game(load_setup(board), seats=seats, seed=seed)
    while game.state.table.opening:
        game.play(game.legal()[0])
    return game


# the budget


@pytest.mark.parametrize("budget", [1, 2, 7, 100, 1234])
@pytest.mark.parametrize("more", ["", ":rollout=0", ":evaluation=paranoid", ":rollout=1000:tickets=no", ":depth=1"])
def test_a_budget_of_calls_is_used_up_exactly(budget: int, more: str) -> None:
    for name in ("mcts", "mcts-peeking"):
        search = Search(opened(), f"{name}:budget={budget}{more}")
        assert search.work.calls == budget
        assert 1 <= search.work.iterations <= budget


@pytest.mark.parametrize("budget", [1, 2, 7, 250])
def test_a_budget_of_iterations_is_used_up_exactly(budget: int) -> None:
    for name in ("mcts:unit=iterations", "mcts-peeking:unit=iterations:evaluation=paranoid", "mcts-readme"):
        assert Search(opened(), f"{name}:budget={budget}").work.iterations == budget


def test_a_budget_of_milliseconds_is_kept() -> None:
    game = opened()
    Search(game, "mcts:unit=milliseconds:budget=1")
    began = time.perf_counter()
    search = Search(game, "mcts:unit=milliseconds:budget=100")
    assert time.perf_counter() - began >= 0.1
    assert search.work.iterations >= 1


def test_nothing_is_searched_where_there_is_no_choice() -> None:
    game = small_game("A-B 1 red", "B-C 1 blue", "C-D 1 red", tickets=("A-B 9", "A-C 8", "B-C 7"))
    arrange(game, "", "", deck="3 red")
    assert game.legal() == [5]
    assert Search(game, "mcts").work.calls == 0


def count_all_calls(cases: list[tuple[int, str]]) -> list[tuple[int, int]]:
    return [count_calls(*case) for case in cases]


def count_calls(budget: int, more: str) -> tuple[int, int]:
    """How often a search carries out an action, counted at the rules themselves."""
    module: Any = importlib.import_module("railwright.players.mcts.player")
    game = opened()
    calls = 0
    real = module.apply

    def counted(*arguments: object) -> None:
        nonlocal calls
        calls += 1
        real(*arguments)

    module.apply = counted
    search = Search(game, f"mcts:budget={budget}{more}")
    module.apply = real
    return calls, int(search.work.calls)


def decisions(actions: int) -> list[list[int]]:
    """The beginnings of games of search players."""
    from railwright.matches.seated_player import SeatedPlayer
    from railwright.players.registry import load_player

    names = [
        "mcts:budget=60:rollout=8",
        "mcts-peeking:budget=60:evaluation=paranoid:rollout=5:heuristic=progress",
        "mcts-readme:budget=2:horizon=2",
        "mcts:budget=40:rollout=3:heuristic=collect-at-first:tickets=no:choice=total-value",
    ]
    found = []
    for number, board in enumerate(("usa", "europe", "germany")):
        game = Game(load_setup(board), seats=4, seed=number)
        seated_players = [SeatedPlayer(load_player(name), seat=seat, seed=seat) for seat, name in enumerate(names)]
        while len(game.actions) < actions:
            game.play(seated_players[game.seat].choose(game, game.legal()))
        found.append(list(game.actions))
    return found


def test_the_calls_are_those_of_the_rules() -> None:
    cases = [(1, ""), (57, ""), (57, ":evaluation=paranoid"), (80, ":rollout=0"), (80, ":rollout=1000")]
    counted = call_elsewhere(count_all_calls, cases, NUMBA_DISABLE_JIT="1")
    assert counted == [[budget, budget] for budget, _ in cases]


def test_the_search_decides_the_same_without_compilation() -> None:
    assert call_elsewhere(decisions, 14, NUMBA_DISABLE_JIT="1") == decisions(14)


# the tree


@pytest.mark.parametrize("name", ["mcts", "mcts:evaluation=paranoid", "mcts:rollout=0", "mcts-readme", "mcts-peeking"])
def test_visits_and_values_add_up(name: str) -> None:
    search = Search(opened(), name)
    nodes = search.nodes
    children = search.children()
    assert nodes[0]["visits"] == search.work.iterations == nodes[children]["visits"].sum()
    assert nodes[0]["total"] == pytest.approx(nodes[children]["total"].sum())
    used = int(search.work.tree.used)
    deeper = 0
    for node in range(1, used):
        below = search.children(node)
        deeper += bool(below)
        assert len(below) == nodes[node]["children"]
        assert len({int(action) for action in nodes[below]["action"]}) == len(below)
        assert 1 <= nodes[node]["visits"] <= nodes[node]["available"] + 1
        assert nodes[below]["visits"].sum() <= nodes[node]["visits"] - 1
    assert deeper > 10
    assert sum(len(search.children(node)) for node in range(used)) == used - 1


def test_every_action_is_tried_before_any_is_tried_again() -> None:
    game = opened()
    count = len(game.legal())
    search = Search(game, f"mcts:unit=iterations:budget={count}")
    assert sorted(int(search.nodes[child]["action"]) for child in search.children()) == game.legal()
    assert all(search.nodes[child]["visits"] == 1 for child in search.children())


@pytest.mark.parametrize(("choice", "of"), [("most-visited", "visits"), ("total-value", "total"), ("mean-value", None)])
def test_the_choice_is_the_best_child_of_the_root(choice: str, of: str | None) -> None:
    for seed in range(5):
        search = Search(opened(seed=seed), f"mcts:budget=3000:choice={choice}", seed=seed)
        children = search.nodes[search.children()]
        worth = children["total"] / children["visits"] if of is None else children[of]
        chosen = children[children["action"] == search.action]
        assert len(chosen) == 1
        best = chosen["total"] / chosen["visits"] if of is None else chosen[of]
        assert best[0] == worth.max()


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_tree_is_not_deeper_than_allowed(depth: int) -> None:
    search = Search(opened(), f"mcts:depth={depth}")
    level, levels = search.children(), 0
    while level:
        levels += 1
        level = [child for node in level for child in search.children(node)]
    assert levels == depth


def test_a_full_tree_is_searched_on() -> None:
    search = Search(opened(), f"mcts:unit=iterations:rollout=0:heuristic=only-score:budget={MAX_NODES + 5000}")
    assert search.work.tree.used == MAX_NODES
    assert search.nodes[0]["visits"] == search.work.iterations == MAX_NODES + 5000


def test_the_horizon_ends_every_iteration() -> None:
    game = opened()
    search = Search(game, "mcts:unit=iterations:budget=50:rollout=1000:horizon=3")
    assert 50 * 3 <= search.work.calls <= 50 * 3 * 2, "a turn takes one action or two"
    assert search.work.state.table.turn == game.state.table.turn + 3


def a_tree(settings: dict[int, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A root with four tried actions: 10, 20, 30, 40."""
    nodes, trees, values = np.zeros(20, NODE), np.zeros(1, TREE), np.zeros(len(OPTIONS), np.int64)
    for place, value in settings.items():
        values[place] = round(value * DECIMALS) if place == K else int(value)
    add_node(nodes, trees[0], 0, 0)
    for action, total, visits, available in ((10, 3.0, 6, 30), (20, 1.0, 4, 9), (30, 4.0, 5, 14), (40, -2.0, 2, 40)):
        child = add_node(nodes, trees[0], 0, action)
        nodes[child]["total"], nodes[child]["visits"], nodes[child]["available"] = total, visits, available
    return nodes, trees, values


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("k", [0, 0.229, 1.414214, 5])
@pytest.mark.parametrize("legal", [(10, 20, 30, 40), (10, 20), (20, 40), (40,)])
def test_selection_is_by_uct_among_the_legal_actions(k: float, sign: int, legal: tuple[int, ...]) -> None:
    nodes, trees, settings = a_tree({K: k})

    def bound(node: np.void) -> float:
        visits = int(node["visits"])
        return sign * float(node["total"]) / visits + k * math.sqrt(math.log(int(node["available"]) + 1) / visits)

    best = max((node for node in nodes[1:5] if node["action"] in legal), key=bound)["action"]
    before = {int(node["action"]): int(node["available"]) for node in nodes[1:5]}
    chosen = descend(nodes, trees[0], 0, np.array(legal, np.int16), len(legal), sign, settings, new_source(1))
    assert nodes[chosen]["action"] == best
    for node in nodes[1:5]:
        assert node["available"] == before[int(node["action"])] + (node["action"] in legal)


def test_an_untried_action_comes_first_and_random_selection_tries_all() -> None:
    nodes, trees, settings = a_tree({K: 1})
    legal = np.array([10, 20, 50], np.int16)
    new = descend(nodes, trees[0], 0, legal, 3, 1, settings, new_source(1))
    assert nodes[new]["action"] == 50
    assert trees[0]["used"] == 6
    nodes, trees, settings = a_tree({K: 1, SELECTION: 1})
    source = new_source(1)
    chosen = [descend(nodes, trees[0], 0, np.array([10, 30], np.int16), 2, 1, settings, source) for _ in range(200)]
    counts = [sum(int(nodes[child]["action"]) == action for child in chosen) for action in (10, 30)]
    assert sum(counts) == 200
    assert min(counts) > 70
