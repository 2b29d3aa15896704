"""A server, and a browser for tests of the page. Without chromium or playwright, these are skipped and say so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from web.serving import Server
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = Server(tmp_path_factory.mktemp("page"), "--webhooks")
    yield f"{server.url}/"
    server.interrupt()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("SKIPPED: the page was NOT tested, because chromium is not installed")
    sync_api = pytest.importorskip("playwright.sync_api", reason="the page was NOT tested: playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    found = Visitor(browser, address)
    yield found
    found.context.close()
    assert found.troubles == []
