"""Plug-ins that are gone or broken: the page says so in words, and everything else goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from inarow import registry
from inarow.games.base import Game
from inarow.games.nine_board import NineBoard
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.agreement import NewGameBody
from inarow.interfaces.web.games.catalogue import catalogue
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.machines import choose_move
from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.games.rooms import Rooms
from inarow.registry import Entry
from web_server import PATIENCE


@dataclass
class Stillborn:
    """Cannot be made."""

    name = "stillborn"

    def __post_init__(self) -> None:
        raise ZeroDivisionError("no\nlife\udcff")


@dataclass
class Undecided:
    """Cannot say what it plays."""

    def supports(self, game: Game) -> bool:
        raise KeyError("which game?")


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two players and a game of another package that raise errors of their own."""

    def add(shelf: str, **more: type) -> None:
        known = getattr(registry, shelf)
        found = (Entry(name, f"{__name__}:{kind.__name__}") for name, kind in more.items())
        monkeypatch.setattr(registry, shelf, replace(known, built_in=(*known.built_in, *found)))

    add("_AGENTS", stillborn=Stillborn, undecided=Undecided)
    add("_GAMES", lifeless=Stillborn)
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


class Page:
    """Somebody who watches until a game is over."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.heard = asyncio.Event()
        self.turn = asyncio.Lock()

    def push_text(self, text: str) -> None:
        self.told.append(json.loads(text))
        self.heard.set()


async def saved_game(path: Path, player: str) -> str:
    """The id of a game on the disk against a player that was there when it began."""
    store = GameFile(path)
    room = await Rooms(store, EnginePool(0)).new(NewGameBody(game="tic_tac_toe"))
    async with room.change() as game:
        game.reseat(1, player)
        game.move(0, "b2")
    store.close()
    return room.game.id


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("frog(legs=3)", "there is no player 'frog'"),
        ("mcts(wings=2)", "mcts has no option 'wings'"),
        ("mcts(", "mcts("),
        ("stillborn", "stillborn: ZeroDivisionError: no life\ufffd"),
    ],
)
@pytest.mark.usefixtures("plugins")
def test_a_saved_game_whose_player_is_gone_ends_in_words(
    tmp_path: Path, player: str, words: str
) -> None:
    async def watch() -> dict[str, Any]:
        game = await saved_game(tmp_path / "games.db", player)
        store, page = GameFile(tmp_path / "games.db"), Page()
        async with Rooms(store, EnginePool(0)).visit(game) as room:
            room.enter(page)
            async with asyncio.timeout(PATIENCE):
                await page.heard.wait()
            room.leave(page)
        store.close()
        return page.told[0]

    told = asyncio.run(watch())
    assert (told["type"], told["why"], told["status"]["waiting"]) == ("update", "failed", "nobody")
    assert words in json.dumps(told, ensure_ascii=False)


def test_a_turn_that_fails_for_any_reason_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("inarow.interfaces.web.engines.pool.RETRY_SECONDS", 0.0)
    monkeypatch.setattr("inarow.interfaces.web.games.room.RETRY_SECONDS", 0.0)
    faults = [KeyError("a bug")] * 2

    async def choose_sometimes(
        game: PageGame, pool: EnginePool, client: object
    ) -> tuple[int, float]:
        if faults:
            raise faults.pop()
        return await choose_move(game, pool, client)

    monkeypatch.setattr("inarow.interfaces.web.games.room.choose_move", choose_sometimes)

    async def play() -> list[dict[str, Any]]:
        store, page = GameFile(None), Page()
        room = await Rooms(store, EnginePool(0)).new(
            NewGameBody(game="tic_tac_toe", seats=["random", "human"])
        )
        room.enter(page)
        async with asyncio.timeout(PATIENCE):
            while len(page.told) < 2:
                page.heard.clear()
                await page.heard.wait()
        room.leave(page)
        store.close()
        return page.told

    error, update = asyncio.run(play())
    assert (error["type"], error["code"]) == ("error", "failed")
    assert error["words"] == "the server failed: KeyError: 'a bug'"
    assert (update["type"], update["cursor"]) == ("update", 1)


@pytest.mark.usefixtures("plugins")
def test_the_catalogue_names_what_is_broken_and_shows_everything_else() -> None:
    found = catalogue()
    assert found.broken == [
        "lifeless: ZeroDivisionError: no life\ufffd",
        "stillborn: ZeroDivisionError: no life\ufffd",
        "undecided: KeyError: 'which game?'",
    ]
    assert "no life\ufffd" in found.model_dump_json()  # text that cannot be sent would end the page
    assert {"mcts", "level"} < {agent.name for agent in found.agents} < set(registry.agents())
    assert [game.name for game in found.games] == [n for n in registry.games() if n != "lifeless"]
    for game in found.games:
        assert "mcts" in game.agents
        assert not {"stillborn", "undecided"} & set(game.agents)


@pytest.mark.usefixtures("plugins")
def test_a_game_that_cannot_be_shown_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: NineBoard) -> None:
        raise RuntimeError("no board")

    monkeypatch.setattr(NineBoard, "initial_state", fail)
    found = catalogue()
    assert "nine_board: RuntimeError: no board" in found.broken
    assert "nine_board" not in {game.name for game in found.games}
    assert found.games[0].name == "connect_four"
