"""Readings of the thesis as options: what each of them changes, and that the defaults still play the same games."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest

from game.positions import give, put_cards
from players.searching import Search
from players.test_mcts_search import a_tree, opened
from players.thesis_asking import PLENTY, ask, claim, new_seated_player, offer, position
from railwright.compiled.rng import new_source
from railwright.game.actions import CLAIM, DECK, TICKETS, keep
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.players.mcts.settings import BY_CHANCE, NORMALISED, REWARDS, TIES, K
from railwright.players.mcts.tree import best_action, descend
from railwright.players.registry import load_player

# the defaults

UNCHANGED = {
    ("rule", "usa-thesis"): "7f6a11e0a139206e",
    ("rule", "germany-thesis"): "9d58599fc23efc61",
    ("evaluation", "usa-thesis"): "4817260d21afcf97",
    ("evaluation", "germany-thesis"): "e7492671b03f413d",
    ("mcts:budget=300", "usa-thesis"): "3c8eb63ae5f9b42b",
    ("mcts-peeking:budget=300", "europe-thesis"): "f7c08cb098bee5bc",
}
"""Digests of the actions of six games against `rule` and `evaluation`, from before there were readings."""


@pytest.mark.parametrize(("name", "ruleset"), UNCHANGED)
def test_without_options_the_players_play_the_games_they_always_did(name: str, ruleset: str) -> None:
    setup = load_setup(ruleset.split("-")[0], ruleset=ruleset)
    players = [load_player(one) for one in (name, "rule", "evaluation")]
    actions = play_games(setup, players, seed=5, games=6, keep_actions=True).actions
    assert actions is not None
    assert hashlib.sha256(actions.tobytes()).hexdigest()[:16] == UNCHANGED[name, ruleset]


# rule

AROUND = ("A-B 2 red", "B-C 3 blue", "A-C 6 green")
"""From A to C it is 5 spaces by B, or one track of 6."""


@pytest.mark.parametrize(
    ("options", "action"),
    [("", "A-C"), (":blocked=any-way", "A-C"), (":blocked=shortest-way", TICKETS)],
)
def test_rule_goes_around_a_block_or_gives_the_ticket_up(options: str, action: str | int) -> None:
    game = position(*AROUND, tickets=("A-C 5",), held=("A-C",), cards="6 green", tickets_left=3)
    give(game, 1, "B-C")
    assert ask(f"rule{options}", game) == (claim(game, action) if isinstance(action, str) else action)


def test_a_parallel_track_keeps_the_shortest_path_open() -> None:
    tracks = ("A-B 2 red", "A-B 2 blue", "A-C 6 green", "C-B 6 white")
    game = position(*tracks, tickets=("A-B 2",), held=("A-B",), cards="2 red 2 blue", seats=4)
    give(game, 1, "A-B")
    assert ask("rule:blocked=shortest-way", game) in [action for action in game.legal() if action >= CLAIM]


@pytest.mark.parametrize(("options", "track"), [("", "A-B"), (":ways=tracks", "A-C")])
def test_the_shortest_path_of_rule_has_the_fewest_spaces_or_tracks(options: str, track: str) -> None:
    game = position(*AROUND, tickets=("A-C 5",), held=("A-C",), cards="2 red 6 green")
    assert ask(f"rule{options}", game) == claim(game, track)


# evaluation


@pytest.mark.parametrize(("options", "kept"), [("", keep(0)), (":ticket-cost=spaces", keep(1))])
def test_evaluation_keeps_the_ticket_of_the_cheapest_plan_or_of_the_fewest_spaces(options: str, kept: int) -> None:
    """The gray A-B costs 5 both ways; the blue B-C costs 16 as a square and 4 in spaces."""
    game = offer(position("A-B 5 gray", "B-C 4 blue", tickets=("A-B 5", "B-C 4")), "A-B", "B-C", opening=False)
    assert ask(f"evaluation{options}", game) == kept


def test_evaluation_with_equation_7_plans_for_the_points_of_long_tracks() -> None:
    """From A to B: 2 spaces and 2 points, or by C 12 spaces and 30 points."""
    game = position("A-B 2 red", "A-C 6 blue", "C-B 6 white", tickets=("A-B 2",), held=("A-B",), cards="2 red 6 blue")
    assert ask("evaluation", game) == claim(game, "A-B")
    assert ask("evaluation:plan=equation-7", game) == claim(game, "A-C")


def test_evaluation_without_a_path_for_one_ticket_leaves_it_out_or_has_no_plan() -> None:
    tracks, held = ("A-B 2 red", "B-C 2 blue", "B-D 6 green"), ("A-B", "B-C")
    game = position(*tracks, tickets=("A-B 2", "B-C 2"), held=held, row="red", cards="6 green", trains=15)
    give(game, 1, "B-C")
    assert ask("evaluation", game) == 0, "a red card for A-B"
    assert ask("evaluation:lost-ticket=no-plan", game) == claim(game, "B-D"), "it takes its tickets for completed"


@pytest.mark.parametrize(("options", "action"), [("", DECK), (":taken-paths=keep", "A-D")])
def test_evaluation_can_plan_with_a_path_that_others_have_cut_since(options: str, action: str | int) -> None:
    """The cards in the hand make the way by D the cheapest, but its second half is gone."""
    game = position("A-C 3 red", "A-D 1 blue", "D-C 3 blue", tickets=("A-C 3",), held=("A-C",))
    seated_player = new_seated_player(f"evaluation{options}")
    assert seated_player.choose(game, game.legal()) == DECK
    give(game, 1, "D-C")
    put_cards(game, "4 blue", deck=PLENTY)
    expected = claim(game, action) if isinstance(action, str) else action
    assert seated_player.choose(game, game.legal()) == expected


@pytest.mark.parametrize("options", ["plan=equation-7", "ticket-cost=spaces", "cities=again"])
def test_readings_of_evaluation_play_games_of_their_own(options: str) -> None:
    setup = load_setup("usa", ruleset="usa-thesis")
    games = []
    for name in ("evaluation", f"evaluation:{options}"):
        players = [load_player(one) for one in (name, "rule", "hoard", "random")]
        games.append(play_games(setup, players, seed=2, games=8, keep_actions=True).actions)
    assert games[0] is not None
    assert games[1] is not None
    assert (games[0] != games[1]).any()


# the search


def chosen(settings: dict[int, float], visits: tuple[int, ...]) -> Counter[int]:
    """What is played over many seeds, with these visits of the actions 10, 20, 30 and 40, whose means rise."""
    nodes, _, values = a_tree(settings)
    for child, count in enumerate(visits, start=1):
        nodes[child]["visits"], nodes[child]["total"] = count, count * child
    return Counter(int(best_action(nodes, values, new_source(seed))) for seed in range(200))


def test_of_the_most_visited_actions_the_mean_or_chance_decides() -> None:
    assert chosen({}, (5, 5, 5, 4)) == {30: 200}
    by_chance = chosen({TIES: BY_CHANCE}, (5, 5, 5, 4))
    assert set(by_chance) == {10, 20, 30}
    assert min(by_chance.values()) > 40
    assert chosen({TIES: BY_CHANCE}, (5, 5, 5, 5)) == {40: 200}, "all are visited equally"


def test_normalised_rewards_make_small_differences_count() -> None:
    """Means of 0.01 to 0.04: a K of 0.5 drowns them, unless their range is stretched to 1."""
    found = []
    for rewards in (1 - NORMALISED, NORMALISED):
        nodes, trees, values = a_tree({K: 0.5, REWARDS: rewards})
        trees[0]["low"], trees[0]["high"] = 0.01, 0.04
        for child, count in ((1, 10), (2, 10), (3, 9), (4, 12)):
            nodes[child]["visits"], nodes[child]["available"] = count, 41
            nodes[child]["total"] = count * child / 100
        legal = np.array([10, 20, 30, 40], np.int16)
        found.append(int(nodes[descend(nodes, trees[0], 0, legal, 4, 1, values, new_source(1))]["action"]))
    assert found == [30, 40]


@pytest.mark.parametrize("name", ["mcts", "mcts-peeking"])
def test_rewards_are_normalised_by_the_extremes_of_the_search(name: str) -> None:
    search = Search(opened(), f"{name}:budget=2000:rewards=normalised:k=1")
    tree, children = search.work.tree, search.nodes[search.children()]
    means = children["total"] / children["visits"]
    assert tree.low < means.min()
    assert means.max() < tree.high


def test_a_roll_out_ends_after_its_last_action_or_at_the_own_turn() -> None:
    for budget in range(1, 40):
        search = Search(opened(), f"mcts:unit=iterations:budget={budget}:rollout=3:rollout-end=own-turn")
        assert search.work.state.table.seat == search.work.seat
    ends = {
        int(Search(opened(), f"mcts:unit=iterations:budget={budget}:rollout=3").work.state.table.seat)
        for budget in range(1, 40)
    }
    assert len(ends) > 1


def test_a_roll_out_counts_everybodys_actions_or_only_its_own() -> None:
    """One action in the tree and four in the rollout, at a table of four, where a turn has one or two actions.

    If everybody's count, three others may act before the rollout begins; if only the own ones do, five own actions are
    at least three turns, with two turns of each of the others in between.
    """
    for seed in range(1, 20):
        for counts, possible in (("all", range(1 + 4, 1 + 6 + 4 + 1)), ("own", range(5 + 2 * 3, 5 + 5 * 6 + 1))):
            name = f"mcts:unit=iterations:budget=1:rollout=4:rollout-counts={counts}"
            assert Search(opened(), name, seed=seed).work.calls in possible


@pytest.mark.parametrize("name", ["mcts", "mcts-peeking"])
def test_in_a_closed_loop_the_same_follows_the_same_action(name: str) -> None:
    """Below an action there is one state, so its legal actions are always the same, and no more nodes than those."""
    search = Search(opened(), f"{name}:unit=iterations:budget=4000:rollout=0:loop=closed")
    for child in search.children():
        below = search.nodes[search.children(child)]
        if len(below) < search.nodes[child]["visits"] - 1:
            assert (below["available"] >= search.nodes[child]["visits"] - len(below)).all()


@pytest.mark.parametrize("budget", [1, 50, 3000])
def test_a_closed_loop_pays_only_for_what_is_new(budget: int) -> None:
    closed = Search(opened(), f"mcts-peeking:budget={budget}:rollout=0:loop=closed")
    assert closed.work.calls <= budget
    assert closed.work.iterations <= budget
    if budget == 3000:
        assert closed.work.iterations > Search(opened(), f"mcts-peeking:budget={budget}:rollout=0").work.iterations


def test_closed_searches_end_where_the_game_does() -> None:
    """With few trains left every iteration comes to the end of the game without anything new."""
    setup = load_setup("usa", ruleset="usa-thesis")
    name = "mcts-peeking:budget=200:loop=closed:ties=chance:rewards=normalised:rollout-end=own-turn"
    block = play_games(setup, [load_player(name), load_player("hoard")], seed=1, games=2)
    assert len(block) == 2
