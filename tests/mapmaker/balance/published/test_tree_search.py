"""The tree search of one optimiser, step by step as worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railwright.mapmaker.balance.published.tree_search import SLIGHTLY, TreeSearch

Node = tuple[int, ...]


def search(domains: list[list[int]], *, candidates: int, seed: int = 1, threshold: float = 0.1) -> TreeSearch[int]:
    return TreeSearch(domains, threshold=threshold, candidates=candidates, rng=Random(seed))


def step(tree: TreeSearch[int], distance: Callable[[Node], float]) -> list[Node]:
    """One step; returns the nodes that were tried."""
    tried = tree.draw()
    for node in tried:
        tree.label(node, distance(node))
    tree.choose()
    return tried


def test_the_lowest_label_of_all_steps_is_chosen_and_the_search_goes_back() -> None:
    """By hand, with all values tried at each step:

    step 1: (1) 0.5, (2) 0.3                  -> (2)
    step 2: (2,1) 0.6, (2,2) 0.4              -> (2,2)
    step 3: (2,2,1) 0.9, (2,2,2) 0.7, complete-> back to (1), 0.5 being lower than 0.6
    step 4: (1,1) 0.8, (1,2) 0.55             -> (1,2), 0.55 being lower than 0.6 and 0.8
    step 5: (1,2,1) 0.45, (1,2,2) 0.95        -> (2,1)
    """
    labels = {
        (1,): 0.5, (2,): 0.3, (2, 1): 0.6, (2, 2): 0.4, (2, 2, 1): 0.9, (2, 2, 2): 0.7, (1, 1): 0.8, (1, 2): 0.55,
        (1, 2, 1): 0.45, (1, 2, 2): 0.95, (2, 1, 1): 0.65, (2, 1, 2): 0.66, (1, 1, 1): 0.5, (1, 1, 2): 0.51,
    }  # fmt: skip
    tree = search([[1, 2], [1, 2], [1, 2]], candidates=2)
    path = []
    while not tree.exhausted:
        step(tree, labels.__getitem__)
        path.append(tree.node)
    assert path == [(2,), (2, 2), (1,), (1, 2), (2, 1), (1, 1), (1, 2, 1)]
    assert tree.draw() == [(1, 2, 1)], "the best complete assignment is offered for good"


def test_values_that_were_not_drawn_come_before_tried_ones_above_their_label() -> None:
    tree = search([[1, 2, 3], [1, 2, 3]], candidates=1)
    (tried,) = step(tree, lambda node: 0.5)
    assert len(tree.node) == 1
    assert tree.node != tried


def test_a_tried_value_between_the_threshold_and_that_label_is_chosen_but_only_once() -> None:
    tree = search([[1, 2, 3], [1, 2, 3]], candidates=1)
    (tried,) = step(tree, lambda node: 0.1 + SLIGHTLY / 2)
    assert tree.node == tried
    chosen = [tried]
    while not tree.exhausted:
        step(tree, lambda node: 0.5)
        chosen.append(tree.node)
    assert chosen.count(tried) == 1


def test_among_equal_labels_the_latest_step_comes_first() -> None:
    tree = search([[1, 2, 3]] * 4, candidates=1)
    depths = []
    for _ in range(4):
        step(tree, lambda node: 0.5)
        depths.append(len(tree.node))
    assert depths == [1, 2, 3, 4]


def test_a_chosen_complete_assignment_that_was_not_drawn_is_tried_alone() -> None:
    tree = search([[1, 2, 3]], candidates=2)
    drawn = step(tree, lambda node: 0.5)
    assert tree.node not in drawn
    assert tree.draw() == [tree.node]
    tree.label(tree.node, 0.4)
    tree.choose()
    assert tree.exhausted
    assert {*drawn, tree.node} == {(1,), (2,), (3,)}


@given(st.lists(st.integers(1, 3), min_size=1, max_size=3), st.integers(1, 3), st.integers(0, 99))
def test_every_search_ends_and_has_then_tried_all_assignments(sizes: list[int], candidates: int, seed: int) -> None:
    rng = Random(seed)
    labels: dict[Node, float] = {}
    domains = [list(range(size)) for size in sizes]
    tree = search(domains, candidates=candidates, seed=seed)
    nodes = sum(len(list(product(*domains[:depth]))) for depth in range(1, len(domains) + 1))
    for _ in range(nodes + 1):
        if tree.exhausted:
            break
        step(tree, lambda node: labels.setdefault(node, 0.1 + rng.random()))
    assert tree.exhausted
    complete = {node: label for node, label in labels.items() if len(node) == len(domains)}
    assert set(complete) == set(product(*domains))
    assert complete[tree.node] == min(complete.values())


def test_without_variables_there_is_nothing_to_search() -> None:
    tree = search([], candidates=4)
    assert tree.exhausted
    assert tree.draw() == [()]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_draws_the_same(seed: int) -> None:
    one, other = (search([list(range(20))] * 3, candidates=4, seed=seed) for _ in range(2))
    for _ in range(5):
        assert step(one, lambda node: 0.5) == step(other, lambda node: 0.5)
