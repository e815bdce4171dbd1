"""Playing on the page, as people do: with the mouse, with keys, with their ears."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from interfaces.web.browser import Screen
from web_server import Server

PEOPLE = "#play?game={}&notation=2&moves={}&first=human&second=human"


def two_people(screen: Screen, game: str = "connect_four", moves: str = "") -> Page:
    return screen.follow(PEOPLE.format(game, moves))


def cell(page: Page, name: str) -> None:
    """Press a cell by the beginning of its name."""
    page.get_by_role("button", name=re.compile(f"^{name}")).first.click()


def status(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator(".status")).to_have_text(words)


def heard(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#polite")).to_have_text(words)


def moves(page: Page) -> list[str]:
    return page.locator(".tree .move").all_inner_texts()


def test_moves_come_by_mouse_by_keys_and_as_text(screen: Screen) -> None:
    a_visitor_plays_with_one_click_and_then_at_another_level(screen)
    a_game_is_won_with_the_mouse(screen)
    a_game_is_won_with_the_keyboard(screen)
    moves_are_typed_as_text_and_as_digits(screen)
    quick_keys_are_all_heard(screen)
    one_press_takes_back_to_my_own_move_and_two_resign(screen)


def test_every_kind_of_game_is_played(screen: Screen) -> None:
    two_machines_pause_step_and_go_on(screen)
    dice_decide_in_random_drop(screen)
    a_board_is_chosen_and_moves_show_where_they_send_the_opponent(screen)
    in_pop_out_a_press_on_an_own_stone_at_the_bottom_takes_it_out(screen)
    in_ultimate_tic_tac_toe_a_won_board_is_marked(screen)


def a_visitor_plays_with_one_click_and_then_at_another_level(screen: Screen) -> None:
    page = screen.open()
    expect(page.get_by_role("heading", level=1)).to_have_text("Connect Four 7 × 6")
    expect(page.locator(".player.o")).to_contain_text("Nora")
    cell(page, "column 4, row 6")
    expect(page.get_by_role("button", name="column 4, row 1, X")).to_be_visible()
    expect(page.locator(".tree .move")).to_have_count(2)
    status(page, re.compile("to move"))

    page.keyboard.press("n")  # levels are offered first, with their strength
    dialog = page.get_by_role("dialog", name="New game")
    opponent = dialog.get_by_label("Second (O)")
    expect(opponent).to_have_value("level(number=3)")
    expect(opponent.locator("optgroup").first).to_have_attribute("label", "Levels")
    option = opponent.locator('option[value="level(number=2)"]')
    expect(option).to_have_text(re.compile(r"^Ben: level 2, \d+ Elo ± \d+$"))
    opponent.select_option("level(number=2)")
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.locator(".player.o")).to_contain_text("Ben")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()

    page.keyboard.press("n")  # takeback can be off, and clocks run
    expect(opponent).to_have_value("level(number=2)")
    dialog.get_by_text("Clocks, takeback, teaching").click()
    dialog.get_by_label("Moves can be taken back").uncheck()
    dialog.get_by_label("Clock, minutes each").fill("5")
    dialog.get_by_label("Offer players for experts").check()
    opponent.select_option("random")
    dialog.get_by_role("button", name="Swap sides").click()
    expect(dialog.get_by_label("First (X)")).to_have_value("random")
    dialog.get_by_label("rows").fill("5")
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Connect Four 7 × 5")
    expect(page.get_by_role("timer", name="Clock of X")).to_have_text(re.compile(r"^(5:00|4:5\d)$"))
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()


def a_game_is_won_with_the_mouse(screen: Screen) -> None:
    page = two_people(screen)
    for column in "1213141":
        cell(page, f"column {column}, row 6")
    expect(page.get_by_role("button", name="in the winning line")).to_have_count(4)
    status(page, re.compile("wins"))
    heard(page, re.compile("^X plays 1. .*wins"))
    expect(page.locator(".win-line")).to_have_count(2)
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".tree .move")).to_have_count(0)


def a_game_is_won_with_the_keyboard(screen: Screen) -> None:
    page = two_people(screen, "tic_tac_toe")
    page.keyboard.press("b")
    expect(page.get_by_role("button", name="b2, empty")).to_be_focused()
    for keys in ("Enter", "ArrowUp Enter", "ArrowLeft Enter", "ArrowDown Enter"):
        for key in keys.split():
            page.keyboard.press(key)
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="c2, empty")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    status(page, re.compile("X wins|wins"))
    heard(page, re.compile("^X plays c1"))


def moves_are_typed_as_text_and_as_digits(screen: Screen) -> None:
    page = two_people(screen, "gomoku")
    page.keyboard.press("m")
    page.keyboard.type("h8")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="h8, black, last stone")).to_be_visible()
    page.keyboard.type("zz9")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("zz9")
    page = two_people(screen)
    page.keyboard.press("7")
    expect(page.get_by_role("button", name="column 7, row 1, X")).to_be_visible()


def quick_keys_are_all_heard(screen: Screen) -> None:
    """They come faster than the server tells the positions in between."""
    page = two_people(screen, moves="4453")
    page.evaluate(
        """() => {
            for (const key of "jjk")
                document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        }"""
    )
    expect(page.locator(".tree .move").nth(2)).to_have_attribute("aria-current", "true")
    status(page, re.compile("Looking back"))


def one_press_takes_back_to_my_own_move_and_two_resign(screen: Screen) -> None:
    page = screen.follow("#play?game=connect_four&first=human&second=random")
    cell(page, "column 4")
    expect(page.locator(".tree .move")).to_have_count(2)
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="column 4, row 1, empty")).to_be_visible()
    status(page, re.compile("to move"))
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator(".player.won")).to_contain_text("random")
    expect(page.get_by_role("button", name="Resign")).to_be_hidden()


def two_machines_pause_step_and_go_on(screen: Screen) -> None:
    page = screen.follow("#play?game=connect_four&moves=44&first=random&second=random")
    expect(page.locator(".tree .move")).to_have_count(2)  # a link does not start machines
    page.get_by_role("button", name="One move", exact=True).click()
    expect(page.locator(".tree .move")).to_have_count(3)
    page.get_by_label("Speed").focus()
    page.keyboard.press("End")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def dice_decide_in_random_drop(screen: Screen) -> None:
    page = two_people(screen, "random_drop")
    page.keyboard.press("d")
    expect(page.locator(".tree .move")).to_have_count(3)
    heard(page, re.compile("^The dice play [1-7] for O"))
    assert moves(page)[0] == "?"


def a_board_is_chosen_and_moves_show_where_they_send_the_opponent(screen: Screen) -> None:
    page = two_people(screen, "nine_board(first_move=free)")
    cell(page, "board 5, cell 1, empty, chooses board 5")
    expect(page.locator(".active")).to_have_count(1)
    cell(page, "board 5, cell 9, empty, sends O to board 9")
    expect(page.get_by_role("button", name="board 5, cell 9, X")).to_be_visible()
    expect(page.locator(".active")).to_have_count(1)
    target = page.get_by_role("button", name="board 9, cell 6, empty, sends X to board 6")
    target.hover()
    expect(page.locator(".sends")).to_have_count(1)
    by_mouse = page.locator(".sends").get_attribute("x")
    page.mouse.move(0, 0)
    expect(page.locator(".sends")).to_have_count(0)
    target.focus()
    expect(page.locator(".sends")).to_have_attribute("x", str(by_mouse))
    target.press("Enter")
    expect(page.get_by_role("button", name="board 9, cell 6, O, last stone")).to_be_visible()


def test_a_game_goes_on_after_the_server_was_killed(screen: Screen, tmp_path: Path) -> None:
    with Server(tmp_path / "games.db", "--engines", "0") as server:
        screen.forget(server.address)
        page = two_people(screen)
        for column in "445":
            cell(page, f"column {column}")
        expect(page.locator(".tree .move")).to_have_count(3)
        server.kill()
        heard(page, re.compile("connection was lost"))
        server.start()
        heard(page, re.compile("Connected again"))
        cell(page, "column 1")
        expect(page.locator(".tree .move")).to_have_count(4)
        page.reload()
        expect(page.get_by_role("button", name="column 1, row 1, O, last stone")).to_be_visible()
        screen.forget()
    away = ("WebSocket connection", "ERR_CONNECTION_RE")  # what Chromium says meanwhile
    screen.problems[:] = [p for p in screen.problems if not any(word in p for word in away)]


def in_pop_out_a_press_on_an_own_stone_at_the_bottom_takes_it_out(screen: Screen) -> None:
    page = two_people(screen, "pop_out")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pop Out 7 × 6")
    cell(page, "column 1, row 6")
    cell(page, "column 1, row 1")  # X lies there: O does not take it out but drops a stone upon it
    expect(page.get_by_role("button", name="column 1, row 2, O, last stone")).to_be_visible()
    cell(page, "column 1, row 1, X, take it out")
    heard(page, re.compile(r"^X plays p1"))
    assert moves(page) == ["1", "1", "p1"]
    expect(page.get_by_role("button", name=re.compile("^column 1, row 1, O"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^column 1, row 2, empty"))).to_be_visible()
    cell(page, "column 1, row 2, empty")
    expect(page.locator(".tree .move")).to_have_text(["1", "1", "p1", "1"])


def in_ultimate_tic_tac_toe_a_won_board_is_marked(screen: Screen) -> None:
    page = two_people(screen, "ultimate_tic_tac_toe")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ultimate tic-tac-toe")
    cell(page, "board 1, cell 5")  # chooses the board
    played = page.locator(".tree .move")
    expect(played).to_have_count(1)
    cells = ("1, cell 5", "5, cell 1", "1, cell 1", "1, cell 2", "2, cell 6", "6, cell 1")
    for number, name in enumerate(cells, start=2):
        cell(page, f"board {name}, empty")
        expect(played).to_have_count(number)
    expect(page.locator(".owner")).to_have_count(0)
    cell(page, "board 1, cell 9, empty")
    expect(page.locator(".owner")).to_have_count(1)
    won = page.get_by_role("button", name=re.compile("^board 1, cell 3, empty, board won by X"))
    expect(won).to_be_visible()
    expect(page.locator(".active")).to_have_count(1)
