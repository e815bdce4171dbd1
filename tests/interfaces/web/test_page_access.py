"""The page is for everyone: by keys, by ear, on a phone, in the dark, and without the internet."""

from __future__ import annotations

import re
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page, expect

import inarow
from interfaces.web.browser import Screen

STATIC = Path(inarow.__file__).parent / "interfaces" / "web" / "static"
MOST_BYTES = 250_000
"""For all files of the page together, in English."""
LANGUAGE_BYTES = 55_000
"""For what another language adds, with what translates the words of the server."""
FIRST_BYTES = 150_000
"""For those that are loaded to play; a first visit loads fewer, see `test_page_gallery.py`."""
LANGUAGES = ("de", "es")
VIEWS = {"gallery.js", "lessons.js", "strings_gallery.js", "library.js", "strings_library.js"}
VIEWS |= {
    "puzzles.js",
    "viewer.js",
    "search_tree.js",
    "strings_viewer.js",
    "arena.js",
    "event_form.js",
    "strings_arena.js",
    "plot.js",
    "seat.js",
}
ON_DEMAND = VIEWS | {
    "collection.js",
    "explorer.js",
    "gallery.css",
    "icon.svg",
    "options.js",
    "picture.js",
    "print.js",
    "progress.js",
    "seats.js",
    "setup.js",
    "share.js",
    "sw.js",
    "sweep.js",
    "walk.js",
}
"""Views, dialogs, a walk through a proof and a language, loaded when they are first opened."""
PEOPLE = "#play?game={}&notation=2&moves={}&first=human&second=human"
GAMES = {
    "four": PEOPLE.format("connect_four(rows=4,cols=5,k=4)", "112233"),
    "over": PEOPLE.format("tic_tac_toe", "a1b1a2b2a3"),
    "gomoku": PEOPLE.format("gomoku(rows=9,cols=9)", "e5f6"),
    "nine": PEOPLE.format("nine_board(first_move=free)", "5531"),
}

AXE = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
"""All rules that are on; none of them needs the styles to be loaded once more."""
COLOURS = AXE | {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that depend on colours: all that can change in the dark."""
RUN = "([part, rules]) => axe.run(part || document, rules)"


def audit(page: Page, part: str | None = None) -> None:
    """No rule of axe may be broken, by day or by night, on the page or a part of it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for scheme, rules in (("light", AXE), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        results = AxeResults(page.evaluate(RUN, [part, rules]))
        assert results.violations_count == 0, f"{scheme}: {results.generate_report()}"
    page.emulate_media(color_scheme="light")


def audit_with_phone(page: Page) -> None:
    """Nothing is wrong, and a phone never scrolls sideways."""
    audit(page)
    fits_a_phone(page)


def fits_a_phone(page: Page) -> None:
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size(size)


def test_axe_finds_nothing_and_a_phone_never_scrolls_sideways(screen: Screen) -> None:
    for name, link in GAMES.items():
        page = screen.follow(link)
        assert page.locator('.cells button[tabindex="0"]').count() == 1, name
        if name == "four":
            expect(page.get_by_role("grid", name="Board").get_by_role("row")).to_have_count(4)
            page.keyboard.press("a")
            page.get_by_label("side by side").check()
            expect(page.locator(".value.proven")).to_have_count(5)
            winning = "column 4, row 1, empty, win in 1, proven"
            expect(page.get_by_role("button", name=winning)).to_be_visible()
        audit_with_phone(page)
        if name == "four":
            page.keyboard.press("a")
    fits_a_phone(screen.follow(PEOPLE.format("gomoku", "h8i9")))


def test_views_are_loaded_when_they_are_shown_and_axe_finds_nothing(
    screen: Screen, thorough: bool
) -> None:
    """In every run without the views that are looked at once more where they are used."""
    page = screen.open(PEOPLE.format("connect_four", "4"))  # one without a move is not listed
    assert screen.loaded() & ON_DEMAND == set()
    for name, shown, elsewhere in (
        ("All games", page.locator(".cards .drawing").first, "test_page_gallery.py"),
        ("My games", page.locator(".games li").first, "test_page_library.py"),
        ("Puzzles", page.locator(".task"), ""),
        ("Search viewer", page.locator(".search-tree .node").first, ""),
        ("Arena", page.get_by_role("button", name="Start the event"), "test_page_share.py"),
    ):
        page.get_by_role("link", name=name, exact=True).click()
        expect(shown).to_be_visible()
        expect(page).to_have_title(f"{name} · inarow")
        if thorough or not elsewhere:
            audit(page)
        fits_a_phone(page)
    assert screen.loaded() >= VIEWS
    page.get_by_role("link", name="Play").click()
    expect(page).to_have_title("Connect Four 7 × 6 · inarow")


def test_axe_finds_nothing_in_dialogs_and_notes(screen: Screen, thorough: bool) -> None:
    """In every run the dialog and the note alone are looked at, else the page behind them, too."""
    dialog_only, note_only = (None, None) if thorough else ("dialog[open]", ".toast")
    page = screen.open(GAMES["over"])
    for key in "nso":
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_be_visible()
        audit(page, dialog_only)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator(".toast")).to_be_visible()
    audit(page, note_only)

    page.keyboard.press("?")  # the list of keys; those of one letter can be switched off
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("show or hide the analysis")
    audit(page, dialog_only)
    dialog.get_by_label("Keys of one letter are on").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("?")
    expect(dialog).to_be_visible()


def test_the_files_are_small() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    plain = [path for path in files if path.parent.name != "words"]
    shared = size(STATIC / "js" / "words" / "translate.js")
    languages = [shared + sum(map(size, STATIC.glob(f"js/words/{code}*"))) for code in LANGUAGES]
    assert sum(map(size, plain)) < MOST_BYTES
    assert max(languages) < LANGUAGE_BYTES
    first = [path for path in plain if path.name not in ON_DEMAND]
    assert sum(map(size, first)) < FIRST_BYTES
    lines = {path: path.read_text("utf-8").splitlines() for path in files}
    catalogues = [path for path in files if path not in plain or path.name.startswith("strings")]
    most = {path: 500 if path in catalogues else 300 for path in files}
    assert [path.name for path, found in lines.items() if len(found) > most[path]] == []
    assert [path.name for path, found in lines.items() if max(map(len, found)) > 120] == []


def size(path: Path) -> int:
    return path.stat().st_size


def test_every_text_is_in_one_module() -> None:
    """A sentence in another module would be missed by a translator."""
    sentence = re.compile(
        r'"[A-Z][a-z]+ [a-z]+ [a-z]+[^"]*"|`[^`\n]*[A-Z][a-z]+ [a-z]{2,} [^`\n]*`'
    )
    comment = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
    found = [
        (path.name, match)
        for path in (STATIC / "js").glob("*.js")
        if not path.name.startswith("strings")
        for match in sentence.findall(comment.sub("", path.read_text("utf-8")))
    ]
    assert found == [], "these belong into strings.js, and into words/ in other languages"
