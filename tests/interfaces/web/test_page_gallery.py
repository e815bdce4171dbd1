"""The first visit: games that explain themselves, people to meet."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from inarow import registry
from inarow.agents.people import PEOPLE
from inarow.defaults import LEVELS
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_game
from interfaces.web.browser import Screen
from interfaces.web.test_page_access import STATIC, audit_with_phone, size

GREETING = 110_000
"""Bytes of the files that a first visit loads."""


def owned(state: State) -> int:
    """How many small boards are won."""
    return sum(owner is not None for owner in getattr(state, "owners", ()))


def solutions(state: State) -> set[str]:
    """The moves that win the game or a board at once; else those after which the other does not."""
    children = {state.game.format(action): state.play(action) for action in state.legal_actions()}

    def wins(before: State, after: State) -> bool:
        return bool(after.outcome and after.outcome.winner == before.player)

    best = {text for text, after in children.items() if wins(state, after)}
    best = best or {text for text, after in children.items() if owned(after) > owned(state)}

    def lost(after: State) -> bool:
        return any(wins(after, after.play(action)) for action in after.legal_actions())

    return best or {text for text, after in children.items() if not lost(after)}


def test_every_game_has_three_pictures_and_one_try_with_the_right_answer(screen: Screen) -> None:
    lessons: dict[str, Any] = screen.alone("import('/js/lessons.js').then((all) => all.LESSONS)")
    told = screen.alone("import('/js/strings_gallery.js').then(({ G }) => G.rules)")
    assert (
        lessons.keys()
        == told.keys()
        == {name for name, e in registry.games().items() if not e.plugin}
    )
    for name, lesson in lessons.items():
        start = load_game(lesson.get("game", name)).initial_state()
        shown = [play_moves(start, moves) for moves in lesson["pictures"]]
        assert len(shown) == len(told[name]["three"]) == 3
        assert shown[-1].outcome is not None, f"{name}: the last picture shows how a game ends"
        assert set(lesson["right"]) == solutions(play_moves(start, lesson["task"])), name
    assert len(PEOPLE) == LEVELS


def test_a_newcomer_is_greeted_once_finds_a_game_tries_it_and_meets_somebody(
    screen: Screen,
) -> None:
    page = screen.open("")
    expect(page).to_have_title("All games · inarow")
    assert sum(size(path) for path in STATIC.rglob("*") if path.name in screen.loaded()) < GREETING
    assert "play.js" not in screen.loaded()
    expect(page.locator(".cards .drawing")).to_have_count(len(registry.games()))
    audit_with_phone(page)
    page.get_by_role("link", name="Nine boards").click()
    expect(page).to_have_title("Nine boards, rules by example · inarow")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.locator("figure .drawing")).to_have_count(3)
    expect(page.locator(".person")).to_have_count(LEVELS)
    page.get_by_role("button", name="board 5, cell 8").click()
    expect(page.locator(".task")).to_have_text("Not that one. Look again.")
    page.get_by_role("button", name="board 5, cell 7").click()
    expect(page.locator(".task")).to_have_text("Right! Now you know how it goes.")
    audit_with_phone(page)
    page.get_by_role("button", name="Play Mia").click()
    expect(page.locator(".player.o")).to_have_text("Mia (level 1)")
    expect(page.locator(".player.o .face")).to_be_visible()
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page).to_have_title("Nine boards, rules by example · inarow")
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.locator(".player.o")).to_have_text("Mia (level 1)")
    page.go_back()
    page.get_by_role("button", name="More: size, clocks").click()
    game = page.get_by_role("dialog", name="New game").locator("select").first
    expect(game).to_have_value("nine_board")
    page.keyboard.press("Escape")
    screen.follow("#gallery?game=tic_tac_toe")
    page.get_by_role("button", name="Two people at this screen").click()
    expect(page).to_have_url(re.compile("#play.*id="))  # a reload before the first move finds it
    page.go_back()
    expect(page).to_have_title("Tic-tac-toe, rules by example · inarow")
    page = screen.open("")  # the next visit goes on with a game
    expect(page).to_have_title("Connect Four 7 × 6 · inarow")
