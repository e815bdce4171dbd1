"""The pictures of the page in docs/pictures, and how fast the page is there.

    python benchmarks/page_pictures.py [--json FILE] [--only NAME]...

Starts a server of its own and drives the Chromium of the system (see docs/web.md). Each picture is
taken from the real page. The table says what a visitor has to load, and how long it takes until the
page can be used, on loopback with engines that are ready: the median of several loads in a window.
The CPU time is that of the page's own thread, which a busy machine changes less than the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
LOADS = 5
MOST_BYTES = 150_000
COLOURS = 128
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
LESSON = """[Game "connect_four"]
[Collection "Two lessons"]
[About "For our club: what the middle is worth, and what a fork is."]
[Chapter "The middle"]

{X begins. Which column is the best?} 1. 4 {The middle is the only first move that wins.} 1... 2
{Every answer loses, this one in 38 plies, the middle in 40.} 2. 4 {Once more the middle looks
natural, but it gives the win away: now it is a draw. 2 and 6 still win.} (2. 2 {This wins.}) 2... 4
{The only move that draws.} *

[Game "connect_four"]
[Collection "Two lessons"]
[Chapter "A fork"]

{Two ways to four at once.} 1. 4 4 2. 5 5 3. 3 *
"""
PEOPLE = "#play?game={}&moves={}&first=human&second=human"
READY = "body.ready"


def window(browser: Browser, width: int, height: int, scheme: str = "light") -> Page:
    return browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    ).new_page()


def keep(page: Page, name: str) -> None:
    """Save what is on the screen with few colours; a picture that is too large fails."""
    path = PICTURES / f"page_{name}.png"
    with Image.open(BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)
    size = path.stat().st_size
    assert size < MOST_BYTES, f"{path.name} has {size} bytes"
    print(f"{path.name:28} {size:>8,} bytes")


def games(browser: Browser, address: str) -> None:
    page = window(browser, 1000, 780)
    page.goto(address + "#gallery")
    page.locator(".cards .drawing").nth(7).wait_for()
    keep(page, "games")


def analysis(browser: Browser, address: str) -> None:
    page = window(browser, 1110, 790)
    page.goto(address + PEOPLE.format("connect_four", "44453353"))
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Review game").click()
    page.wait_for_selector(".point:nth-of-type(9)", state="attached", timeout=120_000)
    page.keyboard.press("a")
    page.locator(".value.proven").nth(6).wait_for(state="attached", timeout=120_000)
    page.locator(".reason").first.hover()
    keep(page, "analysis")


def nine_boards(browser: Browser, address: str) -> None:
    page = window(browser, 900, 760, "dark")
    page.goto(address + PEOPLE.format("nine_board(first_move=free)", "55312467"))
    page.wait_for_selector(READY)
    page.locator(".cells button.can").nth(1).hover()
    keep(page, "nine_boards")


def gomoku(browser: Browser, address: str) -> None:
    page = window(browser, 900, 860)
    page.goto(address + PEOPLE.format("gomoku", "h8i9j8i8i7h7j9h9j10j7k7&notation=2"))
    page.wait_for_selector(READY)
    page.get_by_label("Move numbers").check()
    page.locator(".number").nth(10).wait_for(state="attached")
    keep(page, "gomoku")


def viewer(browser: Browser, address: str) -> None:
    page = window(browser, 1100, 800)
    page.goto(address + "#viewer?search=mcts")
    page.get_by_text("step 0 of").wait_for(timeout=120_000)
    for _ in range(41):
        page.get_by_role("button", name="One step forward").click()
    keep(page, "search")


def arena(browser: Browser, address: str) -> None:
    page = window(browser, 1100, 780)
    page.goto(address + "#arena")
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("Pairs of games").fill("3")
    page.get_by_role("button", name="Start the event").click()
    page.get_by_text("18 of 18 games").first.wait_for(timeout=300_000)
    keep(page, "arena")


def collection(browser: Browser, address: str) -> None:
    page = window(browser, 1100, 760)
    page.goto(address + "#collection")
    page.wait_for_selector(READY)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lesson.txt"
        file.write_text(LESSON, "utf-8")
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_role("heading", name="Two lessons").wait_for()
    for ply in range(1, 5):
        page.keyboard.press("k")
        page.locator(f".tree .move:nth-of-type({ply})[aria-current=true]").wait_for()
    keep(page, "collection")


def phone(browser: Browser, address: str) -> None:
    page = window(browser, 360, 740)
    page.goto(address + PEOPLE.format("connect_four", "44453353"))
    page.wait_for_selector(READY)
    page.keyboard.press("a")
    page.locator(".value.proven").nth(6).wait_for(state="attached", timeout=120_000)
    keep(page, "phone")


def load(browser: Browser, address: str, server: int) -> dict[str, dict[str, Any]]:
    """What visits of three kinds load, and how long it takes until they can be used."""
    kinds: dict[str, list[dict[str, float]]] = {"first visit": [], "game": [], "game again": []}
    for _ in range(LOADS):
        page = window(browser, 1240, 860)
        kinds["first visit"].append(visit(page, address, server))
        page.context.close()
        page = window(browser, 1240, 860)
        for kind in ("game", "game again"):
            kinds[kind].append(visit(page, f"{address}#play", server))
            page.goto("about:blank")
        page.context.close()
    return {
        kind: {name: round(statistics.median(one[name] for one in found)) for name in found[0]}
        for kind, found in kinds.items()
    }


def cpu_milliseconds(process: int) -> float:
    """The CPU time of a process, where the system tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def visit(page: Page, address: str, server: int) -> dict[str, float]:
    """One visit; what the browser has kept counts as nothing to load."""
    before = cpu_milliseconds(server)
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable", {"timeDomain": "threadTicks"})  # CPU time of the thread
    page.goto(address)
    page.wait_for_selector(READY)
    told = {one["name"]: one["value"] for one in browser.send("Performance.getMetrics")["metrics"]}
    seen = page.evaluate(
        "performance.getEntriesByType('resource').map((one) => [one.decodedBodySize, "
        "one.transferSize])"
    )
    ready = page.evaluate("performance.getEntriesByName('ready')[0].startTime")
    asked = [size for size, sent in seen if sent]
    cpu = 1000 * told["TaskDuration"]
    served = cpu_milliseconds(server) - before
    times = {"milliseconds": ready, "cpu": cpu, "server_cpu": served}
    return times | {"bytes": sum(asked), "requests": len(asked) + 1}


DRAWN = (games, analysis, nine_boards, gomoku, viewer, arena, collection, phone)


def measure_and_draw(
    address: str, server: int, wanted: Collection[str]
) -> dict[str, dict[str, Any]]:
    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        for picture in DRAWN:
            if not wanted or picture.__name__ in wanted:
                picture(browser, address)
        figures = load(browser, address, server)  # now the engines are ready
        browser.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    names = [picture.__name__ for picture in DRAWN]
    parser.add_argument("--only", action="append", default=[], choices=[*names, "none"])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "inarow", "serve", "--port", "0", "--db", "games.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        assert server.stdout is not None
        try:
            greeting = server.stdout.readline()
            address = next(word for word in greeting.split() if "://" in word)
            figures = measure_and_draw(address, server.pid, arguments.only)
        finally:
            server.terminate()
            server.communicate()
    for kind, found in figures.items():
        times = "{milliseconds} ms ({cpu} ms CPU, {server_cpu} in the server)".format(**found)
        print(f"{kind}: {times}, {found['bytes']:,} bytes, {found['requests']} requests")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
