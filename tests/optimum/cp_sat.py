"""A second opinion, from another kind of solver: CP-SAT looks for a circuit for each goal.

The circuit of a goal goes through a place outside of the graph: from there to a start, over chosen links to an end, and
back. Vertices off the way point to themselves; so do all of them, and the place outside, if the goal is not reached.

CP-SAT has a process of its own: OR-Tools brings along a HiGHS that is older than ours, and both cannot be loaded
together (google/or-tools, issue 5246).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

from railwright.optimum.instance import Goal, Instance

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SEED = 1


def best_scores(instances: Sequence[Instance]) -> list[int]:
    """The best score of each instance, proven by CP-SAT on one thread."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        return list(executor.map(_best_score, instances))


def _best_score(instance: Instance) -> int:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"link {i}") for i in range(len(instance.links))]
    model.add(sum(link.trains * take for link, take in zip(instance.links, chosen, strict=True)) <= instance.trains)
    for limit in instance.limits:
        model.add(sum(chosen[i] for i in limit.links) <= limit.most)
    gains = [link.points * take for link, take in zip(instance.links, chosen, strict=True)]
    gains += [goal.points * (1 - _unreached(model, instance, goal, chosen)) for goal in instance.goals]
    model.maximize(instance.base + sum(gains))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)


def _unreached(
    model: cp_model.CpModel, instance: Instance, goal: Goal, chosen: list[cp_model.IntVar]
) -> cp_model.IntVar:
    """Whether there is no circuit for a goal."""
    outside = instance.vertices
    unreached = model.new_bool_var("unreached")
    arcs: list[tuple[int, int, cp_model.IntVar]] = [(outside, outside, unreached)]
    arcs += [(vertex, vertex, model.new_bool_var("off the way")) for vertex in range(instance.vertices)]
    arcs += [(outside, start, model.new_bool_var("start")) for start in goal.starts]
    arcs += [(end, outside, model.new_bool_var("end")) for end in goal.ends]
    for link, take in zip(instance.links, chosen, strict=True):
        if link.a != link.b:
            forth, back = model.new_bool_var("forth"), model.new_bool_var("back")
            model.add_implication(forth, take)
            model.add_implication(back, take)
            arcs += [(link.a, link.b, forth), (link.b, link.a, back)]
    model.add_circuit(arcs)
    return unreached
