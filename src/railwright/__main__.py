"""Entry point of ``python -m railwright``."""

from railwright.cli.main import main

main()
