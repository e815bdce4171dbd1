"""Events of the page: a real one is started, watched, opened, and nothing else can be."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from inarow.arena.event import event_of
from inarow.arena.store import create_store
from inarow.interfaces.web.arena.commands import OpenArenaGame
from inarow.interfaces.web.arena.hall import EventBody, Hall
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.protocol.session import PageSession
from web_server import Server


def test_an_event_runs_and_its_games_open(server: Server) -> None:
    body = {
        "file": "small.sqlite",
        "game": "tic_tac_toe",
        "players": ["level(number=1)", "minimax"],
    }
    status, answer = server.post("/api/arena/run", body | {"rounds": 2, "seed": 1})
    assert status == 202, answer
    with server.client() as client:
        client.send("watch_arena", file="small.sqlite")
        done = client.next(lambda m: m["type"] == "arena" and not m["arena"]["running"])["arena"]
        assert done["done"] == done["total"] == 4
        assert done["name"] == "Mia (level 1) – minimax"
        called = [(row["player"], row["title"], row["spec"]) for row in done["table"]]
        level = "level(number=1)"
        assert called == [("minimax",) * 3, (level, "Mia (level 1)", level)]
        assert done["table"][0]["error"] > 0
        cell = next(c for c in done["cross"] if c["player"] == "minimax")
        assert cell["wins"] + cell["draws"] + cell["losses"] == 4
        assert client.ask("unwatch_arena")["type"] == "ack"
        query = "file=small.sqlite&player=minimax&opponent=level(number=1)"
        games = server.get(f"/api/arena/games?{query}")[1]
        assert len(games) == 4
        opened = client.ask("open_arena_game", file="small.sqlite", id=games[0]["id"])["game"]
        assert opened["position"]["moves"] == games[0]["moves"]
        assert {*opened["names"]} == {"minimax", "Mia (level 1)"}
    files = {event["file"]: event["name"] for event in server.get("/api/arena")[1]}
    assert "games.db" not in files
    assert files["small.sqlite"] == done["name"]
    assert server.get("/api/arena/view?file=small.sqlite")[1]["done"] == 4


@pytest.mark.parametrize(
    "file", ["../games.db", "/etc/passwd", "games.db", "a/b.sqlite", ".sqlite", "x.txt", "%2e.db"]
)
def test_other_files_cannot_be_opened(server: Server, file: str) -> None:
    assert server.get(f"/api/arena/view?file={file}")[0] in (400, 404)


@pytest.mark.parametrize(
    "players",
    [
        ["random"],
        ["random", "cmd:touch /tmp/hacked"],
        ["random", "player.py:Me"],
        ["random", "human"],
        ["random", "./"],
        ["random", "*.py"],
    ],
)
def test_only_registered_players_take_part(server: Server, players: list[str]) -> None:
    body = {"file": "bad.sqlite", "game": "tic_tac_toe", "players": players}
    status, answer = server.post("/api/arena/run", body)
    assert status == 400, answer
    assert not Path(server.database.parent, "bad.sqlite").exists()
    assert not os.path.exists("/tmp/hacked")


@pytest.mark.parametrize(
    "wish",
    [
        {"openings": " file(path=/etc/passwd)"},
        {"openings": "file"},
        {"openings": "all(plies=19,count=3000)"},
        {"openings": "random(plies=50)"},
        {"limit": "1h"},
        {"stop": "compare", "players": ["random", "minimax", "normal"]},
        {"limit": "61s"},
        {"game": "connect_four", "players": ["random", "perfect(memory=65536)"]},
    ],
    ids=str,
)
def test_an_event_has_limits_and_reads_no_file(server: Server, wish: dict[str, Any]) -> None:
    body = {"file": "bad.sqlite", "game": "tic_tac_toe", "players": ["random", "minimax"]}
    status, answer = server.post("/api/arena/run", body | wish)
    assert status == 400, answer
    assert "root" not in answer["words"]
    assert not Path(server.database.parent, "bad.sqlite").exists()


def test_an_event_with_programs_is_not_resumed_by_a_page(server: Server) -> None:
    entrants = ["random", "bot=cmd:touch /tmp/hacked"]
    event = event_of({"game": "tic_tac_toe", "players": entrants})
    create_store(server.database.with_name("programs.sqlite"), event, [""]).close()
    status, answer = server.post("/api/arena/run", {"file": "programs.sqlite"})
    assert (status, answer["code"]) == (409, "not_allowed")
    assert "bot" in answer["words"]


def test_who_watches_no_more_is_told_so_once(server: Server) -> None:
    event = event_of({"game": "tic_tac_toe", "players": ["random", "minimax"]})
    create_store(server.database.with_name("still.sqlite"), event, [""]).close()
    with server.client() as client:
        assert client.ask("unwatch_arena")["type"] == "ack"  # nothing was watched
        watching = client.send("watch_arena", file="still.sqlite")
        shown = client.next(lambda m: m.get("re") == watching)
        assert (shown["type"], shown["arena"]["done"]) == ("arena", 0)
        ended = client.send("unwatch_arena")
        answers = [client.read(), client.read()]
        assert [(m["re"], m.get("code")) for m in answers] == [(watching, "stopped"), (ended, None)]
        again = client.ask("unwatch_arena")
        assert (again["type"], client.waiting) == ("ack", [])


@pytest.mark.parametrize("kind", ["dangling", "link", "pipe", "folder"])
def test_what_is_no_plain_file_is_refused_at_once_and_not_written_through(
    server: Server, tmp_path: Path, kind: str
) -> None:
    path, target = server.database.with_name(f"{kind}.sqlite"), tmp_path / "elsewhere.sqlite"
    if kind == "link":
        event = event_of({"game": "tic_tac_toe", "players": ["random", "minimax"]})
        create_store(target, event, [""]).close()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(target)
    before = sorted(tmp_path.iterdir())
    began = time.monotonic()
    status, files = server.get("/api/arena")
    assert status == 200
    assert path.name not in [event["file"] for event in files]
    body = {"file": path.name, "game": "tic_tac_toe", "players": ["random", "minimax"]}
    status, answer = server.post("/api/arena/run", body)
    assert (status, answer["words"]) == (400, f"{path.name} is no plain file")
    assert server.get(f"/api/arena/view?file={path.name}")[0] == 404
    assert time.monotonic() - began < 20  # an event has two minutes to begin
    assert sorted(tmp_path.iterdir()) == before
    path.rmdir() if kind == "folder" else path.unlink()


def test_a_file_that_cannot_be_resumed_says_why(server: Server) -> None:
    server.database.with_name("text.sqlite").write_text("no event")
    status, answer = server.post("/api/arena/run", {"file": "text.sqlite"})
    assert status == 400
    assert "text.sqlite is not the store of an event" in answer["words"]


def test_one_event_is_started_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(*_: object) -> None:
        await asyncio.sleep(0)  # as long as the process takes, somebody else may come

    async def twice() -> list[str]:
        hall = Hall(tmp_path, EnginePool(0))
        monkeypatch.setattr(hall, "_start", start)
        body = EventBody(file="one.db", game="tic_tac_toe", players=["random", "minimax"])
        found = await asyncio.gather(*(hall.run(body) for _ in range(2)), return_exceptions=True)
        await hall.close()
        return [str(one) for one in found]

    assert sorted(asyncio.run(twice())) == ["None", "one.db is running already"]


def test_a_game_that_is_being_read_does_not_hold_up_the_page() -> None:
    async def open_game() -> bool:
        async def ask(file: str, question: object, client: object) -> str:
            await asyncio.Event().wait()  # for an engine that never becomes free
            raise AssertionError

        services = SimpleNamespace(hall=SimpleNamespace(ask=ask))
        session = PageSession(cast(Any, None), cast(Any, services))
        command = OpenArenaGame(type="open_arena_game", re=7, file="x.sqlite", id=1)
        async with asyncio.timeout(5):
            await command.do(session)
        (task,) = session.tasks.values()
        await asyncio.sleep(0)
        waits = not task.done()
        task.cancel()
        return waits

    assert asyncio.run(open_game())
