"""Serves under a path of a host, behind a proxy that also serves other things there."""

from __future__ import annotations

import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from railwright.errors import OptionError
from railwright.web.delivery.page_files import ROOT_PATH

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+")


def read_root_path(text: str) -> str:
    """Check a path such as /railwright; an empty one, or /, means that there is none."""
    path = text.rstrip("/")
    if path and not _PATH.fullmatch(path):
        raise OptionError(f"--root-path {text}: give a path such as /railwright")
    return path


class SubPath:
    """Takes the root path off each request. A proxy may have done so already.

    The document of the page names its files with the path, so that it finds them even if a proxy serves it without the
    slash at the end; everything else is relative to where the page was loaded from.
    """

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app = app
        self._root = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        scope = {**scope, ROOT_PATH: self._root}
        path = scope.get("path", "")
        if scope["type"] == "http" and path == self._root and self._root:
            response = RedirectResponse(f"{self._root}/", status_code=308)
            await response(scope, receive, send)
            return
        if self._root and path.startswith(f"{self._root}/"):
            scope = {**scope, "path": path.removeprefix(self._root)}
            if "raw_path" in scope:
                scope["raw_path"] = scope["raw_path"].removeprefix(self._root.encode())
        await self._app(scope, receive, send)
