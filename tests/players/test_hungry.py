"""The Hungry Agent: rules 1 to 8 of its description, one position each. Its plans have tests of their own."""

from __future__ import annotations

import pytest

from game.positions import give, hold, small_setup
from players.asking import ask, at_turn, claim, new_memory, offer
from railwright.game.actions import DECK, TICKETS, keep, pay
from railwright.game.colors import CARDS
from railwright.game.game import Game
from railwright.players.silva.hungry import MEMORY, player

ME = "hungry"
PUBLISHED = "hungry:variant=published"
RED, GREEN, LOCOMOTIVE = CARDS.index("red"), CARDS.index("green"), CARDS.index("locomotive")
FORK = ("A-B 2 red", "A-C 4 blue")


def planning(*tracks: str, tickets: tuple[str, ...], seats: int = 2, cards: str = "", row: str = "") -> Game:
    """A turn in which all these tickets are held and planned for: somebody has just scored."""
    held = tuple(ticket.split()[0] for ticket in tickets)
    game = at_turn(*tracks, tickets=tickets, held=held, cards=cards, row=row, seats=seats)
    game.state.table.points[1] += 1
    return game


# ---- choosing tickets ----


def test_it_keeps_the_tickets_with_most_points_for_each_train() -> None:
    """A-B: (5 + 2) / 2, A-C: (20 + 7) / 4, both: (25 + 9) / 6."""
    game = at_turn(*FORK, tickets=("A-B 5", "A-C 20"))
    offer(game, "A-B", "A-C")
    assert ask(game, ME) == keep(1)


def test_the_tickets_it_holds_count_in_every_plan() -> None:
    """With A-B held, A-C alone makes (25 + 9) / 6, and C-D, whose way is A-C's and more, (9 + 10) / 7."""
    game = at_turn(*FORK, "C-D 1 green", tickets=("A-B 5", "A-C 20", "C-D 4"), held=("A-B",))
    offer(game, "C-D", "A-C")
    assert ask(game, ME) == keep(1)


def test_of_equal_choices_the_one_with_fewer_tickets_then_the_first_is_kept() -> None:
    game = at_turn("A-B 2 red", "A-C 2 blue", tickets=("A-B 5", "A-C 5"))
    offer(game, "A-C", "A-B")
    assert ask(game, ME) == keep(0)


@pytest.mark.parametrize(("trains", "kept"), [(11, (0,)), (9, (0, 1)), (8, (1,))])
def test_a_plan_that_leaves_fewer_than_five_trains_overrides_the_best_and_the_smallest_of_them_is_kept(
    trains: int, kept: tuple[int, ...]
) -> None:
    """A-B has by far the most points for each train. A-C takes four trains, both take six."""
    game = at_turn(*FORK, tickets=("A-B 20", "A-C 1"), trains=trains)
    offer(game, "A-B", "A-C")
    assert ask(game, ME) == keep(*kept)


def test_if_there_are_trains_for_no_plan_it_keeps_the_cheapest_and_leaves_its_plan_alone() -> None:
    game = at_turn(*FORK, tickets=("A-B 5", "A-C 2"), trains=2)
    offer(game, "A-B", "A-C")
    memory = new_memory(ME)
    memory.view(MEMORY)["threshold"] = 3
    before = memory[player.lasting_words].copy()
    assert ask(game, ME, memory) == keep(1), "a plan that takes all its trains is not adopted"
    assert (memory[player.lasting_words] == before).all()


def test_a_ticket_that_is_done_already_has_no_plan_as_coded_and_beats_all_others_as_published() -> None:
    game = at_turn("A-B 2 red", "B-C 2 blue", "C-D 2 green", tickets=("A-B 5", "C-D 40"))
    give(game, 0, "A-B")
    offer(game, "C-D", "A-B")
    assert ask(game, ME) == keep(0)
    assert ask(game, PUBLISHED) == keep(1)


@pytest.mark.parametrize(("name", "threshold", "action"), [(ME, 6, "draw a card"), (PUBLISHED, 4, "draw tickets")])
def test_it_draws_tickets_while_the_threshold_is_more_than_eight_below_its_trains(
    name: str, threshold: int, action: str
) -> None:
    """As coded the threshold is what keeping both would take; A-C alone takes four trains."""
    game = at_turn(*FORK, tickets=("A-B 5", "A-C 20"), trains=13, more_tickets=True)
    turn = int(game.state.table.stage)
    offer(game, "A-B", "A-C")
    memory = new_memory(name)
    assert ask(game, name, memory) == keep(1)
    assert memory.view(MEMORY)["threshold"] == threshold
    game.state.table.stage = turn
    assert ask(game, name, memory) == (TICKETS if action == "draw tickets" else DECK)


def test_as_coded_it_counts_the_others_points_again_and_keeps_its_plan_for_longer() -> None:
    for name, seen in ((ME, 20), (PUBLISHED, 13)):
        game = at_turn(*FORK, tickets=("A-B 5", "A-C 20"))
        game.state.table.points[:2] = 3, 10
        offer(game, "A-B", "A-C")
        memory = new_memory(name)
        memory.view(MEMORY)["seen"] = 10
        ask(game, name, memory)
        assert memory.view(MEMORY)["seen"] == seen


# ---- planning and claiming ----


def test_it_plans_anew_only_when_more_points_have_been_scored_than_it_has_seen() -> None:
    game = planning(*FORK, tickets=("A-B 5", "A-C 20"), cards="2 red 4 blue")
    memory = new_memory(ME)
    hold(game, 0, "A-C")
    assert ask(game, ME, memory) == claim(game, "A-C")
    hold(game, 0, "A-B")
    assert ask(game, ME, memory) == claim(game, "A-C"), "still"
    game.state.table.points[1] += 1
    assert ask(game, ME, memory) == claim(game, "A-B")


def test_it_claims_the_first_listed_route_of_its_plan_or_as_published_the_most_valuable() -> None:
    game = planning("A-B 2 red", "B-C 4 blue", "C-D 6 green", tickets=("A-C 5",), cards="2 red 4 blue 6 green")
    assert ask(game, ME) == claim(game, "A-B")
    assert ask(game, PUBLISHED) == claim(game, "B-C")


def test_as_published_equally_valuable_routes_go_by_the_order_of_the_board() -> None:
    game = planning("A-B 2 red", "B-C 4 blue", "C-D 4 green", tickets=("A-D 5",), cards="2 red 4 blue 4 green")
    assert ask(game, PUBLISHED) == claim(game, "B-C")


def test_it_claims_nothing_that_is_not_planned() -> None:
    game = planning("A-B 2 red", "B-C 4 blue", "C-D 6 green", tickets=("A-C 5",), cards="6 green")
    assert ask(game, ME) == DECK


def test_a_route_is_claimed_in_its_planned_colour_only() -> None:
    """Of the two tracks the first is planned: red."""
    tracks = ("A-B 2 red", "A-B 2 green")
    game = planning(*tracks, tickets=("A-B 5",), cards="2 green", seats=4)
    assert ask(game, ME) == DECK
    game = planning(*tracks, tickets=("A-B 5",), cards="2 green red loco", seats=4)
    memory = new_memory(ME)
    game.play(ask(game, ME, memory))
    assert ask(game, ME, memory) == pay(RED, 1)


def test_a_grey_route_is_claimed_with_a_colour_that_the_plan_does_not_need() -> None:
    tracks = ("A-B 2 gray", "B-C 3 red")
    game = planning(*tracks, tickets=("A-C 5",), cards="2 red")
    assert ask(game, ME) == DECK
    game = planning(*tracks, tickets=("A-C 5",), cards="2 red 2 green")
    memory = new_memory(ME)
    game.play(ask(game, ME, memory))
    assert ask(game, ME, memory) == pay(GREEN, 0)


def test_a_grey_route_can_be_claimed_with_locomotives_as_a_colour_it_has_none_of() -> None:
    game = planning("A-B 2 gray", "B-C 3 red", tickets=("A-C 5",), cards="2 loco")
    memory = new_memory(ME)
    game.play(ask(game, ME, memory))
    assert ask(game, ME, memory) == pay(LOCOMOTIVE, 2)


@pytest.mark.parametrize("name", [ME, PUBLISHED])
def test_without_a_plan_it_claims_the_longest_track_it_can_the_first_on_ties(name: str) -> None:
    tracks = ("A-B 2 red", "B-C 3 gray", "C-D 3 green")
    game = planning(*tracks, tickets=("A-B 5",), cards="3 green red 2 loco")
    give(game, 0, "A-B")
    memory = new_memory(name)
    action = ask(game, name, memory)
    assert action == claim(game, "B-C")
    game.play(action)
    assert ask(game, name, memory) == pay(RED, 2), "the first colour listed"


def test_a_ticket_whose_city_has_no_tracks_left_is_left_out_of_the_plan() -> None:
    """Otherwise C, which nothing can be joined to, would make the plan void."""
    game = planning(*FORK, "B-D 1 green", tickets=("A-C 20", "A-D 3"), cards="2 red green")
    give(game, 1, "A-C")
    assert ask(game, ME) == claim(game, "A-B")


# ---- drawing ----


@pytest.mark.parametrize(
    ("row", "coded", "published"),
    [
        ("red red blue", 0, 0),  # most of them are needed
        ("blue blue red", DECK, 2),  # most of them are not; as published red is taken because it is needed most
        ("red blue", DECK, 0),  # as many of each: blue is first in the order of the row
        ("loco loco red", DECK, 2),  # locomotives are not needed
    ],
)
def test_it_draws_the_kind_of_which_most_are_face_up_if_the_plan_needs_it(
    row: str, coded: int, published: int
) -> None:  # fmt: skip
    for name, action in ((ME, coded), (PUBLISHED, published)):
        assert ask(planning("A-B 4 red", tickets=("A-B 5",), row=row), name) == action


def test_as_published_it_draws_the_colour_that_the_plan_needs_most() -> None:
    game = planning("A-B 2 red", "B-C 3 blue", tickets=("A-C 5",), row="red red blue")
    assert ask(game, ME) == 0
    assert ask(game, PUBLISHED) == 2


@pytest.mark.parametrize(("row", "action"), [("red green green", 1), ("red green", DECK), ("green loco loco", 1)])
def test_if_grey_is_needed_most_it_draws_what_there_is_at_least_twice(row: str, action: int) -> None:
    game = planning("A-B 4 gray", "B-C 3 white", tickets=("A-C 5",), row=row)
    assert ask(game, ME) == action


def test_a_second_locomotive_is_not_legal_so_it_draws_from_the_deck() -> None:
    game = planning("A-B 4 gray", tickets=("A-B 5",), row="green loco loco")
    game.play(DECK)
    assert game.stage == "second_card"
    assert ask(game, ME) == DECK


def test_it_never_draws_tickets_for_a_threshold_that_is_near_its_trains() -> None:
    game = at_turn(*FORK, tickets=("A-B 5",), trains=8, more_tickets=True)
    assert ask(game, ME) == DECK
    game.state.table.trains[0] = 9
    assert ask(game, ME) == TICKETS


def test_the_opening_tickets_are_chosen_in_the_same_way() -> None:
    """Two must be kept: A-B and A-C: (25 + 9) / 6, A-B and A-D: (6 + 17) / 8, A-C and A-D: (21 + 22) / 10, all less."""
    setup = small_setup(*FORK, "A-D 6 green", tickets=("A-B 5", "A-C 20", "A-D 1"))
    game = Game(setup, seats=2, seed=1)
    offer(game, "A-D", "A-B", "A-C")
    assert ask(game, ME) == keep(1, 2)
