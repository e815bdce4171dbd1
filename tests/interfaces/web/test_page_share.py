"""Sharing and watching on the page: links, texts, pictures, events."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from interfaces.web.browser import Screen
from interfaces.web.test_page_access import audit_with_phone

RUN = "**/api/arena/run"
GAME = "connect_four(rows=5,cols=6,k=4)"


def test_positions_are_shared_and_opened(screen: Screen, tmp_path: Path) -> None:
    a_link_from_the_time_when_rows_counted_from_the_top_keeps_its_meaning(screen)
    texts_of_all_kinds_are_pasted_and_a_bad_one_is_refused(screen)
    a_position_and_a_game_are_printed_without_the_page_around_them(screen)
    a_position_is_shared_as_text_picture_and_link(screen, tmp_path)
    a_reload_finds_the_same_game(screen)


def a_position_is_shared_as_text_picture_and_link(screen: Screen, tmp_path: Path) -> None:
    page = screen.follow(f"#play?game={GAME}&moves=3344&first=human&second=hard")
    page.keyboard.press("s")
    text = ""
    for name, expected in (
        ("Copy moves", "3344"),
        ("Copy position", "/..XX.. X"),
        ("Copy JSON", '"'),
    ):
        page.get_by_role("button", name=name).click()
        expect(page.locator(".toast")).to_contain_text(name.removeprefix("Copy "))
        text = page.evaluate("navigator.clipboard.readText()")
        assert expected in text
    assert json.loads(text)
    for name, first in (("Save SVG", b"<svg"), ("Save PNG", b"\x89PNG")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name).click()
        target = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(target)
        assert target.read_bytes().startswith(first)
        assert target.stem == "connect-four-6-5-4"

    link = page.get_by_label("Link", exact=True).input_value()
    assert "id=" not in link
    screen.forget()
    page = screen.open(link.removeprefix(screen.address))  # somewhere else
    expect(page.get_by_role("heading", level=1)).to_have_text("Connect Four 6 × 5")
    expect(page.locator(".player.o")).to_contain_text("hard")
    expect(page.locator(".tree .move")).to_have_text(["3", "3", "4", "4"])
    expect(page.get_by_role("button", name="column 4, row 2, O, last stone")).to_be_visible()


def a_position_and_a_game_are_printed_without_the_page_around_them(screen: Screen) -> None:
    page = screen.follow("#play?game=gomoku&notation=2&moves=h8i9h9&first=human&second=human")
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    page.keyboard.press("s")
    page.get_by_role("button", name="Print game").click()
    expect(page.locator("body[data-printed]")).to_be_attached()
    page.emulate_media(media="print")
    expect(page.locator(".sheet figure")).to_have_count(3)
    expect(page.locator(".sheet .number")).to_have_count(1 + 2 + 3)
    expect(page.locator(".sheet-moves")).to_have_text("1. h8 i9 2. h9")
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator("main")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".sheet")).to_have_count(0)
    page.emulate_media(media="screen")


def a_reload_finds_the_same_game(screen: Screen) -> None:
    page = screen.follow("#play?game=tic_tac_toe&first=human&second=human")
    page.get_by_role("button", name="b2, empty").click()
    page.get_by_role("button", name="b2, X").wait_for()
    place = page.url
    page.reload()
    expect(page.get_by_role("button", name="b2, X, last stone")).to_be_visible()
    assert page.url == place
    sizes = "performance.getEntriesByType('resource').map(e => [e.name, e.transferSize])"
    asked = {name: size for name, size in page.evaluate(sizes) if "/api/" not in name}
    assert len(asked) > 30, "modules, styles and the picture"
    assert set(asked.values()) == {0}, "all of them from what the browser has kept"


def paste(page: Page, text: str, game: str) -> None:
    """Open a text; a bare move string would belong to this game."""
    page.keyboard.press("o")
    dialog = page.get_by_role("dialog", name="Open")
    dialog.get_by_label("Moves, position or record").fill(text)
    dialog.get_by_label("A bare move string belongs to").select_option(game)
    dialog.get_by_role("button", name="Open", exact=True).click()


def texts_of_all_kinds_are_pasted_and_a_bad_one_is_refused(screen: Screen) -> None:
    page = screen.follow("#play?game=connect_four&first=human&second=human")
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Copy record")).to_be_visible()
    expect(page.get_by_role("button", name="Copy SGF")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Copy record")).to_be_hidden()
    for text, moves in (
        ("(;GM[4]SZ[15];B[hh];W[ig])", ["h8", "i9"]),
        ("h8i9j10", ["h8", "i9", "j10"]),
    ):
        paste(page, text, "connect_four")
        expect(page.get_by_role("dialog", name="Open")).to_be_hidden()  # it takes the next key
        expect(page.locator(".tree .move")).to_have_text(moves)
        expect(page.get_by_role("heading", level=1)).to_have_text("Gomoku 15 × 15")
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Copy SGF")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Copy SGF")).to_be_hidden()
    paste(page, "h8 i9 what", "gomoku")
    expect(page.locator(".toast")).to_contain_text("what")
    page.get_by_label("Moves, position or record").fill("h8 i9 g7")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.get_by_role("button", name="g7, black, last stone")).to_be_visible()


def fill_event(screen: Screen, game: str, *players: str) -> Page:
    """The form of a new event with these players."""
    page = screen.open("#arena")
    page.get_by_role("combobox", name="Game", exact=True).select_option(game)
    for number, player in enumerate(players, 1):
        if number > 2:
            page.get_by_role("button", name="Add a player").click()
        page.get_by_role("combobox", name=f"Player {number}", exact=True).select_option(player)
    return page


def test_two_players_with_settings_are_compared_watched_and_replayed(screen: Screen) -> None:
    page = fill_event(screen, "tic_tac_toe", "random", "minimax", "normal")
    expect(page.get_by_role("button", name="Compare these two")).to_be_hidden()
    page.get_by_role("button", name="Remove player 3").click()
    page.get_by_text("Settings of minimax").click()
    page.locator(".entrant").nth(1).get_by_label("depth").fill("2")
    page.get_by_role("button", name="Compare these two").click()
    told = page.get_by_text(
        re.compile(r"^minimax \(depth 2\) is stronger: \d+ % ± \d+ of the points over \d+ games")
    )
    expect(told).to_be_visible()
    expect(page.get_by_role("button", name="Go on")).to_have_count(0)
    expect(page.get_by_role("img", name=re.compile("Ratings in Elo"))).to_be_visible()
    expect(page.get_by_role("row", name="minimax (depth 2)").first).to_be_visible()
    head = page.locator(".cross thead th").first
    expect(head).to_have_text("1")
    expect(head).to_have_attribute("aria-label", "minimax (depth 2)")
    audit_with_phone(page)

    page.get_by_role("button", name=re.compile(r"^minimax \(depth 2\) against random")).click()
    about = page.get_by_role("region", name="Games of two players")
    games = about.get_by_role("listitem").get_by_role("button")
    count = re.search(r"over (\d+) games", told.inner_text())
    assert count is not None
    expect(games).to_have_count(int(count[1]))
    games.first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tic-tac-toe")
    assert page.locator(".tree .move").count() >= 5


def test_an_event_is_stopped_and_its_file_opened_later_to_compare_two(screen: Screen) -> None:
    page = fill_event(screen, "ultimate_tic_tac_toe", "random", "level(number=1)")
    page.get_by_label("Pairs of games").fill("100")
    page.get_by_role("button", name="Start the event").click()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Go on", exact=True).click()
    done = page.get_by_text(re.compile(r" · [1-9]\d* of 200 games"))
    expect(done).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="Go on", exact=True)).to_be_visible()
    name = "random – Mia (level 1)"
    screen.forget()
    page = screen.open("#arena")
    entry = page.get_by_role("button", name=name).first
    expect(page.get_by_role("listitem").filter(has=entry)).to_have_text(re.compile(r"\d+ games?$"))
    entry.click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(done).to_be_visible()
    page.get_by_role("button", name=re.compile(r"^Mia \(level 1\) against random")).click()
    page.route(RUN, lambda route: route.fulfill(json={"file": page.url.partition("file=")[2]}))
    with page.expect_request(RUN) as asked:  # which is not begun: the other test has one
        about = page.get_by_role("region", name="Games of two players")
        about.get_by_role("button", name="Compare these two").click()
    page.unroute(RUN)
    body = asked.value.post_data_json or {}
    assert body["game"].startswith("ultimate_tic_tac_toe")
    assert body["players"] == ["level(number=1)", "random"]
    assert body["stop"] == "compare"


def a_link_from_the_time_when_rows_counted_from_the_top_keeps_its_meaning(
    screen: Screen,
) -> None:
    page = screen.follow("#play?game=tic_tac_toe&moves=a1&first=human&second=human")
    expect(page.get_by_role("button", name="a3, X, last stone")).to_be_visible()
    page.keyboard.press("s")
    link = page.get_by_label("Link", exact=True).input_value()
    assert "moves=a3&notation=2" in link
    page = screen.follow(link.removeprefix(screen.address))
    expect(page.get_by_role("button", name="a3, X, last stone")).to_be_visible()
