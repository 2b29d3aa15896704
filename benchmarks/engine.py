"""The engine beside the C program that marks its speed limit, in one run.

    python benchmarks/engine.py --anchor path/to/bench_c.sh --cold

plays uniformly random 4-player games on the usa board in turns: a round of ours, a round of C, and so on, each timed in
CPU seconds on one core, and prints the ratio of the best rounds. It is the command ``railwright bench``.
"""

from __future__ import annotations

import typer

from railwright.cli.bench import bench

if __name__ == "__main__":
    typer.run(bench)
