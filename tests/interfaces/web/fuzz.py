"""Messages made up from the protocol: mostly right, sometimes wrong, in any order.

They are drawn from the schema of all commands, so a new command is fuzzed without more ado. Games
are played, analysed, reviewed and traced by real engines, with budgets that end at once.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from random import Random
from typing import Any

from inarow.interfaces.web.commands import COMMANDS
from inarow.interfaces.web.protocol.gate import MESSAGES_AT_ONCE
from web_server import Server

GOOD: dict[str, list[Any]] = {
    "agent": ["random", "level(1)", "mcts(simulations=20)", "minimax(depth=2)", "judge", "perfect"],
    "at": [0, 1, 2, 3],
    "clock": [None, {"bank": 60.0, "increment": 0.0}, {"bank": 0.0, "increment": 0.0}],
    "delay": [0.0],
    "depth": [1, 2],
    "draws": [True, False],
    "engine": ["a", "b", "c"],
    "file": ["games.db", "none.sqlite", "../x.db"],
    "hint": [1, 2, 3],
    "id": [0, 1],
    "judge": [True, False],
    "level": [1, 2, 5],
    "limit": ["", "10ms", "20sims", "30nodes"],
    "move": ["1", "4", "a1", "b2", "?", "5", None],
    "moves": ["", "4", "44", "b2a1", "5533", "1212121"],
    "names": [None, ["Ada", "<b>Bob</b>"]],
    "node": [0, 1, 2, None],
    "paused": [True, False],
    "player": ["human", "random", "level(1)"],
    "position": [None, "XX./OO./... X", "......./......./......./......./......./...X... O"],
    "puzzle": ["connect_four-1", "connect_four-7", "none"],
    "rating": [None, 900.0],
    "rules": ["connect_four", "tic_tac_toe", "nine_board", "random_drop", "gomoku", "pop_out"],
    "search": ["mcts", "alphabeta"],
    "seat": [0, 1, None],
    "seats": [["human", "human"], ["human", "random"], ["level(1)", "human"], ["random"] * 2],
    "seed": [1, 2, None],
    "steps": [1, 5],
    "swap": [True, False],
    "takeback": [True, False],
    "text": [
        "4453",
        "1. b2 {good} a1 2. c3 (2. a3 c1) *",
        '[Game "gomoku"]\n\n1. h8 *',
        "{",
        "(" * 99,
    ],
}
BAD: list[Any] = [
    None,
    -1,
    2**63,
    1.5,
    "",
    "x" * 500,
    "\ud800",
    [],
    {},
    ["human"] * 3,
    True,
    "nan",
    "((((",
    "😀",
]


class Sender:
    """Makes up one message after another; remembers the games it was told of."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._schema = COMMANDS.json_schema()["$defs"]
        self._kinds = [kind for kind in self._schema.values() if "re" in kind["properties"]]
        self.games: list[str] = []

    def message(self, number: int) -> str:
        """The next message."""
        draw, kind = self._random, self._random.choice(self._kinds)
        fields = {name: self._value(name, kind["title"]) for name in kind["properties"]}
        fields |= {"type": kind["properties"]["type"]["const"], "re": number}
        for name in list(fields):
            if name not in kind.get("required", ()) and draw.random() < 0.3:
                del fields[name]
        if draw.random() < 0.1:
            fields[draw.choice([*fields, "more"])] = draw.choice(BAD)
        text = json.dumps(fields)
        return text[: draw.randrange(len(text))] if draw.random() < 0.02 else text

    def _value(self, name: str, kind: str) -> Any:
        draw = self._random
        if name == "where":
            parts = ("rules", "moves", "position") if draw.random() < 0.5 else ("game", "node")
            return {part: self._value(part, kind) for part in parts}
        if name == "game":
            rules = kind in ("NewGame", "Setup", "OpenText", "NextPuzzle")
            return draw.choice(GOOD["rules"] if rules else self.games[-9:] or ["none"])
        return draw.choice(GOOD.get(name, BAD))


def fuzz(server: Server, count: int, seed: int) -> Counter[str]:
    """Send that many messages over as many sockets as their rate allows; what came back."""
    sender, heard = Sender(seed), Counter[str]()
    for first in range(0, count, MESSAGES_AT_ONCE - 20):
        with server.client() as client:
            client.number = count
            for number in range(first, min(count, first + MESSAGES_AT_ONCE - 20)):
                client.socket.send(sender.message(number))
            # Studies of a client are done one after the other: this is the last one.
            while client.ask("why", where={"rules": "tic_tac_toe"})["type"] != "reasons":
                time.sleep(0.1)
            assert client.ask("setup", game="tic_tac_toe")["type"] == "position"
            for told in client.waiting:
                heard[told.get("code") or told["type"]] += 1
                assert "server failed" not in told.get("words", ""), told
                assert "engine failed" not in told.get("words", ""), told
                if told["type"] == "game":
                    sender.games.append(told["game"]["id"])
    with server.client() as client:  # all is well afterwards
        where, game = {"rules": "tic_tac_toe"}, client.new_game("tic_tac_toe", moves="b2a1")["id"]
        tasks: dict[str, dict[str, Any]] = {
            "analyse": {"agent": "minimax(depth=2)", "where": where},
            "trace": {"search": "mcts", "where": where, "limit": "5sims"},
            "review": {"game": game, "limit": "50ms"},
        }
        for kind, more in tasks.items():
            assert client.ask(kind, engine=kind, **more)["type"] in ("analysis", "trace", "review")
    return heard
