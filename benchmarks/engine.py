"""Compare the engine with a C program, the reference for its speed, in one run.

    python benchmarks/engine.py --anchor path/to/bench_c.sh --cold

This plays uniformly random 4-player games on the usa board, alternating between rounds of ours and rounds in C. Each is
timed in CPU seconds on one core, and the ratio of the best rounds is printed. It is the command ``railwright bench``.
"""

from __future__ import annotations

import typer

from railwright.cli.bench.command import bench

if __name__ == "__main__":
    typer.run(bench)
