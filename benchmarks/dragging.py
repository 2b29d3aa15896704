"""Measure how smoothly the board follows a finger, on a phone that is slower than this machine.

    python benchmarks/dragging.py               # a processor four times slower, as in a phone of the middle class
    python benchmarks/dragging.py --slower 1    # this machine itself

It opens a table in a browser with the screen of a phone, enlarges the board and drags it. For each frame it notes when
it was shown, and for the whole drag how long the main thread worked: on scripts, styles, layout and everything else. A
frame has 16.7 ms at 60 frames a second. Nothing else should run on the machine; without a graphics card the picture is
painted by the processor too.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
}  # fmt: skip
FRAME_MS = 1000 / 60

RECORD = """() => {
  window.frames_ = [];
  const note = (time) => { window.frames_.push(time); window.recording_ = requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""

PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration")


def drag(page: Page, session: CDPSession, *, moves: int) -> tuple[list[float], dict[str, float]]:
    """Drag the board to and fro; returns times between frames in milliseconds, and the work of the main thread."""
    box = page.locator(".board svg").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(RECORD)
    before = _work(session)
    _touch(session, "touchStart", x, y)
    for move in range(moves):
        _touch(session, "touchMove", x + 60 * ((move % 40) / 20 - 1), y + 30 * ((move % 20) / 10 - 1))
    _touch(session, "touchEnd")
    after = _work(session)
    times = page.evaluate("() => { cancelAnimationFrame(window.recording_); return window.frames_; }")
    gaps = [later - earlier for earlier, later in pairwise(times)]
    return gaps, {part: 1000 * (after[part] - before[part]) / moves for part in PARTS}


def _touch(session: CDPSession, kind: str, *place: float) -> None:
    points = [{"x": place[0], "y": place[1]}] if place else []
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def _work(session: CDPSession) -> dict[str, float]:
    return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how smoothly the board follows a finger.")
    parser.add_argument("--slower", type=float, default=4, help="how many times slower the processor is made")
    parser.add_argument("--moves", type=int, default=120)
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "railwright", "serve", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            url = server.stdout.readline().split()[-1]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                page = browser.new_context(**PHONE).new_page()
                page.goto(url)
                page.click("[data-start=watch]", timeout=120_000)
                page.wait_for_selector(".board svg", timeout=120_000)
                page.wait_for_timeout(2_000)
                page.click("[aria-label='Enlarge the board']")
                page.click("[aria-label='Enlarge the board']")
                session = page.context.new_cdp_session(page)
                session.send("Performance.enable")
                session.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
                gaps, work = drag(page, session, moves=options.moves)
                browser.close()
        finally:
            server.terminate()
            server.wait(20)
    print(f"a processor {options.slower:g} times slower, {options.moves} moves of a finger")
    tenth = sorted(gaps)[-len(gaps) // 10]
    print(f"frames: {len(gaps)}, median {statistics.median(gaps):.1f} ms, slowest tenth from {tenth:.1f} ms")
    late = sum(gap > 1.5 * FRAME_MS for gap in gaps) / max(1, len(gaps))
    print(f"later than 25 ms: {late:.0%}")
    for part, milliseconds in work.items():
        print(f"{part.removesuffix('Duration')}: {milliseconds:.2f} ms a move")


if __name__ == "__main__":
    main()
