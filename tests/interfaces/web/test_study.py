"""Engines over a real socket: analysis, stopping, reasons, reviews, judged moves, events."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from types import SimpleNamespace
from typing import cast

import pytest

from inarow.interfaces.web.protocol.messages import PuzzleTask
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.session import PageSession
from inarow.interfaces.web.study.puzzles import ENOUGH, NextPuzzle, PuzzleShelf, make_puzzle
from inarow.library.solving import Solving
from inarow.registry import load_game
from inarow.study.puzzle_rating import Standing
from inarow.study.puzzles import Puzzle
from web_server import Client, Server

NEARLY_WON = "connect_four(rows=4,cols=4,k=3)"


def final(client: Client, engine: str) -> dict[str, object]:
    return client.next(lambda m: m.get("engine") == engine and not m["running"])


def test_every_move_gets_a_value_with_its_kind(client: Client) -> None:
    where = {"rules": "tic_tac_toe", "moves": "a1b1a2b2"}
    client.send("analyse", engine="one", agent="alphabeta", where=where)
    done = client.next(lambda m: m["type"] == "analysis" and not m["running"])
    best, *others = done["moves"]
    assert best["text"] == "a3"
    assert best["value"]["kind"] == "proven"
    assert best["value"]["words"] == "win in 1 ply"
    assert best["value"]["chance"] == 1.0
    assert best["reason"].startswith("wins")
    assert len(others) == 4
    assert [move["text"] for move in done["line"]] == ["a3"]


def test_engines_run_side_by_side_and_one_is_stopped(client: Client) -> None:
    game = client.new_game("gomoku")["id"]
    for engine, agent in (("left", "alphabeta(seconds=none)"), ("right", "mcts(simulations=500)")):
        client.send("analyse", engine=engine, agent=agent, where={"game": game})
    client.next(lambda m: m.get("engine") == "left")
    client.ask("stop", engine="left")
    left = final(client, "left")
    assert left["moves"]
    with_values = [move for move in left["moves"] if move["value"]]  # type: ignore[attr-defined]
    assert with_values


def test_a_command_whose_place_is_taken_is_answered(client: Client) -> None:
    where = {"rules": "gomoku"}
    old = client.send("analyse", engine="one", agent="alphabeta(seconds=none)", where=where)
    client.send("analyse", engine="one", agent="random", where=where)
    assert client.next(lambda m: m["type"] == "error" and m["re"] == old)["code"] == "stopped"
    assert final(client, "one")["agent"] == "random"


def test_an_analysis_that_is_known_comes_at_once(client: Client) -> None:
    where = {"rules": NEARLY_WON, "moves": "1"}
    client.send("analyse", engine="a", agent="alphabeta(evaluator=none)", where=where)
    first = final(client, "a")
    client.send("analyse", engine="b", agent="alphabeta(evaluator=none)", where=where)
    second = final(client, "b")
    assert second["cached"]
    assert second["moves"] == first["moves"]


def test_the_solver_streams_and_follows_its_line(client: Client) -> None:
    where = {"rules": "connect_four(rows=4,cols=5)", "moves": "33"}
    client.send("analyse", engine="s", agent="perfect", where=where, limit="20s")
    done = final(client, "s")
    assert {move["value"]["kind"] for move in done["moves"]} == {"proven"}  # type: ignore[attr-defined]
    assert len(done["line"]) > 3  # type: ignore[arg-type]


def test_what_cannot_be_analysed_is_refused(client: Client) -> None:
    def ask(agent: str, moves: str = "", rules: str = "tic_tac_toe", limit: str = "") -> str:
        where = {"rules": rules, "moves": moves}
        answer = client.ask("analyse", engine="x", agent=agent, where=where, limit=limit)
        code: str = answer["code"]
        return code

    assert ask("nobody") == "bad_text"
    assert ask("human") == "bad_text"
    assert ask("nine") == "not_supported"
    assert ask("alphabeta", "a1b1a2b2a3") == "illegal"
    assert ask("random", rules="nine_board") == "illegal"
    assert ask("mcts", limit="1000s") == "bad_text"
    assert ask("mcts(threads=200)") == "bad_text"
    answer = client.ask("analyse", engine="x", agent="mcts", where={})
    assert answer["code"] == "bad_message"


def test_reasons_can_be_drawn(client: Client) -> None:
    where = {"rules": "connect_four", "moves": "4455"}
    items = client.ask("why", where=where, move="3")["items"]
    assert items[0]["kind"] == "forced"
    assert items[0]["moves"][0]["text"] == "3"
    here = client.ask("why", where={"rules": "tic_tac_toe", "moves": "a1b1a2"})["items"]
    assert here[0]["words"] == "every move loses (proven)"
    assert [item["cells"] for item in here if item["words"] == "X would win at a3"] == [[[0, 0]]]


def test_a_review_names_the_blunder(client: Client) -> None:
    game = client.ask("open_text", text="b2b1a1c3c1a2a3", game="tic_tac_toe")["game"]
    client.send("review", engine="r", game=game["id"], limit="1s")
    done = client.next(lambda m: m["type"] == "review" and not m["running"])
    assert done["done"] == done["total"] == 7
    verdicts = {move["text"]: move["verdict"] for move in done["moves"]}
    assert verdicts["b2"] == "best"
    assert verdicts["b1"] == "blunder"
    assert [move["node"] for move in done["moves"]] == list(range(1, 8))
    assert done["words"] == "X: 4 moves, 1 blunder; O: 3 moves, 2 blunders"


def test_a_bad_move_may_be_tried_again(client: Client) -> None:
    game = client.new_game("tic_tac_toe", "human", "random", judge=True, seed=1, takeback=False)
    client.ask("move", game=game["id"], at=0, move="b2")
    verdict = client.next(lambda m: m["type"] == "judged")
    assert verdict["move"]["verdict"] == "best"
    assert not verdict["may_retry"]
    client.update(2)
    mine = client.new_game("tic_tac_toe", judge=True, takeback=False, moves="b2")["id"]
    client.ask("move", game=mine, at=1, move="b1")
    bad = client.next(lambda m: m["type"] == "judged" and m["game"] == mine)
    assert bad["move"]["verdict"] == "blunder"
    assert bad["may_retry"]
    assert client.ask("move", game=mine, at=2, move="a1")["code"] == "not_allowed"
    assert client.ask("take_back", game=mine)["node"] == 1


def test_engines_are_free_again_when_their_client_leaves(server: Server) -> None:
    with server.client() as client:
        client.send(
            "analyse", engine="e", agent="alphabeta(seconds=none)", where={"rules": "gomoku"}
        )
        client.next(lambda m: m["type"] == "analysis")
        server.wait_until_health("busy", 1)  # what a test before has left goes first
    server.wait_until_health("busy", 0)


def test_a_full_queue_says_so(client: Client) -> None:
    for number in range(16):
        where = {"rules": "gomoku", "moves": ""}
        client.send("analyse", engine=str(number), agent="mcts(simulations=none)", where=where)
    refused = client.next(lambda m: m["type"] == "error")
    assert refused["code"] == "busy"
    assert refused["retry"] > 0
    game = client.new_game("connect_four", "human", "mcts(simulations=10)")["id"]
    client.ask("move", game=game, at=0, move="4")
    client.next(lambda m: m.get("game") == game and m.get("cursor") == 2)


def test_a_level_answers_while_another_client_has_many_endless_games(server: Server) -> None:
    """Those move after a minute; whoever had to wait for one of them would be seen."""
    endless = ("mcts(simulations=none)",) * 2
    with server.client() as greedy, server.client() as modest:
        for _ in range(12):
            greedy.new_game("connect_four", *endless, limit="60s")
        began = time.monotonic()
        game = modest.new_game("connect_four", "human", "level(1)")["id"]
        modest.ask("move", game=game, at=0, move="4")
        modest.update(2)
        assert time.monotonic() - began < 45


def test_a_puzzle_is_tried_and_solved(client: Client, server: Server) -> None:
    task = client.ask("next_puzzle", game="connect_four", level=1, seed=1)
    puzzle, before = task["puzzle"], task["me"]
    assert puzzle["position"]["outcome"] is None
    name = puzzle["id"]
    told = client.ask("hint_puzzle", puzzle=name, hint=3)
    right = told["moves"][0]["text"]
    legal = [move["text"] for move in puzzle["position"]["legal"]]
    wrong = client.ask("try_puzzle", puzzle=name, move=next(t for t in legal if t != right))
    assert not wrong["right"]
    assert wrong["me"] is None, "only an answer that counts moves a rating"
    solved = client.ask("try_puzzle", puzzle=name, move=right, counts=True)
    assert solved["solved"]
    me = solved["me"]
    for count in ("solved", "tried", "streak"):
        assert me[count] == before[count] + 1
    with Solving(server.database) as mine:  # what the terminal reads as well
        assert mine.standing(load_game("connect_four")).words == me["words"]
    again = client.ask("hint_puzzle", puzzle=name, hint=1, counts=True)["me"]
    assert again["rating"] < me["rating"]
    assert (again["tried"], again["streak"]) == (me["tried"] + 1, 0)
    assert again["longest"] == me["longest"] >= 1
    assert again["change"] == pytest.approx(again["rating"] - me["rating"])
    near = client.ask("next_puzzle", game="connect_four", seed=1)
    assert near["me"] == {**again, "change": 0.0}
    assert abs(near["puzzle"]["rating"] - again["rating"]) < 100
    assert client.ask("try_puzzle", puzzle="nothing", move="1")["code"] == "unknown_game"


def test_a_puzzle_is_made_for_a_small_game(client: Client) -> None:
    puzzle = client.ask("next_puzzle", game="tic_tac_toe", level=1, seed=1)["puzzle"]
    assert "to move" in puzzle["words"]
    assert client.ask("hint_puzzle", puzzle=puzzle["id"], hint=1)["words"]


def test_a_busy_machine_gives_a_ready_puzzle_instead_of_a_new_one() -> None:
    class Busy:
        def submit(self, job: object, client: object) -> Busy:
            return self

        async def wait(self) -> Puzzle:
            raise Refused("failed", "the engine did not answer in time")

    shelf = PuzzleShelf()
    page = cast(
        "PageSession", SimpleNamespace(services=SimpleNamespace(pool=Busy(), puzzles=shelf))
    )
    ready = shelf.ready(load_game("pop_out"), 4)
    assert 0 < len(ready) < ENOUGH, "so new ones are made"
    spare = shelf.pick(ready, None, seed=1)
    ask = NextPuzzle(type="next_puzzle", re=1, game="pop_out", level=4, seed=1)
    job = partial(make_puzzle, "pop_out", 4, 1)
    view = asyncio.run(ask.make(page, job, Standing(800.0), spare))
    assert isinstance(view, PuzzleTask)
    assert (view.puzzle.id, view.puzzle.level) == (spare[0], 4)
    with pytest.raises(Refused, match="in time"):
        asyncio.run(ask.make(page, job, Standing(800.0), None))


def test_searches_are_told_step_by_step(client: Client) -> None:
    where = {"rules": "tic_tac_toe", "moves": "b2"}
    trace = client.ask("trace", engine="t", search="mcts", where=where)
    phases = {step["phase"] for step in trace["steps"]}
    assert phases == {"selection", "expansion", "rollout", "backup", "answer"}
    known = {0}
    for step in trace["steps"]:
        known |= {node["id"] for node in step["changed"]}
        assert set(step["path"]) <= known
    assert len(trace["places"]) == len(known)
    trace = client.ask("trace", engine="t", search="alphabeta", where=where, limit="2plies")
    assert {step["phase"] for step in trace["steps"]} == {
        "enter",
        "leaf",
        "cut",
        "return",
        "answer",
    }
    wide = {"rules": "gomoku", "moves": "h8"}
    trace = client.ask("trace", engine="t", search="mcts", where=wide, limit="1sims")
    assert trace["words"] == "4 steps, 2 positions"
    file = client.ask("trace", engine="t", search="learned(file=x.npz)", where=where)
    assert "a page cannot name a program or a file" in file["words"]


def test_a_sweep_tells_how_good_each_value_is_and_can_be_stopped(client: Client) -> None:
    game = {"engine": "s", "game": "tic_tac_toe"}
    asked = {**game, "player": "mcts(simulations=9,exploration=1)", "option": "simulations"}
    number = client.send("sweep", **asked, values="1, 50", amount=20)
    found = client.next(lambda message: not message.get("running", message["type"] == "ack"))
    assert found["re"] == number
    assert found["whole"]
    assert found["done"] == found["total"] == 4
    assert [one["of"] for one in found["values"]] == [20, 20]
    weak, strong = (one["share"] for one in found["values"])
    assert weak < strong
    assert found["svg"].startswith("<svg")
    assert client.ask("sweep", **asked, values="1000000, 2000000", amount=100)["running"]
    client.ask("stop", engine="s")
    assert not client.next(lambda message: not message.get("running", message["type"] == "ack"))[
        "whole"
    ]
    for wrong, words in (
        ({"values": "1"}, "simulations needs 2 to 50 values"),
        ({"option": "depht"}, "no option depht"),
        ({"against": "human"}, "a sweep is for machines only"),
        ({"against": "pbrain(command=x)"}, "cannot name a program"),
        ({"player": "random"}, "random has no option to sweep"),
    ):
        assert words in client.ask("sweep", **{**asked, **wrong})["words"]
