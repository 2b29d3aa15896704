"""Compare the fast exact method with the published integer program, on one core.

    python benchmarks/optimum.py --budgets 15 20 25 --seconds 600

This solves the usa board for each number of trains by both methods, one after the other, and prints how many times as
long the integer program takes. The program is stopped after the given seconds, so the ratio may be a lower bound. Then
follow the fast method for 45 trains in a new process, from its start to the answer, and for all numbers of trains from
1 to 50. Times are CPU seconds, except for the new process, whose wall-clock time is shown as well. Both methods use one
thread.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from railwright.maps.load import load_setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.branch_and_bound import Search
from railwright.optimum.flow import flow_size, solve_flow
from railwright.optimum.instance import Best, Instance
from railwright.optimum.sweep import sweep

BUDGETS = (15, 20, 25)
SECONDS = 600
RANGE = range(1, 51)
"""The numbers of trains in the paper's figure 3."""

COLD_START = """
import time
from railwright.maps.load import load_setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.branch_and_bound import Search
best = Search(board_instance(load_setup("usa"))).solve(45)
print(f"{best.score} points, {'proven' if best.is_proven else 'not proven'}, {time.process_time():.2f} CPU-seconds")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budgets", type=int, nargs="*", default=BUDGETS, help="numbers of trains to solve")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time limit of the integer program")
    options = parser.parse_args()
    instance = board_instance(load_setup("usa"))
    Search(instance).solve(1)  # loads the compiled code
    compare(instance, options.budgets, options.seconds)
    cold_start()
    time_sweep(instance)


def compare(instance: Instance, budgets: list[int], seconds: float) -> None:
    """Run both methods for each number of trains."""
    size = flow_size(instance)
    print(f"model (1): {size.binary} binary and {size.continuous} continuous columns, {size.rows} rows")
    for trains in budgets:
        fast, fast_time = timed(partial(Search(instance).solve, trains))
        print(f"  {trains:2} trains, fast:      {told(fast)}, {fast_time:8.2f} CPU-seconds", flush=True)
        flow, flow_time = timed(partial(solve_flow, instance.with_trains(trains), seconds=seconds))
        ratio = f"{'' if flow.is_proven else 'more than '}{flow_time / fast_time:.0f} times as long"
        print(f"  {trains:2} trains, model (1): {told(flow)}, {flow_time:8.2f} CPU-seconds, {ratio}", flush=True)
        if not flow.score <= fast.score <= flow.bound:
            sys.exit("the methods contradict each other")


def told(best: Best) -> str:
    return f"{best.score:3} points, {'proven' if best.is_proven else f'at most {best.bound:.0f}':11}"


def timed(solve: Callable[[], Best]) -> tuple[Best, float]:
    """The result of a method, and the CPU seconds it takes."""
    began = time.process_time()
    best = solve()
    return best, time.process_time() - began


def cold_start() -> None:
    began = time.perf_counter()
    result = subprocess.run([sys.executable, "-c", COLD_START], check=True, stdout=subprocess.PIPE, text=True)
    seconds = time.perf_counter() - began
    print(f"45 trains in a new process: {result.stdout.strip()}, {seconds:.2f} seconds by the clock", flush=True)


def time_sweep(instance: Instance) -> None:
    """Time a sweep over the range, in which each solution helps with the next."""
    began = before = time.process_time()
    times: dict[int, float] = {}
    scores: list[int] = []
    for budget in sweep(instance, RANGE):
        if not budget.best.is_proven:
            sys.exit(f"{budget.trains} trains: the best score is not proven")
        now = time.process_time()
        times[budget.trains], before = now - before, now
        scores.append(budget.best.score)
    longest = max(times, key=times.__getitem__)
    print(f"{RANGE[0]} to {RANGE[-1]} trains: {before - began:.2f} CPU-seconds, up to {times[longest]:.2f} ({longest})")
    print(f"  {' '.join(map(str, scores))}")


if __name__ == "__main__":
    main()
