"""The report of an event in a real browser: it is for everyone, and fits a phone."""

from __future__ import annotations

from arena_events import played, small_event
from inarow.arena.ledger import Ledger
from inarow.interfaces.render.report import event_report
from interfaces.web.browser import Screen
from interfaces.web.test_page_access import audit_with_phone


def test_axe_finds_nothing_in_a_report(screen: Screen) -> None:
    event = small_event()
    games, ledger = played(event), Ledger(event, event.schedule([""]))
    for game in games:
        ledger.enter(game.result)
    page = screen.page
    page.goto("about:blank")  # a file of its own, to which no rule of our server applies
    page.set_content(event_report(ledger, games))
    for folded in page.locator("summary").all():
        folded.click()
    audit_with_phone(page)
