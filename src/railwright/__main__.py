"""``python -m railwright``, and the command ``railwright``."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Load the command line and run it. Ctrl-C ends it cleanly at any moment, even while it is loading."""
    # Work is spread over processes. On a busy machine, extra linear algebra threads would wait for each other: an
    # eigenvalue problem of `map balance` took 1.9 s instead of 0.01 s. NumPy reads this when it is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from railwright.cli.main import main as run
    except KeyboardInterrupt:
        print("railwright: stopped", file=sys.stderr)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
