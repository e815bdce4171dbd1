"""Gomoku on the page: a board as in Go, with numbers, threats and lines to step through."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from inarow.registry import load_game
from interfaces.web.browser import Screen

GOMOKU = load_game("gomoku")
FOUR = ("h8", "a1", "i8", "a2", "j8", "o14", "k8")
"""X threatens to win at g8 and l8."""
DOUBLE_THREE = ("d6", "d5", "b4", "c4")
"""Stones of X that forbid d4 in renju."""
COLOUR = "node => getComputedStyle(node).fill"


def link(*moves: str, game: str = "gomoku") -> str:
    return f"#play?game={game}&moves={''.join(moves)}&notation=2&first=human&second=human"


def crossing(page: Page, move: str) -> Locator:
    """The button of a cell."""
    cell = GOMOKU.initial_state().target(GOMOKU.parse(move))
    assert cell is not None
    return page.locator(f'.cells button[data-row="{cell[0]}"][data-col="{cell[1]}"]')


def test_gomoku_is_shown_ruled_and_explained(screen: Screen) -> None:
    the_rules_are_chosen_and_forbidden_points_are_marked_and_named(screen)
    a_gomoku_board_looks_like_one_and_names_what_it_shows(screen)
    a_colour_is_chosen_with_buttons_and_the_stones_follow(screen)
    a_forced_line_is_stepped_through(screen)
    a_program_of_this_machine_plays(screen)


def a_gomoku_board_looks_like_one_and_names_what_it_shows(screen: Screen) -> None:
    page = screen.follow(link(*FOUR))
    expect(page.locator(".star-point")).to_have_count(5)
    expect(page.locator("circle.last")).to_have_count(1)
    stones = page.locator(".drawing .stone > circle:first-child")
    assert len(set(stones.evaluate_all(f"nodes => nodes.map({COLOUR})"))) == 2
    assert page.locator(".drawing .sign").count() == len(FOUR)  # not by colour alone

    expect(page.locator(".number")).to_have_count(0)
    page.get_by_label("Move numbers").check()
    expect(page.locator(".number")).to_have_text([str(n + 1) for n in range(len(FOUR))])
    expect(crossing(page, "h8")).to_have_attribute("aria-label", "h8, black, move 1")
    last = "k8, black, last stone, move 7"
    expect(crossing(page, "k8")).to_have_attribute("aria-label", last)

    page.get_by_label("Threats").check()
    expect(page.locator(".threat-mark.x")).to_have_count(2)
    expect(crossing(page, "l8")).to_have_attribute("title", "l8, empty, black would win at l8")
    expect(page.locator(".looks")).to_contain_text("black would win at g8; black would win at l8")

    page.reload()  # both are remembered, and the next position has threats of its own
    expect(page.locator(".number")).to_have_count(len(FOUR))
    expect(page.locator(".threat-mark")).to_have_count(2)
    crossing(page, "l8").click()
    expect(page.locator(".threat-mark")).to_have_count(1)
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator(".looks")).to_contain_text("black wins by force")
    expect(page.locator(".number")).to_have_count(len(FOUR) - 1)


def the_rules_are_chosen_and_forbidden_points_are_marked_and_named(screen: Screen) -> None:
    moves = "".join(f"{black}{white}15" for black, white in zip(DOUBLE_THREE, "aceg", strict=True))
    page = screen.follow(link(moves))
    expect(page.locator(".forbidden")).to_have_count(0)
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label(re.compile("^rules")).select_option("renju")
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Gomoku 15 × 15, renju")

    page = screen.follow(link(moves, game="gomoku(rule=renju)"))
    expect(page.locator(".forbidden")).to_have_count(1)
    crossing(page, "d4").press("Enter")
    expect(page.locator(".toast")).to_have_text("forbidden: double three")
    expect(page.locator(".tree .move")).to_have_count(8)
    assert crossing(page, "d4").get_attribute("title") == "d4, empty, forbidden: double three"
    crossing(page, "d3").click()
    expect(page.locator(".forbidden")).to_have_count(0)  # white may play everything


def a_forced_line_is_stepped_through(screen: Screen) -> None:
    page = screen.follow(link(*FOUR[:-1]))
    page.keyboard.press("a")
    reason = page.locator(".reason.forced")
    reason.click()
    steps = page.locator(".reasons .line-steps")
    expect(steps.locator(".move")).to_have_count(3)
    moves = steps.locator(".move").all_inner_texts()
    page.mouse.move(0, 0)
    back, forward = (
        steps.get_by_role("button", name=re.compile(name)) for name in ("back", "Next move")
    )
    expect(back).to_be_disabled()
    for number, move in enumerate(moves, start=1):
        forward.click()
        expect(page.locator(".ghost-number")).to_have_text([str(n + 1) for n in range(number)])
        expect(steps.get_by_role("status")).to_have_text(f"{number} of 3: {move}")
    expect(forward).to_be_disabled()
    back.click()
    expect(page.locator(".ghost-number")).to_have_count(2)
    # A row that slides under a mouse at rest is not pointed at: the sequence stays.
    page.mouse.move(5, 5)
    page.locator(".values tbody tr").first.evaluate(
        """row => {
            row.addEventListener("pointerenter", () => (row.dataset.slid = "under"));
            row.addEventListener("pointerleave", () => (row.dataset.slid = "away"));
            row.style = "position: fixed; inset: 0; z-index: 9";
        }"""
    )
    page.mouse.move(5, 5)
    expect(page.locator('tr[data-slid="under"]')).to_have_count(1)
    expect(steps).to_be_attached()
    page.locator("tr[data-slid]").evaluate("row => row.removeAttribute('style')")
    page.mouse.move(5, 5)
    expect(page.locator('tr[data-slid="away"]')).to_have_count(1)
    expect(steps).to_be_attached()
    crossing(page, "k8").click()  # an open four: what loses is counted, and hides nothing
    expect(page.locator(".values tbody tr")).to_have_count(3)
    expect(page.locator(".values tbody tr .move").first).to_have_text(re.compile("^(g8|l8)$"))
    page.wait_for_function("document.querySelectorAll('.loses').length > 200")
    expect(page.get_by_text("215 others lose, proven")).to_be_visible()


def a_colour_is_chosen_with_buttons_and_the_stones_follow(screen: Screen) -> None:
    page = screen.follow(link(game="gomoku(opening=swap2)"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Gomoku 15 × 15, swap2")
    choices = page.get_by_role("group", name="What to do")
    expect(choices).to_be_hidden()
    page.get_by_label("Move numbers").check()  # it was, and stays so
    for number, move in enumerate(("h8", "i9", "k8"), start=1):
        crossing(page, move).click()
        expect(page.locator(".number")).to_have_count(number)
    expect(page.locator(".status")).to_have_text("Player 2 (white) to choose black, white or more")
    expect(choices.get_by_role("button")).to_have_text(
        ["Play black", "Play white", "Place two more stones"]
    )
    black = page.locator(".drawing .stone.x > circle:first-child").first.evaluate(COLOUR)
    choices.get_by_role("button", name="Play black").click()
    expect(choices).to_be_hidden()
    expect(page.locator(".status")).to_have_text("Player 1 (white) to move")
    expect(page.locator(".drawing .stone.o")).to_have_count(2)  # the stones have a new owner
    assert page.locator(".drawing .stone.o > circle").first.evaluate(COLOUR) == black
    expect(page.locator(".number")).to_have_text(["1", "2", "3"])


def a_program_of_this_machine_plays(screen: Screen) -> None:
    page = screen.follow(link())
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Second (white)").select_option("Good")
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.locator(".player.o")).to_contain_text("Good")
    page.get_by_role("button", name="h8, empty").click()
    expect(page.locator(".tree .move")).to_have_count(2)
