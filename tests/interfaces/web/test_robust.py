"""What must never happen: a lost move, a traceback, a page from elsewhere, a stuck server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from command_line import assert_one_line_error, inarow
from inarow.games.base import Outcome, Reason
from inarow.interfaces.web.commands import COMMANDS
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.agreement import NewGameBody
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.games.read import start_record
from inarow.interfaces.web.games.rooms import Rooms
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.study.puzzles import hint_at
from inarow.library.kept import HUMAN, Agreement
from inarow.library.rows import NodeRow, Saved
from inarow.study.puzzles import shipped_puzzles
from web_server import PATIENCE, Client, Server


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db", "--engines", "0")
    with server.client() as client:
        games = [client.new_game("connect_four")["id"] for _ in range(3)]
        noisy = client.new_game("connect_four")["id"]
    acknowledged = dict.fromkeys(games, "")
    for move in "1231":
        with server.client() as client:
            for game in games:
                view = client.ask("watch", game=game)["game"]
                assert view["position"]["moves"] == acknowledged[game]
                answer = client.ask("move", game=game, at=view["cursor"], move=move)
                assert answer["type"] == "ack"
                acknowledged[game] += move
            client.send("move", game=noisy, at=0, move=move)  # in flight: may be kept or not
            server.kill()
        server.start()
    with server.client() as client:
        for game, moves in acknowledged.items():
            assert client.ask("watch", game=game)["game"]["position"]["moves"] == moves
        assert client.ask("watch", game=noisy)["type"] == "game"
    server.stop()


def test_everything_about_a_game_survives_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db", "--engines", "0")
    with server.client() as client:
        game = client.ask(
            "open_text", text="1. b2 {good} a1 2. c3 (2. a3 c1) *", game="tic_tac_toe"
        )
        name = game["game"]["id"]
        client.ask("promote", game=name, node=4)
        client.ask("resign", game=name, seat=1)
        before = client.ask("watch", game=name)["game"]
    server.kill()
    server.start()
    with server.client() as client:
        assert client.ask("watch", game=name)["game"] == before
        assert before["status"]["words"] == "X wins by resignation"
    server.stop()


def test_two_servers_cannot_share_a_file(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db", "--engines", "0")
    second = inarow("serve", "--port", "0", "--db", str(server.database))
    assert_one_line_error(second, 1, "is in use by another inarow serve")
    third = inarow("serve", "--port", str(server.port), "--db", str(tmp_path / "other.db"))
    assert third.code == 1
    assert third.err == (
        f"inarow: port {server.port} is taken: name another with --port, or 0 for any\n"
    )
    assert "Traceback" not in server.stop()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_text("this is no database, and long enough to be seen as none" * 20)
    done = inarow("serve", "--port", "0", "--db", str(file))
    assert_one_line_error(done, 2, "is no database of games")


def test_events_that_are_not_there_end_with_the_code_of_every_missing_file(tmp_path: Path) -> None:
    file = tmp_path / "none.sqlite"
    done = inarow("serve", "--port", "0", "--arena", str(file))
    assert (done.code, done.err) == (1, f"inarow: {file}: No such file or directory\n")


def test_ctrl_c_ends_cleanly_while_engines_work(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db", "--engines", "1")
    with server.client() as client:
        client.send(
            "analyse", engine="e", agent="alphabeta(seconds=none)", where={"rules": "gomoku"}
        )
        client.next(lambda m: m["type"] == "analysis")
        errors = server.stop()
    assert errors == "inarow: stopped\n"
    assert server.process.returncode == 130


def test_a_wider_address_comes_with_a_warning(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db", "--host", "0.0.0.0", "--engines", "0")
    warning, *rest = server.stop().splitlines()  # Ctrl-C while it is still on its way up
    assert "everyone on your network can reach this server" in warning
    assert rest == ["inarow: stopped"]
    assert server.process.returncode == 130


def test_a_large_board_is_refused_in_words(client: Client) -> None:
    answer = client.ask("new_game", game="mnk(rows=100,cols=100,k=5)")
    assert answer["code"] == "too_large"
    assert "2500 cells" in answer["words"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
WORDS = st.sampled_from(["new_game", "move", "watch", "setup", "analyse", "open_text", "goto"])
NEARLY = st.fixed_dictionaries(
    {"type": WORDS | st.text(max_size=8), "re": st.integers(-1, 9) | JSON},
    optional={
        "game": st.sampled_from(["connect_four", "mnk(rows=3)", "nine_board", "x"]) | JSON,
        "seats": st.lists(st.sampled_from(["human", "random", "x("]), max_size=3) | JSON,
        "at": st.integers(-2, 3) | JSON,
        "move": st.text(max_size=5) | JSON,
        "moves": st.text(alphabet="1234567?a ", max_size=12) | JSON,
        "position": st.text(alphabet="XO./ ", max_size=60) | JSON,
        "text": st.text(max_size=60) | JSON,
        "node": st.integers(-2, 3) | JSON,
        "limit": st.sampled_from(["1ms", "-1s", "nan", "1e999s"]) | JSON,
        "where": st.fixed_dictionaries({"rules": st.just("connect_four")}) | JSON,
        "engine": st.just("e"),
        "agent": st.sampled_from(["random", "mcts(simulations=1)", "nobody"]) | JSON,
    },
)


@settings(suppress_health_check=list(HealthCheck))
@given(messages=st.lists(NEARLY | JSON | st.text(max_size=30), min_size=1, max_size=6))
def test_any_message_gets_an_answer_and_no_traceback(server: Server, messages: list[Any]) -> None:
    with server.client() as client:
        client.number = 1000
        for message in messages:
            text = message if isinstance(message, str) else json.dumps(message)
            client.socket.send(text.encode("utf-8", "replace").decode())
        answer = client.ask("setup", game="tic_tac_toe")
        assert answer["type"] == "position"
        for told in client.waiting:
            assert "server failed" not in told.get("words", ""), told


def test_every_command_is_understood(client: Client) -> None:
    """No command of the protocol is unknown to the server."""
    schema = COMMANDS.json_schema()
    for name in schema["discriminator"]["mapping"]:
        client.socket.send(json.dumps({"type": name, "re": 1}))
        assert "does not know" not in client.read().get("words", "")


def test_the_http_calls_keep_their_promises(server: Server, thorough: bool) -> None:
    """Schemathesis makes up requests from our own description; none may fail or break it."""
    import schemathesis  # takes a second, in one of the workers only

    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    for found in schema.get_all_operations():
        operation = found.ok()
        assert operation is not None
        _probe(operation, schemathesis.checks, 20 if thorough else 4)


def _probe(operation: Any, checks: Any, count: int) -> None:
    if operation.path.startswith("/api/arena/"):
        return  # these start processes; they have tests of their own

    @settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        # A text may have the right type and still not name a game: that is refused with 400.
        case.call_and_validate(
            excluded_checks=[checks.positive_data_acceptance, checks.unsupported_method]
        )

    check()


def test_a_game_that_cannot_be_kept_waits_and_nobody_loses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("inarow.interfaces.web.engines.pool.RETRY_SECONDS", 0.0)
    monkeypatch.setattr("inarow.interfaces.web.games.room.RETRY_SECONDS", 0.0)
    broken = Refused("failed", "the game cannot be kept: disk full")
    told: list[dict[str, Any]] = []

    async def play() -> PageGame:
        over = asyncio.Event()

        class Page:
            turn = asyncio.Lock()

            def push_text(self, text: str) -> None:
                told.append(json.loads(text))
                if told[-1].get("status", {}).get("waiting") == "nobody":
                    over.set()

        store, engines = GameFile(None), EnginePool(0)
        body = NewGameBody(game="tic_tac_toe", seats=["random", "random"], seed=1)
        place = await Rooms(store, engines).new(body)
        save, faults = store.save, [broken] * 3

        async def save_sometimes(game: Saved) -> None:
            if len(game.nodes) and game.nodes[0].id == 2 and faults:
                raise faults.pop()
            await save(game)

        monkeypatch.setattr(store, "save", save_sometimes)
        place.enter(Page())
        await over.wait()
        store.close()
        return place.game

    game = asyncio.run(play())
    assert game.outcome is not None
    assert game.outcome.reason in (Reason.LINE, Reason.FULL)
    assert [m["words"] for m in told if m["type"] == "error"] == [broken.words]


def test_one_bad_change_spoils_no_other() -> None:
    async def save() -> list[BaseException | None]:
        store = GameFile(None)
        saved = [
            Saved(name, 0.0, {}, {}, [NodeRow(0, None, None, None, comment)])
            for name, comment in (("a", ""), ("b", "\ud800"), ("c", ""))
        ]
        found = await asyncio.gather(*map(store.save, saved), return_exceptions=True)
        assert await store.count() == 2
        store.close()
        return found

    one, two, three = asyncio.run(save())
    assert (one, three) == (None, None)
    assert isinstance(two, Refused)


def test_a_file_that_cannot_even_go_back_keeps_nobody_waiting() -> None:
    """A broken disk: neither the commit nor the way back from it works, for a while."""

    class Broken:
        faults = 4

        def __init__(self, database: sqlite3.Connection) -> None:
            self.database = database

        def __getattr__(self, name: str) -> Any:
            return getattr(self.database, name)

        def execute(self, command: str, *values: Any) -> sqlite3.Cursor:
            if command in ("COMMIT", "ROLLBACK") and self.faults:
                self.faults -= 1
                raise sqlite3.OperationalError("disk I/O error")
            return self.database.execute(command, *values)

    async def save_often() -> list[str]:
        store = GameFile(None)
        store._db = cast(sqlite3.Connection, Broken(store._db))
        said: list[str] = []
        for number in range(5):
            try:
                async with asyncio.timeout(PATIENCE):
                    await store.save(Saved(str(number), 0.0, {}, {}, []))
                said.append("kept")
            except Refused as refusal:
                said.append(refusal.code)
        assert await store.count() == said.count("kept")
        store.close()
        return said

    said = asyncio.run(save_often())
    assert set(said) == {"failed", "kept"}
    assert said[-1] == "kept"


def test_a_game_that_is_being_deleted_takes_no_move() -> None:
    async def race() -> tuple[object, int]:
        store = GameFile(None)
        rooms = Rooms(store, EnginePool(0))
        place = await rooms.new(NewGameBody(game="tic_tac_toe"))

        async def move() -> None:
            async with place.change() as game:
                game.move(0, "b2")

        both = rooms.delete(place.game.id), move()
        deleted, moved = await asyncio.gather(*both, return_exceptions=True)
        assert deleted is None
        left = await store.count()
        store.close()
        return moved, left

    moved, left = asyncio.run(race())
    assert isinstance(moved, Refused)
    assert (moved.code, left) == ("unknown_game", 0)


def test_a_refused_branch_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = PageGame(
        "x",
        Agreement("tic_tac_toe", [HUMAN, HUMAN], ["A", "B"]),
        start_record("tic_tac_toe", None, ""),
    )
    monkeypatch.setattr("inarow.interfaces.web.games.page_game.MAX_NODES", 2)
    monkeypatch.setattr("inarow.interfaces.web.games.read.MAX_NODES", 2)
    game.move(0, "b2")
    game.resign(0)
    with pytest.raises(Refused, match="at most 2 positions"):
        game.move(0, "a1")
    assert (game.cursor, game.outcome) == (1, Outcome(1, Reason.RESIGNED))


JOB = partial(hint_at, shipped_puzzles("connect_four")[0], 0)


def test_an_engine_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.interfaces.web.engines.pool.RETRY_SECONDS", 0.0)
    monkeypatch.setattr("inarow.interfaces.web.games.room.RETRY_SECONDS", 0.0)
    starts = 0

    async def fail(*_: object, **__: object) -> None:
        nonlocal starts
        starts += 1
        if starts == 5:
            tried.set()
        raise OSError("no process left")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", fail)

    async def try_often() -> Refused:
        engines = EnginePool(1)
        await engines.start()
        order = engines.submit(JOB)
        with pytest.raises(Refused, match="cannot be started"):
            await order.wait()
        await tried.wait()
        with pytest.raises(Refused, match="inarow doctor") as refused:
            engines.submit(JOB)
        await engines.close()
        return refused.value

    tried = asyncio.Event()
    assert asyncio.run(try_often()).code == "failed"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "the message is not JSON"),
        ('{"re": 1}', "the message needs a type"),
        ('{"type": "jump", "re": 1}', "the message has an unknown type"),
        ('{"type": "watch", "re": 1}', "watch.game is missing"),
        ("[]", "the message must be an object"),
    ],
)
def test_bad_messages_are_told_in_our_words(client: Client, text: str, words: str) -> None:
    client.socket.send(text)
    answer = client.next(lambda m: m["type"] == "error")
    assert (answer["code"], answer["words"]) == ("bad_message", words)
