"""``python -m railwright``, and the command ``railwright``."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command line and run it. Ctrl-C ends it cleanly at any moment, also while it is being loaded."""
    try:
        from railwright.cli.main import main as run
    except KeyboardInterrupt:
        print("railwright: stopped", file=sys.stderr)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
