"""What the page says and where: notes, limits, names; and that foreign text is only ever text."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from inarow.study.puzzles import shipped_puzzles
from interfaces.web.browser import Screen
from web_server import Server

EVIL = "<img src=x onerror=document.title='hacked'><script>document.title='hacked'</script>"

HEAR_AFTER_THE_NEXT_COMMAND = """(data) => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
        WebSocket.prototype.send = send;
        this.send(text);
        this.dispatchEvent(new MessageEvent("message", { data }));
    };
}"""


def open_text(screen: Screen, text: str) -> Page:
    page = screen.follow("#play?game=connect_four")
    page.keyboard.press("o")
    page.get_by_label("Moves, position or record").fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    return page


def test_dialogs_notes_and_endings_say_what_is_right_and_where(screen: Screen) -> None:
    what_is_wrong_with_a_dialog_is_said_in_it(screen)
    a_board_that_the_server_would_refuse_is_refused_in_the_dialog(screen)
    a_level_is_called_by_its_number_and_has_no_empty_settings(screen)
    a_note_covers_no_button(screen)
    what_the_server_says_to_all_is_shown(screen)
    cells_of_a_small_board_are_numbered(screen)
    the_analysis_of_a_finished_game_says_that_it_is_over(screen)
    the_levels_of_puzzles_promise_nothing_that_puzzles_are_not(screen)
    only_players_that_play_the_chosen_board_are_offered(screen)


def what_is_wrong_with_a_dialog_is_said_in_it(screen: Screen) -> None:
    page = open_text(screen, "hello world")
    dialog = page.get_by_role("dialog", name="Open")
    expect(dialog.locator(".toast")).to_contain_text("hello")
    expect(dialog.get_by_role("button", name="Open")).to_be_in_viewport(ratio=1)
    page.get_by_label("Moves, position or record").fill("4453")
    dialog.get_by_role("button", name="Open").click()
    expect(page.locator(".status")).to_have_text("X to move")  # players are named once


def a_note_covers_no_button(screen: Screen) -> None:
    page = screen.follow("#play?game=tic_tac_toe&moves=b2&first=human&second=human")
    page.keyboard.press("m")
    page.keyboard.type("zz9\n")
    expect(page.locator(".toast")).to_be_visible()
    covered = """() => {
        const note = document.querySelector(".toast").getBoundingClientRect();
        const under = (box) => box.width && box.top < note.bottom && box.bottom > note.top
            && box.left < note.right && box.right > note.left;
        return [...document.querySelectorAll("button, a, input, select")]
            .filter((one) => !one.closest(".toast") && under(one.getBoundingClientRect()))
            .map((one) => one.textContent || one.ariaLabel);
    }"""
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(covered) == []
    page.set_viewport_size({"width": 1280, "height": 900})


def the_levels_of_puzzles_promise_nothing_that_puzzles_are_not(screen: Screen) -> None:
    page = screen.follow("#puzzles")
    levels = page.locator("main").get_by_label("Level")
    labels = levels.locator("option").all_text_contents()
    assert labels == ["near my rating", "1: easy", "2", "3", "4", "5: hard"]
    puzzles = [*shipped_puzzles("connect_four"), *shipped_puzzles("gomoku")]
    assert min(puzzle.best.plies or 99 for puzzle in puzzles) > 1, "none is won at once"


def only_players_that_play_the_chosen_board_are_offered(screen: Screen) -> None:
    page = screen.follow("#play?game=mnk(rows=7,cols=7,k=5)&first=human&second=perfect")
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="New game")
    first, second = dialog.get_by_label("First (X)"), dialog.get_by_label("Second (O)")
    start = dialog.get_by_role("button", name="Start the game")
    perfect = first.locator('option[value="perfect"]')
    expect(second).to_have_value("perfect")
    expect(perfect).to_have_count(1)  # one plays already, so players for experts are offered
    dialog.get_by_label("rows").fill("8")
    dialog.get_by_label("columns").fill("8")
    start.click()
    expect(perfect).to_have_count(0)
    wrong = "select => select.validationMessage"
    assert second.evaluate(wrong) == "perfect cannot play on this board: choose another player."
    expect(dialog).to_be_visible()
    second.select_option("human")
    assert second.evaluate(wrong) == ""
    expect(second.locator('option[value="perfect"]')).to_have_count(0)
    start.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("5 in a row 8 × 8")
    page.get_by_role("button", name="Analyse").click()
    engines = page.locator("thead select option")
    expect(engines.first).to_be_attached()
    assert "perfect" not in engines.all_text_contents()
    page.keyboard.press("n")  # and back to a board on which it does play
    dialog.get_by_label("rows").fill("7")
    dialog.get_by_label("columns").fill("7")
    expect(perfect).to_have_count(1)
    start.click()
    expect(engines.filter(has_text="perfect")).to_have_count(1)


def a_board_that_the_server_would_refuse_is_refused_in_the_dialog(screen: Screen) -> None:
    page = screen.follow("#play?game=connect_four&first=human&second=human")
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label("rows").fill("51")
    dialog.get_by_label("columns").fill("50")
    dialog.get_by_role("button", name="Start the game").click()
    wrong = dialog.get_by_label("rows").evaluate("input => input.validationMessage")
    assert wrong == "The board has at most 2,500 cells."
    dialog.get_by_label("rows").fill("5")
    dialog.get_by_label("columns").fill("8")
    dialog.get_by_label("in a row to win").fill("5")
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Connect Four 8 × 5, 5 in a row")


def a_level_is_called_by_its_number_and_has_no_empty_settings(screen: Screen) -> None:
    page = screen.follow("#play?game=tic_tac_toe&first=level(number=1)&second=human&moves=b2")
    page.keyboard.press("n")
    first = page.locator(".seat").first
    expect(first.get_by_role("combobox")).to_have_value("level(number=1)")
    expect(first.locator("details")).to_be_hidden()
    page.get_by_label("Offer players for experts").check()
    first.get_by_role("combobox").select_option("mcts")
    expect(first.locator("summary")).to_have_text("Settings of mcts")
    page.keyboard.press("Escape")
    expect(page.locator(".player.x")).to_have_text("Mia (level 1)")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator(".status")).to_have_text("Mia (level 1) wins by resignation")


def what_the_server_says_to_all_is_shown(screen: Screen) -> None:
    page = screen.follow("#play?game=tic_tac_toe&first=human&second=human")
    trouble = {"type": "error", "re": None, "code": "failed", "words": "the disk is full"}
    page.evaluate(HEAR_AFTER_THE_NEXT_COMMAND, json.dumps(trouble))
    page.keyboard.press("5")
    expect(page.locator(".toast")).to_have_text("the disk is full")


def cells_of_a_small_board_are_numbered(screen: Screen) -> None:
    page = screen.follow("#play?game=tic_tac_toe&first=human&second=human")
    for digit, name in (("5", "b2, X"), ("9", "c1, O"), ("3", "c3, X")):
        page.keyboard.press(digit)
        expect(page.get_by_role("button", name=f"{name}, last stone")).to_be_visible()
    page.keyboard.press("5")  # taken: nothing happens
    expect(page.locator(".tree .move")).to_have_count(3)


def the_analysis_of_a_finished_game_says_that_it_is_over(screen: Screen) -> None:
    page = screen.follow(
        "#play?game=tic_tac_toe&notation=2&moves=a1b1a2b2a3&first=human&second=human"
    )
    page.keyboard.press("a")
    panel = page.get_by_role("region", name="Analysis")
    expect(panel).to_contain_text("The game is over here.")
    expect(panel.locator("table")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(panel.locator("tbody tr")).to_have_count(5)
    page.keyboard.press("a")


def test_names_tags_and_comments_are_only_text(screen: Screen, server: Server) -> None:
    tags = f'[Game "tic_tac_toe"]\n[First "{EVIL[:50]}"]\n[Second "{EVIL}"]\n[Event "{EVIL}"]'
    page = open_text(screen, f"{tags}\n\n1. b2 {{{EVIL}}} *")
    expect(page.locator(".comment")).to_contain_text("<script>")
    expect(page.locator(".player.x")).to_contain_text("<img")
    page.get_by_label("Comment on this move").fill(EVIL * 2)
    page.keyboard.press("Tab")
    expect(page.locator(".comment")).to_contain_text(EVIL * 2)
    body = {"game": "tic_tac_toe", "names": [EVIL[:60], "'\"><svg onload=alert(1)>"]}
    status, game = server.post("/api/games", body)
    assert status == 201
    page = screen.follow(f"#play?id={game['id']}")
    expect(page.locator(".player.o")).to_contain_text("<svg onload")
    page.keyboard.press("s")
    page.keyboard.press("Escape")
    page = screen.follow(f"#play?game={EVIL}&first={EVIL}")
    expect(page.locator(".toast")).to_be_visible()
    assert page.locator("img[src=x], script:not([src]), svg[onload]").count() == 0
    assert page.title() != "hacked"
