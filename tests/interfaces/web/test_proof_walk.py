"""A walk through a proof over a real socket: each defence is refuted, or it is said why not."""

from __future__ import annotations

from random import Random
from typing import Any

from web_server import Client

WON = {"rules": "mnk(rows=4,cols=4,k=3)"}
PAIRED = {"rules": "mnk(rows=5,cols=5,k=5)"}


def walk(client: Client, where: dict[str, Any], random: Random) -> tuple[list[str], dict[str, Any]]:
    """Walk with defences by chance; all moves, and the last step."""
    step = client.ask("walk", where=where)
    moves = [move["text"] for move in step["played"]]
    while step["moves"]:
        moves.append(random.choice(step["moves"])["text"])
        step = client.ask("walk", where=where, moves=" ".join(moves), draws=step["draws"])
        moves += [move["text"] for move in step["played"]]
    return moves, step


def test_any_defence_loses(client: Client) -> None:
    first = client.ask("walk", where=WON)
    assert first["claim"] == "X wins, whatever O does"
    assert first["words"].startswith(f"X plays {first['played'][0]['text']} (win")
    assert "All 15 defences of O lose" in first["words"]
    assert {move["value"]["result"] for move in first["moves"]} == {"loss"}
    for seed in range(3):
        _, last = walk(client, WON, Random(seed))
        assert last["words"].endswith("X has won.")
        assert last["position"]["outcome"]["winner"] == 0


def test_a_solver_says_how_far_the_end_is(client: Client) -> None:
    where = {"rules": "connect_four", "moves": "32164625"}
    first = client.ask("walk", where=where)
    assert first["claim"] == "X wins, whatever O does"
    assert "(win in 13 plies, proven)" in first["words"]
    assert "the last one in 12 plies" in first["words"]
    plies = [move["value"]["plies"] for move in first["moves"]]
    assert max(plies) == 12
    assert len(plies) == 7


def test_pairs_hold_a_draw_to_the_last_cell(client: Client) -> None:
    first = client.ask("walk", where=PAIRED)
    assert first["claim"] == "O never loses, whatever X does"
    assert (first["draws"], first["played"]) == (True, [])
    for seed in range(3):
        moves, last = walk(client, PAIRED, Random(seed))
        assert len(moves) == 25
        assert last["position"]["outcome"]["winner"] is None


def test_an_analysis_says_that_there_is_a_proof(client: Client) -> None:
    def proof(rules: str, moves: str = "") -> str:
        where = {"rules": rules, "moves": moves}
        client.send("analyse", engine="p", agent="alphabeta(evaluator=none)", where=where)
        said = client.next(lambda m: m.get("engine") == "p" and not m["running"])
        words: str = said["proof"]
        return words

    assert proof("tic_tac_toe", "a1b1a2").startswith("Proven: X wins, whatever O does.")
    assert proof("tic_tac_toe", "a1b2") == ""  # a draw without pairs
    drawn = proof("mnk(rows=2,cols=4,k=3)")
    assert drawn == "Proven: O never loses, whatever X does. 8 of 8 moves are settled."


def test_what_cannot_be_walked_through_is_refused(client: Client) -> None:
    def code(**where: str) -> str:
        answer: str = client.ask("walk", where=where)["code"]
        return answer

    assert code(rules="tic_tac_toe") == "bad_text"  # a draw without pairs
    assert code(rules="tic_tac_toe", moves="a1b1a2b2a3") == "bad_text"  # over
    assert code(rules="random_drop") == "not_supported"
    assert client.ask("walk", where=WON, moves="z9")["code"] == "bad_text"
    assert client.ask("walk", where=WON, moves="a1 a1")["code"] == "illegal"
    no_pairs = client.ask("walk", where={"rules": "tic_tac_toe"}, moves="a1", draws=True)
    assert no_pairs["code"] == "bad_text"
    not_won = client.ask("walk", where={"rules": "tic_tac_toe"}, moves="a1")
    assert "not found again" in not_won["words"]
    assert client.ask("walk", where={"rules": "gomoku"}, limit="10nodes")["code"] == "bad_text"
