"""Analysing and learning on the page: values, reasons, branches, mistakes, puzzles, searches."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from inarow.library.solving import Solving
from inarow.registry import load_game
from interfaces.web.browser import Screen
from interfaces.web.test_page_access import audit
from web_server import Server

PEOPLE = "#play?game={}&notation=2&moves={}&first=human&second=human"
SMALL = "connect_four(rows=4,cols=5,k=4)"
"""A board that is solved in no time."""
NEARLY_WON = "112233"
"""X has three in the bottom row: column 4 wins at once."""
MISSED = "11223554"
"""O did not block column 4, X did not win there, and then O blocked it."""


def study(screen: Screen, moves: str = NEARLY_WON, game: str = SMALL) -> Page:
    return screen.follow(PEOPLE.format(game, moves))


def row(page: Page, move: str) -> str:
    """What the first engine says of a move."""
    return page.locator(f'.values tr[data-move="{move}"] td').first.inner_text()


def test_positions_are_analysed(screen: Screen) -> None:
    values_reasons_and_the_best_line_are_shown_when_asked_for(screen)
    a_move_in_the_past_makes_a_branch(screen)
    three_engines_side_by_side_and_reasons_for_quick_hands(screen)
    a_stopped_engine_keeps_what_it_found(screen)


def test_mistakes_are_found_told_and_tried_again(screen: Screen, server: Server) -> None:
    a_game_is_reviewed_and_my_mistakes_are_a_quiz_with_hints(screen)
    a_missed_win_in_one_is_in_the_quiz_though_the_game_is_still_won(screen)
    a_mistake_is_judged_at_once_and_may_be_tried_again(screen)
    a_puzzle_is_solved_after_a_wrong_try(screen, server)


def test_searches_are_watched(screen: Screen) -> None:
    searches_are_stepped_through_and_as_large_as_one_asks_for(screen)
    a_search_is_watched_where_a_game_stands_beside_another_one(screen)


def values_reasons_and_the_best_line_are_shown_when_asked_for(screen: Screen) -> None:
    page = study(screen)
    expect(page.locator(".value")).to_have_count(0)
    page.keyboard.press("a")
    winning = page.get_by_role("button", name="column 4, row 1, empty, win in 1, proven")
    expect(winning).to_be_visible()
    expect(page.locator(".value.proven")).to_have_count(5)
    expect(page.locator(".bar-words")).to_have_text("X to move: win in 1, proven")
    assert "proven" in row(page, "4")
    assert "best" in row(page, "4")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_hidden()

    reason = page.locator(".reason").first  # in words, and as lines on the board
    expect(reason).to_contain_text(re.compile("win|line", re.IGNORECASE))
    reason.hover()
    expect(page.locator(".reason-line, .reason-cell").first).to_be_attached()
    page.mouse.move(0, 0)
    expect(page.locator(".reason-line, .reason-cell")).to_have_count(0)

    page.keyboard.press("a")
    expect(page.locator(".value")).to_have_count(0)
    page.keyboard.press("a")
    first = page.locator(".line-steps .move").first
    first.hover()
    expect(page.locator(".ghost")).to_have_count(1)
    first.click()
    expect(page.locator(".status")).to_contain_text("wins")
    page.keyboard.press("a")


def three_engines_side_by_side_and_reasons_for_quick_hands(screen: Screen) -> None:
    page = study(screen)
    page.keyboard.press("a")
    page.get_by_label("side by side").check()
    cells = page.locator('.values tr[data-move="4"] td')
    expect(cells).to_have_count(3)
    for index in range(3):
        expect(cells.nth(index)).to_contain_text(re.compile("win in 1|%"))
    names = page.locator(".values thead select")
    assert len({choice.input_value() for choice in names.all()}) == 3
    expect(page.get_by_role("heading", name="Why 4?")).to_be_visible()
    # Pointing at A, B and A again: the first question was replaced, and is asked once more.
    page.evaluate(
        """async () => {
            for (const move of "121") {
                const row = document.querySelector(`.values tr[data-move="${move}"]`);
                row.dispatchEvent(new PointerEvent("pointerenter"));
                await new Promise((done) => setTimeout(done)); // as events of a mouse come
            }
        }"""
    )
    expect(page.get_by_role("heading", name="Why 1?")).to_be_visible()
    page.locator('.values tr[data-move="3"] td').first.hover()
    expect(page.get_by_role("heading", name="Why 3?")).to_be_visible()
    # Asked for, a move stays explained, wherever the mouse goes on its way to the reasons.
    page.get_by_role("button", name="Why 2?").click()
    expect(page.locator(".reason").first).to_be_focused()
    page.locator('.values tr[data-move="3"] td').first.hover()
    expect(page.get_by_role("heading", name="Why 2?")).to_be_visible()
    page.get_by_label("side by side").uncheck()
    page.keyboard.press("a")


def a_game_is_reviewed_and_my_mistakes_are_a_quiz_with_hints(screen: Screen) -> None:
    page = study(screen, MISSED)
    page.get_by_role("button", name="Review game").click()
    expect(page.locator(".tree .move").nth(6)).to_have_text(re.compile(r"5\?"))
    expect(page.locator(".point").nth(7)).to_be_attached()
    box = page.locator(".graph").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 4, box["y"] + 10)
    expect(page.locator("#polite")).to_have_text(re.compile("^Start"))
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + 10)
    expect(page.locator("#polite")).to_have_text(re.compile("^O plays 4"))

    page.locator(".tree .move").nth(6).click()  # its sentence, another try, the better line
    said = page.locator(".card .verdict")
    expect(said).to_have_text(re.compile(r"^5\?\? – blunder: from win in 1 to draw; better 4"))
    said.get_by_role("button", name="Why 5?").click()
    expect(page.locator(".reason.line")).to_have_text(re.compile("^O answers 4"))
    page.keyboard.press("a")
    page.locator(".tree .move").nth(6).click()
    said.get_by_role("button", name="Better line").click()
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator(".line-steps", has_text="Better line")).to_contain_text("1 of 1: 4")
    page.locator(".tree .move").nth(6).click()
    said.get_by_role("button", name="Try again").click()
    expect(said).to_have_count(0)  # which would tell the answer
    expect(page.locator(".quiz-words")).to_have_text(
        "You played 5 here: blunder. Find a better move."
    )
    page.keyboard.press("4")
    expect(page.locator(".quiz-words")).to_contain_text("4 is right")
    page.get_by_role("button", name="Back to the game").click()
    page.keyboard.press("End")

    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    page.get_by_role("button", name="My mistakes").click()
    quiz = page.get_by_role("region", name="My mistakes")
    expect(quiz).to_contain_text("Find a better move")
    before = page.locator(".tree .move").count()
    page.keyboard.press("5")
    expect(quiz.locator(".quiz-words")).not_to_contain_text("Find a better move")
    quiz.get_by_role("button", name="Hint").click()
    expect(quiz).to_contain_text("leads to")
    assert page.locator(".tree .move").count() == before  # a try is no move
    quiz.get_by_role("button", name="Back to the game").click()
    expect(page.get_by_role("region", name="Analysis")).to_be_visible()


def a_stopped_engine_keeps_what_it_found(screen: Screen) -> None:
    page = study(screen, "h8i9", "gomoku")
    page.keyboard.press("a")
    page.get_by_label("Thinking time").select_option("30s")
    expect(page.locator(".value.estimate").first).to_be_attached()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    found = page.locator(".value").count()
    assert found > 0
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(page.locator(".value").nth(found - 1)).to_be_attached()


def a_missed_win_in_one_is_in_the_quiz_though_the_game_is_still_won(screen: Screen) -> None:
    page = study(screen, "a1b3a2c2b2a3c3", "tic_tac_toe")  # b2 threatens twice, a3 had won
    page.get_by_role("button", name="My mistakes").click()
    quiz = page.get_by_role("region", name="My mistakes")
    task = quiz.locator(".quiz-words")
    expect(task).to_contain_text("Find a better move")
    expect(page.locator(".tree .move").nth(4)).to_have_text("b2?")
    for number in (2, 3, 4):  # blunders come first
        quiz.get_by_role("button", name="Skip").click()
        expect(quiz).to_contain_text(f"{number} of 4")
    expect(task).to_contain_text("You played b2 here: mistake")
    page.get_by_role("button", name="a3, empty").click()
    expect(task).to_contain_text("a3 is right: win in 1")


def a_move_in_the_past_makes_a_branch(screen: Screen) -> None:
    page = study(screen, "4453", "connect_four")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator(".status")).to_contain_text("Looking back")
    page.keyboard.press("7")
    expect(page.locator(".branch .move")).to_have_text(["7"])
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator(".branch .move")).to_have_text(["5", "3"])
    page.locator(".branch .move").last.click()
    expect(page.get_by_role("button", name="column 3, row 1, O, last stone")).to_be_visible()
    page.get_by_label("Comment on this move").fill("too far away")
    page.keyboard.press("Tab")
    expect(page.locator(".comment")).to_have_text("too far away")


def a_mistake_is_judged_at_once_and_may_be_tried_again(screen: Screen) -> None:
    page = screen.follow("#play?game=tic_tac_toe&first=human&second=human")
    page.keyboard.press("n")
    page.get_by_text("Clocks, takeback, teaching").click()
    page.get_by_label("Judge my moves at once").check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    for move, following in (("b2", "O"), ("a1", "X"), ("c3", "O")):
        page.get_by_role("button", name=f"{move}, empty").click()
        expect(page.locator(".verdict")).to_contain_text(f"{move} – best")
        expect(page.locator(".status")).to_contain_text(re.compile(rf"{following}\)? to move"))
    page.get_by_role("button", name="b1, empty").click()  # lets X make two threats
    expect(page.locator(".verdict")).to_contain_text("b1 – blunder")
    expect(page.locator(".verdict")).not_to_contain_text("better")  # that is for me to find
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".verdict")).to_have_count(0)
    page.get_by_role("button", name="c1, empty").click()
    expect(page.locator(".verdict")).to_contain_text("c1 – best")


def a_puzzle_is_solved_after_a_wrong_try(screen: Screen, server: Server) -> None:
    with Solving(server.database) as everybody:  # another test may have tried some
        before = everybody.standing(load_game("connect_four"))
    page = screen.follow("#puzzles?game=connect_four&level=1&seed=1")
    expect(page.locator(".task")).not_to_have_text(re.compile("Looking"))
    expect(page).to_have_url(re.compile("seed=1"))
    expect(page.locator(".task")).to_contain_text("Level 1, rating")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".puzzle-words")).not_to_be_empty()
    mine = page.get_by_text("My rating: ")  # a hint is a miss, and what comes after counts no more
    expect(mine).to_contain_text(f"Solved at once: {before.solved} of {before.tried + 1}.")
    rated = mine.inner_text()
    solved = page.locator(".puzzle-words", has_text="Right, ")
    for column in page.locator('.cells button.can[data-row="0"]').all():
        column.click()
        expect(page.locator(".puzzle-words")).not_to_be_empty()
        if solved.is_visible():
            break
    expect(solved).to_be_visible()
    assert mine.inner_text() == rated
    page.get_by_label("Level").select_option("")  # one that suits me
    expect(page.locator(".task")).to_contain_text("rating")
    assert "random_drop" in page.locator("main").get_by_label("Game").inner_html()


def step_to(page: Page, phase: str) -> None:
    """Press the button until a phase is reached, as fast as the page can draw."""
    page.wait_for_function(
        """([name, phase]) => {
            const said = () => document.querySelector(".phase").innerText;
            if (said() !== phase) document.querySelector(`[aria-label="${name}"]`).click();
            return said() === phase;
        }""",
        arg=["One step forward", phase],
    )


def searches_are_stepped_through_and_as_large_as_one_asks_for(screen: Screen) -> None:
    page = screen.follow("#viewer?search=mcts")
    nodes, steps = page.locator(".search-tree .node"), page.get_by_text(re.compile(r"^step 0 of "))
    expect(steps).to_be_visible()
    step_to(page, "4 Back-propagation")
    assert nodes.count() > 1
    page.get_by_role("button", name="To the start").click()
    expect(nodes).to_have_count(1)
    page.get_by_role("button", name="Play the steps").click()
    expect(nodes.nth(1)).to_be_attached()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="To the start").click()

    count = page.get_by_label("Simulations")
    expect(count).to_have_value("20")
    before = steps.inner_text()
    count.fill("2")
    count.press("Enter")
    expect(steps).not_to_have_text(before)
    expect(count).to_have_value("2")

    page.get_by_label("Algorithm").select_option("alphabeta")
    expect(page.get_by_label("Depth in plies")).to_have_value("3")
    step_to(page, "Cut-off")  # the other search has no such phase
    assert nodes.count() > 1

    tree = page.locator(".search-tree").first  # fitted at first; keys, a wheel and buttons zoom
    whole = seen(tree)
    page.locator(".tree-view").first.focus()
    page.keyboard.press("+")
    assert seen(tree) > whole
    page.keyboard.press("0")
    assert seen(tree) == whole
    tree.hover()
    page.mouse.wheel(0, -100)
    expect(tree).to_have_attribute("style", re.compile("width: 140%"))
    page.get_by_role("button", name="Show all").first.click()
    assert seen(tree) == whole


def seen(tree: Locator) -> float:
    """How wide a tree is drawn."""
    return float(tree.evaluate("one => one.getBoundingClientRect().width"))


def a_search_is_watched_where_a_game_stands_beside_another_one(screen: Screen) -> None:
    page = screen.follow("#play?game=tic_tac_toe&moves=b2a3c1&notation=2&first=human&second=human")
    page.get_by_role("link", name="Watch a search here").click()
    expect(page.get_by_label("Position")).to_contain_text("Tic-tac-toe, b2a3c1")
    page.get_by_label("Algorithm").select_option("minimax")
    page.get_by_label("Compare with").select_option("alphabeta")
    expect(page).to_have_url(re.compile("search=minimax&.*beside=alphabeta.*&moves=b2a3c1"))
    for positions in (157, 79):
        expect(page.locator(".step", has_text=f"{positions} positions")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    said = page.get_by_text(re.compile(r"^alphabeta looked at \d+ positions, minimax at \d+: "))
    expect(said).to_be_visible()
    expect(page.locator(".phase")).to_have_text(["Answer", "Answer"])
    page.get_by_label("Options").first.fill("depth=magic")
    page.get_by_label("Options").first.press("Enter")
    expect(page.get_by_text("depth must be a whole number")).to_be_visible()
    page.get_by_label("Options").first.fill("")
    page.get_by_role("button", name="Which value is best?").click()
    sweep = page.get_by_role("region", name="Which value is best?")
    sweep.get_by_label("option").select_option("depth")
    expect(sweep.get_by_label("values")).to_have_value("1, 3, 6")
    sweep.get_by_label("values").fill("1, 2")
    sweep.get_by_label("amount").fill("10")
    sweep.get_by_role("button", name="Start").click()
    expect(sweep.get_by_text("2 of 2 parts")).to_be_visible()
    expect(sweep.get_by_role("img")).to_have_attribute(
        "alt", re.compile("depth 1: .* of 10; depth 2:")
    )
    with page.expect_download() as saved:
        sweep.get_by_role("button", name="Save SVG").click()
    assert saved.value.path().read_text().startswith("<svg")
    audit(page, "main section:last-child")
