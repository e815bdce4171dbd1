"""My games on the page: found, opened, resumed, deleted and brought back, imported and saved."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from playwright.sync_api import Page, expect

from command_line import inarow
from interfaces.web.browser import Screen
from interfaces.web.test_page_access import audit, audit_with_phone
from web_server import Client, Server

OBLONG = "mnk(rows=3,cols=4,k=3)"
TEXT = '[Game "connect_four"]\n[First "{first}"]\n[Event "Evening"]\n\n{moves} *\n'


def games_of(page: Page, player: str) -> None:
    """Look for the games of a player."""
    page.get_by_label("Player or event").fill(player)


def test_games_are_found_opened_deleted_brought_back_and_imported(
    screen: Screen, tmp_path: Path
) -> None:
    page = screen.open("#library")
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")
    texts = [
        TEXT.format(first=f"Zoe {moves[0]}", moves=moves) for moves in ("1 2 3", "7 6 5", "4 4")
    ]
    file = tmp_path / "zoe.txt"
    file.write_text("\n".join(texts))
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(file)
    expect(page.locator(".toast")).to_contain_text("3 new of 3.")
    chooser.set_input_files(file)
    expect(page.locator(".toast")).to_contain_text("0 new of 3.")
    games_of(page, "zoe")
    lines = page.locator(".games li")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Connect Four")
    expect(lines.first).to_contain_text("not over")

    page.get_by_role("link", name="Zoe 1 – O").click()
    expect(page.locator(".tree .move")).to_have_text(["1", "2", "3"])
    page.get_by_role("link", name="My games").click()
    page.get_by_label("With the position on the board").check()
    expect(lines).to_have_count(2)  # 1 2 3 and its mirror image
    page.get_by_label("With the position on the board").uncheck()
    page.get_by_label("Result").select_option("won")
    expect(page.get_by_role("status").filter(has_text="No such games.")).to_be_visible()
    page.get_by_label("Result").select_option("")
    expect(lines).to_have_count(3)

    page.get_by_role("button", name="Zoe 1 – O: Delete").click()  # the one on the board
    expect(lines).to_have_count(2)
    page.get_by_role("button", name="Bring it back").click()
    expect(lines).to_have_count(3)
    with page.expect_download() as waiting:
        page.get_by_label("Zoe 4 – O: Save as").select_option("json")
    waiting.value.save_as(tmp_path / "game.json")
    assert '"inarow-record"' in (tmp_path / "game.json").read_text()
    _write_and_read_a_collection(page, tmp_path / "lesson.txt")


def _write_and_read_a_collection(page: Page, file: Path) -> None:
    """A game and the position on the board (1 2 3) become a lesson with notes."""
    page.get_by_role("button", name="Zoe 1 – O: Go on").click()
    expect(page.locator(".tree .move")).to_have_text(["1", "2", "3"])
    page.get_by_role("link", name="My games").click()
    page.get_by_role("button", name="Zoe 4 – O: Collect").click()
    expect(page.locator(".toast")).to_contain_text("now with 1 chapter.")
    page.get_by_role("button", name="Open it").click()
    expect(page).to_have_title("Collection · inarow")
    page.get_by_label("Write").check()
    page.get_by_label("Title", exact=True).fill("In the middle")
    note = page.get_by_label("Note on this position")
    note.fill("Who begins?")
    page.get_by_role("button", name="One move forward").click()
    expect(page.get_by_role("button", name="column 4, row 1, X, last stone")).to_be_visible()
    note.fill("The best of seven.")
    page.get_by_role("button", name="column 3, row 1").click()  # another answer is a branch
    expect(page.locator(".tree .branch")).to_have_text("1…3")
    page.get_by_role("button", name="Add the position on the board").click()
    page.get_by_label("Title of chapter 2").fill("At the edge")
    audit_with_phone(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    assert waiting.value.suggested_filename == "in-the-middle.txt"
    waiting.value.save_as(file)
    read = inarow("library", "read", str(file)).out
    assert "In the middle: 2 chapters" in read
    assert "2. At the edge (Connect Four)" in read
    assert "2. O plays 4.  Or: 3." in read

    page.get_by_role("button", name="Begin a new one").click()
    expect(page.get_by_label("Title of chapter 1")).to_have_count(0)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("heading", level=1)).to_have_text("In the middle")
    expect(page.locator(".lesson-text")).to_have_text("X to move. Who begins?")
    page.keyboard.press("k")
    expect(page.locator(".lesson-text")).to_have_text("X plays 4. The best of seven.")
    page.keyboard.press("End")
    expect(page.locator(".lesson-text")).to_contain_text("O plays 4.")
    page.keyboard.press("k")
    expect(page.get_by_role("heading", level=2).first).to_have_text("At the edge")
    audit_with_phone(page)


def test_a_game_of_the_terminal_goes_on_on_the_page_and_the_other_way_round(
    server: Server, client: Client
) -> None:
    game = client.new_game("tic_tac_toe", names=["Kay", "Lou"])
    client.ask("move", game=game["id"], at=0, move="b2")
    listed = inarow("library", "list", "--db", str(server.database), "--opponent", "Kay")
    assert "Tic-tac-toe: Kay - Lou, 1 move, not over" in listed.out
    args = ("library", "resume", game["id"], "--db", str(server.database))
    done = inarow(*args, typed="a1\nexit\n")
    assert done.code == 0, done.err
    refused = client.ask("move", game=game["id"], at=1, move="c3")
    assert refused["code"] == "not_allowed"
    assert "changed elsewhere" in refused["words"]
    shown = client.next(lambda m: m["type"] == "game" and m["re"] is None)["game"]
    assert [node["text"] for node in shown["nodes"]] == ["", "b2", "a1"]
    assert client.ask("move", game=game["id"], at=2, move="c3")["type"] == "ack"


def test_calls_that_make_no_sense_are_refused(server: Server) -> None:
    for query in ("game=chess", "rules=connect_four&moves=99", "count=0", "result=x", "since=-1"):
        status, answer = server.get(f"/api/library?{query}")
        assert status in (400, 422), query
        assert answer["words"]
    assert server.post("/api/library/nothing/restore", {})[0] == 404
    assert server.post("/api/library/event", {"file": "../x.db"})[0] == 400
    assert server.post("/api/library/event", {"file": "games.db"})[0] == 404
    lost = {"game": "tic_tac_toe", "steps": [{"id": 0}, {"id": 1, "parent": 7, "text": "b2"}]}
    for chapters in ([], [lost], [lost | {"start": "x"}], [lost | {"tags": {"Result": "1-0"}}]):
        assert server.post("/api/collection/write", {"chapters": chapters})[0] in (400, 409, 422)
    assert server.post("/api/collection/read", {"text": "no record"})[0] == 400
    long = {"text": f'[Game "tic_tac_toe"]\n\n1. b2 {{{"x" * 4001}}} *\n'}
    status, answer = server.post("/api/collection/read", long)
    assert (status, answer["words"].split(", ")[0]) == (400, "the text at move 1 has 4,001 letters")


def test_others_read_the_games_while_the_server_writes_them(server: Server, client: Client) -> None:
    game = client.new_game("tic_tac_toe")["id"]
    files = [entry["file"] for entry in server.get("/api/arena")[1]]
    assert server.database.name not in files  # a look into it would end the locks of SQLite
    for at, move in enumerate(("a1", "b2", "c3")):
        with sqlite3.connect(server.database) as db:
            assert db.execute("SELECT count(*) FROM games").fetchone()[0] >= 1
        db.close()
        assert client.ask("move", game=game, at=at, move=move)["type"] == "ack"
        assert server.get("/api/library")[0] == 200


def test_what_was_played_here_and_how_my_games_went(screen: Screen, client: Client) -> None:
    for moves in (["a1", "b2"], ["d3", "c2"], ["b2", "a1"]):
        game = client.new_game(OBLONG, "human", "random", names=["Ivy", "Bot"])["id"]
        client.ask("reseat", game=game, seat=1, player="human")
        for at, move in enumerate(moves):
            client.ask("move", game=game, at=at, move=move)
        client.ask("reseat", game=game, seat=1, player="random")
        client.ask("resign", game=game, seat=0)
    page = screen.open(f"#play?game={OBLONG}&first=human&second=human")
    page.get_by_text("What was played here").click()
    explorer = page.locator("details").filter(has_text="What was played here")
    corner = explorer.get_by_role("row").filter(has=page.get_by_role("button", name="Play a3"))
    expect(corner).to_contain_text("Ivy")  # a1 and d3 are the same corner as a3
    expect(corner).to_contain_text(re.compile("win|draw|loss"))
    corner.get_by_role("button", name="Play a3").click()
    expect(page.locator(".tree .move")).to_have_text(["a3"])
    reply = explorer.get_by_role("row").filter(has=page.get_by_role("button", name="Play b2"))
    expect(reply).to_contain_text("2–0–0")  # the second player won both
    audit(page, "details[open]")

    page.get_by_role("link", name="My games").click()
    games_of(page, "Ivy")
    expect(page.locator(".games li")).to_have_count(3)
    page.get_by_text("How my games went").click()
    expect(page.get_by_text("3 finished: 0 won, 0 drawn, 3 lost, 0 %")).to_be_visible()
    expect(page.get_by_role("img", name="Points over 1 period")).to_be_visible()
    audit(page, "main")
