"""What a person reads on the page is true: the table of values and the bar, of three engines."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from inarow.games.base import State
from inarow.games.notation import format_moves
from inarow.registry import load_game
from inarow.search.decision import Decision
from interfaces.web.browser import Screen
from interfaces.web.conftest import browser, chromium, screen, server
from interfaces.web.test_page_access import PEOPLE
from oracle import long_game
from proven import TooLarge, Truth, heard, lies, lies_about_moves

__all__ = ["browser", "chromium", "screen", "server"]


def late_positions(spec: str, seed: int, truth: Truth) -> list[tuple[State, str]]:
    """Positions of a long game of which the truth is known, and the moves that lead there."""
    path, found = list(long_game(load_game(spec).initial_state(), Random(seed))), []
    for length in reversed(range(1, len(path) - 1)):
        state = path[length]
        try:
            for known in (state, *map(state.play, state.legal_actions())):
                truth.bounds(known, 0)
        except TooLarge:
            break
        actions = [later.last for later in path[1 : length + 1] if later.last is not None]
        found.append((state, format_moves(state.game, actions)))
    return [each for each in found if not each[0].chance()]


@pytest.mark.parametrize(
    "spec",
    [
        "tic_tac_toe",
        "connect_four(rows=4,cols=5,k=4)",
        "mnk(5,5,4)",
        "nine_board",
        "pop_out(3,3,3,10)",
    ],
)
def test_the_table_and_the_bar_of_the_page_are_true(screen: Screen, spec: str) -> None:
    truth = Truth()
    for seed in range(2):
        for state, moves in late_positions(spec, seed, truth)[-2:]:
            page = screen.open(PEOPLE.format(spec, moves))
            page.keyboard.press("a")
            page.get_by_label("side by side").check()
            expect(page.get_by_role("button", name="Stop", exact=True)).to_be_hidden()
            for row in page.locator(".values tr[data-move]").all():
                action = state.game.parse(row.get_attribute("data-move") or "")
                for words in row.locator("td .words").all_inner_texts():
                    found = list(lies_about_moves(state, {action: heard(words)}, truth))
                    assert not found, f"{state!r}: {found}"
            said, _, kind = page.locator(".bar-words").inner_text().rpartition(", ")
            value = heard(said.partition("to move: ")[2])
            assert kind == value.kind or value.result is None
            found = list(lies(state, Decision(state.legal_actions()[0], value), truth))
            assert not found, f"{state!r}: {found}"
