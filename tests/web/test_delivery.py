"""How the page reaches a browser: in few requests, compressed, and only once."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.requests import Request

from railwright.errors import FileError
from railwright.web.delivery.module_bundle import bundle_modules
from railwright.web.delivery.page_files import STATIC, PageFiles, make_page
from waiting import HANG_SECONDS
from web.serving import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MODULES = {
    "page/main.js": """// @ts-check
/** The entry. @type {import("./not-there.js").Nothing} */
import { double as twice,
  start } from "./kit/numbers.js";
import * as words from "./words.js";
import "./kit/effects.js";

const start2 = await Promise.resolve(start);
globalThis.told = [words.greet("Ada"), twice(start2), globalThis.effects];
""",
    "page/words.js": """import { start } from "./kit/numbers.js";
export function greet(name) {
  return `Hello ${name}: ${start}`;
}
const own = "its own";
""",
    "page/kit/numbers.js": "const own = 20;\nexport const start = own + 1;\nexport const double = (n) => 2 * n;\n",
    "page/kit/effects.js": "globalThis.effects = 'run';\n",
    "page/unused.js": "export default 1;\n",
}


def test_joined_modules_do_what_they_do_apart(browser: Browser) -> None:
    script = bundle_modules(MODULES, "page/main.js").script
    page = browser.new_page()
    url = "data:text/javascript;base64," + base64.b64encode(script.encode()).decode()
    page.evaluate("url => import(url)", url)
    assert page.evaluate("told") == ["Hello Ada: 21", 42, "run"]
    page.close()


def test_the_source_map_leads_from_each_line_to_its_module() -> None:
    bundle = bundle_modules(MODULES, "page/main.js")
    line = bundle.script.split("\n").index("  return `Hello ${name}: ${start}`;")
    assert _mapped(bundle.source_map, line) == ("../static/page/words.js", 2)


def _mapped(source_map: str, line: int) -> tuple[str, int]:
    """The file and the line (from 0) that a line of a script comes from, as ECMA-426 defines it."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    found: Any = json.loads(source_map)
    source = at = 0
    for mapping in found["mappings"].split(";")[: line + 1]:
        values, value, shift = [], 0, 0
        for letter in mapping:
            digit = letters.index(letter)
            value |= (digit & 31) << shift
            shift += 5
            if digit < 32:
                values.append(-(value >> 1) if value & 1 else value >> 1)
                value = shift = 0
        if values:
            source, at = source + values[1], at + values[2]
    return found["sources"][source], at


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"page/words.js": 'import "./main.js";\n'}, "in a circle: page/main.js -> page/words.js -> page/main.js"),
        ({"page/words.js": "\nexport default 1;\n"}, "page/words.js, line 2: write imports as"),
        ({"page/words.js": 'export { a } from "./kit/numbers.js";\n'}, "page/words.js, line 1: write imports as"),
        ({"page/words.js": 'const later = () =>\n  import("./kit/numbers.js");\n'}, "page/words.js, line 2"),
        ({"page/words.js": 'import { a } from "./gone.js";\n'}, "page/words.js: imports page/gone.js, which does not"),
    ],
)
def test_forms_that_cannot_be_joined_are_refused_with_their_place(changed: Mapping[str, str], message: str) -> None:
    with pytest.raises(FileError) as caught:
        bundle_modules({**MODULES, **changed}, "page/main.js")
    assert message in str(caught.value)


def test_names_of_files_follow_their_content_and_a_change_needs_no_restart(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "index.html").write_text(
        '<head>\n<link rel="stylesheet" href="static/a.css">\n<link rel="stylesheet" href="static/b.css">\n'
        '<script type="module" src="static/page/main.js"></script>\n</head>'
    )
    (tmp_path / "a.css").write_text("a {}\n")
    (tmp_path / "b.css").write_text("b {}\n")
    (tmp_path / "page" / "main.js").write_text("let a = 1;\n")
    files, request = PageFiles(tmp_path), Request({"type": "http", "headers": []})
    before = files.document(request).body
    styles = next(file for name, file in make_page(tmp_path).files.items() if name.endswith(".css"))
    assert styles.body == b"a {}\nb {}\n"
    assert make_page(tmp_path).document.encode() == files.document(request).body == before
    (tmp_path / "page" / "main.js").write_text("let a = 22;\n")
    assert make_page(tmp_path).document.encode() == files.document(request).body != before


def test_every_module_of_the_page_is_in_its_script() -> None:
    page = make_page()
    script = next(file for name, file in page.files.items() if name.endswith(".js")).body.decode()
    joined = re.findall(r"^const \$\w+ = \{\}; \{ // (.*)$", script, re.MULTILINE)
    assert sorted(joined) == sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
    assert "static/page" not in page.document


def test_answers_are_compressed_for_those_who_can_read_it(server: Server) -> None:
    plain = server.http.get("/api/catalog", headers={"Accept-Encoding": "identity"})
    packed = server.http.get("/api/catalog", headers={"Accept-Encoding": "br, gzip;q=0.5"})
    refused = server.http.get("/api/catalog", headers={"Accept-Encoding": "gzip;q=0"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.json() == plain.json() == refused.json()
    for answer in (plain, packed, refused):
        assert answer.headers["vary"] == "Accept-Encoding"
    for answer in (plain, refused):
        assert "content-encoding" not in answer.headers
    assert "content-encoding" not in server.http.get("/api/learn").headers  # too short to be worth it


def test_files_with_a_hash_are_kept_for_ever_and_the_document_is_asked_about(server: Server) -> None:
    document = server.http.get("/")
    assert document.headers["cache-control"] == "no-cache"
    again = server.http.get("/", headers={"If-None-Match": document.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert server.http.get("/", headers={"If-None-Match": '"another"'}).status_code == 200
    names = [part.partition('"')[0] for part in document.text.split('"assets/')[1:]]
    assert len(names) == 2
    for name in names:
        packed = server.http.get(f"/assets/{name}")
        plain = server.http.get(f"/assets/{name}", headers={"Accept-Encoding": "identity"})
        assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content
        assert "content-encoding" not in plain.headers
    gone = server.http.get("/assets/page-0.js")
    assert (gone.status_code, gone.json()["error"]) == (404, "bad-request")


def test_a_picture_is_sent_once(server: Server) -> None:
    path = "/api/boards/germany/picture.svg?size=small"
    first, second = server.http.get(path), server.http.get(path)
    assert first.content == second.content
    again = server.http.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert server.http.get("/api/boards/germany/picture.svg?size=huge").status_code == 422


MOST_BYTES = 300_000
MOST_REQUESTS = 12


def test_the_start_page_and_a_table_load_few_bytes_in_few_requests(browser: Browser, server: Server) -> None:
    """On the wire, with all pictures, in a browser that has nothing of it yet."""
    context = browser.new_context(viewport={"width": 1280, "height": 3000})  # all pictures are in view
    context.set_default_timeout(1000 * HANG_SECONDS)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(server.url)
    page.wait_for_selector("[data-start=watch]")
    page.wait_for_function("() => [...document.images].every((image) => image.complete && image.naturalWidth)")
    assert 0 < sum(sizes) < MOST_BYTES
    assert len(sizes) <= MOST_REQUESTS
    sizes.clear()
    page.click("[data-start=watch]")
    page.wait_for_selector(".board svg .tracks", state="attached")
    assert 0 < sum(sizes) < MOST_BYTES
    assert len(sizes) <= MOST_REQUESTS
    context.close()
