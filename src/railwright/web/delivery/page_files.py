"""The page as few files: one document, one style sheet, one script, and a catalogue of texts for each language.

All but the document have a hash of their content in their names, so a browser keeps them for ever and asks only for the
document. All are compressed once, when they are made.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from railwright.web.delivery.compression import accepts_gzip, gzipped, tagged
from railwright.web.delivery.module_bundle import bundle_modules

STATIC = Path(str(files("railwright.web") / "static"))
"""The files of the page, as they are written."""

ENTRY = "page/main.js"

FOR_EVER = "public, max-age=31536000, immutable"
"""Caching of files whose names change with their content."""

ROOT_PATH = "railwright.root_path"
"""The key, in the scope of a request, of the path under which a proxy serves the page."""

_STYLE_LINK = re.compile(r'<link rel="stylesheet" href="/?static/([^"]+)">\n')
_OWN_LINK = re.compile(r'(?:href|src)="(?=(?:assets|static)/)')
_SCRIPT_LINK = re.compile(r'<script type="module" src="/?static/([^"]+)"></script>')


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page."""

    body: bytes
    compressed: bytes
    media_type: str

    @classmethod
    def of(cls, text: str, media_type: str) -> PageFile:
        """Make a file from its text."""
        body = text.encode()
        return cls(body, gzipped(body, level=9), media_type)


@dataclass(frozen=True, slots=True)
class JoinedPage:
    """The document of the page, and its files by name."""

    document: str
    files: Mapping[str, PageFile]


def make_page(folder: Path = STATIC) -> JoinedPage:
    """Join the files of the page."""
    modules = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.js")
    }  # fmt: skip
    document = (folder / "index.html").read_text(encoding="utf-8")
    styles = "".join((folder / name).read_text(encoding="utf-8") for name in _STYLE_LINK.findall(document))
    bundle = bundle_modules(modules, ENTRY)
    style_name, script_name = _name(styles, "css"), _name(bundle.script, "js")
    script = f"{bundle.script}//# sourceMappingURL={script_name}.map\n"
    document = _STYLE_LINK.sub("", document)
    link = f'<link rel="stylesheet" href="assets/{style_name}">\n</head>'
    document = _SCRIPT_LINK.sub(f'<script type="module" src="assets/{script_name}"></script>', document)
    catalogues = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("languages/*.json"))}
    document = document.replace("</head>", f"{_offer(catalogues)}\n{link}", 1)
    return JoinedPage(
        document,
        {
            style_name: PageFile.of(styles, "text/css"),
            script_name: PageFile.of(script, "text/javascript"),
            f"{script_name}.map": PageFile.of(bundle.source_map, "application/json"),
            **{_name(text, "json"): PageFile.of(text, "application/json") for text in catalogues.values()},
        },
    )


def _offer(catalogues: Mapping[str, str]) -> str:
    """The languages of the page besides English, for its head."""
    offered = [
        {"code": code, "name": json.loads(text)["language"], "file": f"assets/{_name(text, 'json')}"}
        for code, text in catalogues.items()
    ]
    return f'<meta name="languages" content="{html.escape(json.dumps(offered, ensure_ascii=False))}">'


def _name(text: str, kind: str) -> str:
    return f"page-{hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}.{kind}"


class PageFiles:
    """The page as it is now: joined again when one of its files has changed, for those who work on it."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._seen = self._look()
        self._page = make_page(folder)

    def document(self, request: Request, *, root_path: str = "", is_waiting: bool = False) -> Response:
        """The answer with the document.

        Args:
            request: The request.
            root_path: Path under which a proxy serves the page.
            is_waiting: Tells the page that the game is still being compiled.
        """
        seen = self._look()
        if seen != self._seen:
            self._page, self._seen = make_page(self._folder), seen
        text = self._page.document
        if is_waiting:
            text = text.replace("<html ", "<html data-is-waiting ", 1)
        if root_path:
            text = _OWN_LINK.sub(rf"\g<0>{root_path}/", text)
        return tagged(request, text.encode(), media_type="text/html")

    def file(self, request: Request, name: str) -> Response | None:
        """The answer with a file; None if there is none with this name."""
        found = self._page.files.get(name)
        if found is None:
            return None
        headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
        if accepts_gzip(request.headers):
            return Response(
                found.compressed, headers={**headers, "Content-Encoding": "gzip"}, media_type=found.media_type
            )
        return Response(found.body, headers=headers, media_type=found.media_type)

    def _look(self) -> frozenset[tuple[Path, int]]:
        found = [path for path in self._folder.rglob("*") if path.is_file()]
        return frozenset((path, path.stat().st_mtime_ns) for path in found)
