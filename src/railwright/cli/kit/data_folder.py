"""The folder where a user's games are stored."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The folder for the user's data, by the convention of this operating system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "railwright"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "railwright"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "railwright"
