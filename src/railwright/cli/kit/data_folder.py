"""Where a user's games are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where programs of this system keep the data of a user."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "railwright"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "railwright"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "railwright"
