"""Torch is optional: it trains networks, and nothing else needs it."""

from __future__ import annotations

from importlib.util import find_spec

from railwright.errors import MissingLibraryError


def check_torch() -> None:
    """Refuse to train without torch, and say how to install it."""
    if find_spec("torch") is None:
        raise MissingLibraryError('training needs torch, which is not installed: pip install "railwright[train]"')
