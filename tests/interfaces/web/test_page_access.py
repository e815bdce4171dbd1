"""The page is for everyone: by keys, by ear, on a phone, in the dark, and without the internet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import inarow
from interfaces.web.browser import Screen

STATIC = Path(inarow.__file__).parent / "interfaces" / "web" / "static"
MOST_BYTES = 165_000
"""For all files of the page together."""
FIRST_BYTES = 150_000
"""For those that a first visit loads."""
ON_DEMAND = {"puzzles.js", "viewer.js", "arena.js", "ratings.js"}
"""Views that are loaded when they are first opened."""
PEOPLE = "#play?game={}&notation=2&moves={}&first=human&second=human"
VIEWS = {
    "four": PEOPLE.format("connect_four(rows=4,cols=5,k=4)", "112233"),
    "over": PEOPLE.format("tic_tac_toe", "a1b1a2b2a3"),
    "gomoku": PEOPLE.format("gomoku", "h8i9"),
    "nine": PEOPLE.format("nine_board(first_move=free)", "5531"),
    "puzzles": "#puzzles?level=1&seed=1",
    "viewer": "#viewer",
    "arena": "#arena",
}


AXE = {"resultTypes": ["violations"]}
COLOURS = AXE | {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that depend on colours: all that can change in the dark."""


def audit(page: Page) -> None:
    """No rule of axe may be broken, by day or by night."""
    for scheme, rules in (("light", AXE), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        results = Axe().run(page, options=rules)
        assert results.violations_count == 0, f"{scheme}: {results.generate_report()}"
    page.emulate_media(color_scheme="light")


def show_values(page: Page) -> None:
    page.keyboard.press("a")
    page.get_by_label("side by side").check()
    expect(page.locator(".value.proven")).to_have_count(5)


@pytest.mark.parametrize("name", VIEWS)
def test_axe_finds_nothing_and_a_phone_never_scrolls_sideways(screen: Screen, name: str) -> None:
    page = screen.open(VIEWS[name])
    if name == "four":
        show_values(page)
    audit(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_axe_finds_nothing_in_dialogs_and_notes(screen: Screen) -> None:
    page = screen.open(VIEWS["over"])
    for key in "n?so":
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_be_visible()
        audit(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator(".toast")).to_be_visible()
    audit(page)


def test_help_lists_the_keys_and_letters_can_be_switched_off(screen: Screen) -> None:
    page = screen.open(VIEWS["over"])
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("show or hide the analysis")
    dialog.get_by_label("Keys of one letter are on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("?")
    expect(dialog).to_be_visible()


def test_one_cell_is_in_the_tab_order_and_says_what_it_is(screen: Screen) -> None:
    page = screen.open(VIEWS["four"])
    assert page.locator('.cells button[tabindex="0"]').count() == 1
    expect(page.get_by_role("grid", name="Board").get_by_role("row")).to_have_count(4)
    page.keyboard.press("a")
    expect(
        page.get_by_role("button", name="column 4, row 1, empty, win in 1, proven")
    ).to_be_visible()


def test_colours_are_switched_and_remembered(screen: Screen) -> None:
    page = screen.open()
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(colour) == light  # from the system's light to light
    page.get_by_role("button", name="Light or dark").click()
    dark = page.evaluate(colour)
    assert dark != light
    page.reload()
    assert page.evaluate(colour) == dark


def test_the_files_are_small() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    first = [path for path in files if path.name not in ON_DEMAND]
    assert sum(path.stat().st_size for path in first) < FIRST_BYTES
    lines = {path.name: path.read_text("utf-8").splitlines() for path in files}
    assert [name for name, found in lines.items() if len(found) > 300] == []
    assert [name for name, found in lines.items() if max(map(len, found)) > 120] == []


def test_a_first_visit_loads_no_view_that_is_not_shown(screen: Screen) -> None:
    screen.open()
    assert {url.rpartition("/")[2] for url in screen.asked} & ON_DEMAND == set()
    for view in ("puzzles", "viewer", "arena"):
        screen.open(f"#{view}")
    assert {url.rpartition("/")[2] for url in screen.asked} >= ON_DEMAND


def test_every_text_is_in_one_module() -> None:
    """A sentence in another module would be missed by a translator."""
    sentence = re.compile(r'"[A-Z][a-z]+ [a-z]+ [a-z]+[^"]*"')
    found = [
        (path.name, match)
        for path in (STATIC / "js").glob("*.js")
        if path.name != "strings.js"
        for match in sentence.findall(path.read_text("utf-8"))
    ]
    assert found == []
