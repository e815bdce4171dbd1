"""The page on a phone, in a window of its own: with fingers, as an app, and without its server."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, expect

from inarow import registry
from interfaces.web.browser import Screen, open_screen
from interfaces.web.test_page_access import STATIC
from interfaces.web.test_page_goban import crossing, link
from web_server import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_phone_plays_with_fingers_and_without_its_server(
    browser: Browser, server: Server
) -> None:
    screen = open_screen(browser, server.address, service_workers="allow", **PHONE)
    the_page_installs_and_opens_without_its_server(screen)
    a_finger_chooses_first_and_plays_then(screen)
    screen.page.context.close()
    assert screen.problems == []


def a_finger_chooses_first_and_plays_then(screen: Screen) -> None:
    page = screen.follow(link("h8"))
    box = crossing(page, "a1").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    played, confirm = page.locator(".tree .move"), page.locator(".confirm")
    crossing(page, "i9").tap()
    expect(page.locator(".stone.landing")).to_have_count(1)
    expect(page.locator(".aim")).to_have_count(1)
    expect(confirm).to_have_text("Play i9")
    expect(page.locator("#polite")).to_have_text("i9: tap again to play")
    crossing(page, "i10").tap()  # the finger slipped
    expect(confirm).to_have_text("Play i10")
    assert played.count() == 1
    confirm.tap()
    expect(played).to_have_text(["h8", "i10"])
    expect(confirm).to_be_hidden()
    for _ in range(2):
        crossing(page, "g7").tap()
    expect(played).to_have_count(3)
    crossing(page, "c3").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # keys never slip
    expect(played).to_have_count(4)
    page = screen.follow("#play?game=nine_board&moves=55&first=human&second=human")
    page.get_by_role("button", name="board 5, cell 1").tap()  # 39 pixels wide
    expect(confirm).to_have_text("Play 1")
    page = screen.follow("#play?game=tic_tac_toe&first=human&second=human")
    page.get_by_role("button", name="b2, empty").tap()  # nor do fingers on a small board
    expect(played).to_have_text(["b2"])


def the_page_installs_and_opens_without_its_server(screen: Screen) -> None:
    page = screen.open("#gallery")
    manifest = page.locator('link[rel="manifest"]').get_attribute("href")
    assert manifest is not None
    found = json.loads(page.request.get(screen.address + manifest.removeprefix("/")).text())
    assert found["display"] == "standalone"
    assert all((STATIC / icon["src"]).is_file() for icon in found["icons"])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page = screen.open("#gallery")  # the first visit was not kept yet
    expect(page.locator(".cards .card").first).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".cards .card")).to_have_count(len(registry.games()))
    expect(page.locator(".connection")).to_have_text("connecting …")
    page.context.set_offline(False)
    expect(page.locator(".cards .drawing").first).to_be_visible()  # the server is back
    screen.problems.clear()  # of the connection that was lost
