"""The documentation beside the page, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from interfaces.web.browser import Screen
from interfaces.web.test_page_access import audit, fits_a_phone

AROUND_THE_TEXT = "header, nav, [data-steps]"


def test_pages_are_found_read_and_stepped_through(screen: Screen, thorough: bool) -> None:
    """In every run axe looks at all but the long text, else at that, too."""
    page = screen.open()
    page.get_by_role("link", name="Documentation").click()
    expect(page).to_have_title("Documentation · inarow")
    page.get_by_role("searchbox").fill("cut alpha beta window")
    page.get_by_role("link", name=re.compile("^Alpha-beta: The idea")).click()
    expect(page).to_have_title("Alpha-beta · inarow")

    figure = page.locator('[data-steps="search"]')
    nodes = figure.locator(".search-tree .node")
    expect(nodes).to_have_count(1)
    figure.get_by_role("button", name="One step forward").click()
    expect(figure).to_contain_text("step 1 of ")
    figure.get_by_role("button", name="To the end").click()
    assert nodes.count() > 5
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    audit(page, None if thorough else AROUND_THE_TEXT)
    fits_a_phone(page)

    page.get_by_role("link", name="search/minimax/alphabeta.py").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("search/minimax/alphabeta.py")
    page.get_by_role("link", name="Play").click()
    expect(page.locator(".cards .card").first).to_be_visible()  # which greets a new visitor
