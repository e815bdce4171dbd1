"""Walking through a proof on the page: any defence is tried on the board, by mouse or by keys."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from interfaces.web.browser import Screen
from interfaces.web.test_page_access import audit_with_phone

WON = "#play?game=mnk(rows=4,cols=4,k=3)&notation=2&first=human&second=human"


def test_a_person_walks_through_a_proof_and_back_to_the_game(screen: Screen) -> None:
    page = screen.open(WON)
    page.keyboard.press("a")
    panel = page.get_by_role("region", name="Analysis")
    expect(panel).to_contain_text("Proven: X wins, whatever O does.")
    expect(panel).to_contain_text(re.compile(r"\d+ of 16 moves (is|are) settled"))
    button = panel.get_by_role("button", name="Walk through the proof")
    button.focus()
    page.keyboard.press("Enter")

    walk = page.get_by_role("region", name="Proof")
    expect(walk).to_contain_text("All 15 defences of O lose")
    expect(walk.get_by_role("heading", name="Proof")).to_be_focused()
    expect(page.locator("#polite")).to_have_text(re.compile("^Proven: X wins, whatever O does"))
    expect(panel).to_be_hidden()
    board = page.get_by_role("grid", name="Board")
    expect(board.get_by_role("button", name=re.compile("loss"))).to_have_count(15)
    back = walk.get_by_role("button", name="Take back")
    expect(back).to_be_disabled()
    audit_with_phone(page)

    free = board.get_by_role("button", name=re.compile("empty"))
    free.first.click()
    expect(walk).to_contain_text("X plays")
    expect(free).to_have_count(13)  # the defence and its refutation lie on the board
    back.focus()
    page.keyboard.press("Enter")
    expect(free).to_have_count(15)
    expect(walk.get_by_role("heading", name="Proof")).to_be_focused()
    for _ in range(7):  # by keys alone
        if "has won" in walk.inner_text():
            break
        before = free.count()
        free.last.focus()
        page.keyboard.press("Enter")
        expect(free).not_to_have_count(before)
    expect(walk).to_contain_text("X has won.")

    assert page.locator(".tree .move").count() == 0, "nothing is played in the game itself"
    walk.get_by_role("button", name="Back to the game").click()
    expect(walk).to_be_hidden()
    expect(button).to_be_focused()
    expect(free).to_have_count(16)
    leafing_ends_a_walk(screen)


def leafing_ends_a_walk(screen: Screen) -> None:
    page = screen.follow(f"{WON}&moves=b2a1")
    walk = page.get_by_role("region", name="Proof")
    page.get_by_role("button", name="Walk through the proof").click()
    expect(walk).to_contain_text("of O lose")
    page.keyboard.press("j")
    expect(walk).to_be_hidden()
    expect(page.get_by_role("region", name="Analysis")).to_be_visible()
