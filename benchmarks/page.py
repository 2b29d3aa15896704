"""Measure how soon the page can be used after the server was started, and how much it loads.

    python benchmarks/page.py            # three starts with compiled kernels in the cache
    python benchmarks/page.py --first    # one start with an empty cache, as on the first day (compiles for minutes)

Times are from starting the server's process to its first answer, and in a browser that knows nothing of the page from
asking for it to a form that can be sent: by the first visitor, at the same moment, and by one who comes later. Nothing
else should run on the machine.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, sync_playwright

READY = ".new-game button[type=submit]:not([disabled])"


@dataclass(frozen=True, slots=True)
class Start:
    """One start of the server and one visit."""

    answered: float
    """Seconds from the start of the process to the first answer."""
    first: float
    """Seconds in which the page of the first visitor became usable."""
    usable: float
    """Seconds in which that of a later visitor did."""
    work: float
    """Seconds for which the main thread of the page worked until then."""
    kilobytes: float
    """Over the wire, without pictures of boards."""


def measure(browser: Browser, cache: str | None) -> Start:
    """Start a server, visit it and stop it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "railwright", "serve", "--port", "0", "--data", folder]
        environment = os.environ if cache is None else {**os.environ, "XDG_CACHE_HOME": cache}
        began = time.perf_counter()
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert server.stdout is not None
        try:
            url = server.stdout.readline().split()[-1]
            urllib.request.urlopen(url, timeout=60).read()
            answered = time.perf_counter() - began
            first, _, _ = visit(browser, url)
            return Start(answered, first, *visit(browser, url))
        finally:
            server.terminate()
            server.wait(60)


def visit(browser: Browser, url: str) -> tuple[float, float, float]:
    """Open the page in a browser that knows nothing of it: seconds, seconds of work, and kilobytes."""
    context = browser.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    for domain in ("Performance", "Network"):
        session.send(f"{domain}.enable")
    loaded: dict[str, float] = {}
    pictures: set[str] = set()

    def note_kind(event: dict[str, Any]) -> None:
        if event["type"] == "Image":
            pictures.add(event["requestId"])

    session.on("Network.responseReceived", note_kind)
    session.on("Network.loadingFinished", lambda event: loaded.update({event["requestId"]: event["encodedDataLength"]}))
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(READY, timeout=120_000)
    usable = time.perf_counter() - began
    work = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}["TaskDuration"]
    page.wait_for_load_state("networkidle")
    size = sum(length for request, length in loaded.items() if request not in pictures) / 1000
    context.close()
    return usable, work, size


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--first", action="store_true", help="with an empty cache of compiled kernels")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as cache, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        starts = [measure(browser, cache if options.first else None) for _ in range(1 if options.first else 3)]
        browser.close()
    for name, unit in (("answered", "s"), ("first", "s"), ("usable", "s"), ("work", "s"), ("kilobytes", "kB")):
        values = [getattr(start, name) for start in starts]
        print(f"{name}: median {statistics.median(values):.2f} {unit} of {', '.join(f'{v:.2f}' for v in values)}")


if __name__ == "__main__":
    main()
