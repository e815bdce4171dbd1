"""`inarow serve --engine NAME=PLAYER`: programs of this machine, offered by their name alone."""

from __future__ import annotations

from typing import Any

import pytest

from command_line import inarow
from web_server import Client, Server


def play(client: Client, name: str, **more: object) -> dict[str, Any]:
    """The update after the engine's answer to a first move."""
    game = client.new_game("gomoku", "human", name, **more)
    client.ask("move", game=game["id"], at=0, move="h8")
    return client.next(
        lambda m: m["type"] == "update" and (m["cursor"] == 2 or m["status"]["outcome"] is not None)
    )


def test_a_named_program_plays_and_whatever_it_does_wrong_costs_its_own_game(
    server: Server,
) -> None:
    with server.client() as client:
        answered = play(client, "Good")
        assert (answered["position"]["ply"], answered["names"]) == (2, ["You", "Good"])
        found = {name: play(client, name) for name in ("breaks", "cheats")}
        found["dawdles"] = play(client, "dawdles", limit="100ms")
        again = play(client, "Good")
    assert again["position"]["ply"] == 2
    ends = {name: update["status"]["outcome"] for name, update in found.items()}
    assert {name: (end["winner"], end["reason"]) for name, end in ends.items()} == {
        "breaks": (0, "crash"),
        "cheats": (0, "illegal"),
        "dawdles": (0, "time"),
    }
    assert ends["cheats"]["words"] == "You win by an illegal move of the opponent"
    told = {name: update["nodes"][-1]["comment"] for name, update in found.items()}
    assert "segmentation fault" in told["breaks"]
    assert "after its time was up" in told["dawdles"]


def test_no_client_names_a_program_nor_is_told_one(server: Server) -> None:
    true = 'pbrain(command="touch x")'
    refused = "a page cannot name a program that runs on this machine"
    with server.client() as client:
        for spec in (true, f"careless(search={true})", true.upper(), "x.py", "x.py:A", "cmd:true"):
            answer = client.ask("new_game", game="gomoku", seats=["human", spec])
            assert (answer["code"], answer["words"]) == ("not_supported", refused)
        game = client.new_game("gomoku")["id"]
        assert client.ask("reseat", game=game, seat=1, player=true)["words"] == refused
        asked = {"engine": "a", "where": {"game": game}}
        assert client.ask("analyse", agent=true, **asked)["words"] == refused
        for name in ("good", "Good(command=x)", "Good()"):  # a name, and nothing else
            answer = client.ask("new_game", game="gomoku", seats=["human", name])
            assert answer["code"] == "bad_text", name
        unfit = client.ask("new_game", game="tic_tac_toe", seats=["human", "Good"])
        assert unfit["code"] == "not_supported"
        assert client.ask("reseat", game=game, seat=1, player="Good")["type"] == "ack"
        whole = client.ask("watch", game=game)
    body = {"file": "e.sqlite", "game": "gomoku", "players": ["Good", "random"]}
    assert server.post("/api/arena/run", body)[0] == 400
    status, catalogue = server.get("/api/catalogue")
    assert status == 200
    (named,) = (agent for agent in catalogue["agents"] if agent["name"] == "Good")
    assert (named["options"], named["group"]) == ([], "opponents")
    offered = {game["name"]: game["agents"] for game in catalogue["games"]}
    assert "Good" in offered["gomoku"]
    assert "Good" not in offered["connect_four"]
    assert "fake_pbrain" not in f"{catalogue}{whole}"


def test_a_named_program_is_asked_for_an_analysis(server: Server) -> None:
    where = {"rules": "gomoku", "moves": "h8"}
    with server.client() as client:
        done = client.ask("analyse", engine="a", agent="Good", where=where)
        failed = client.ask("analyse", engine="a", agent="breaks", where=where)
    assert (done["agent"], done["running"], done["complete"]) == ("Good", False, True)
    assert [move["best"] for move in done["moves"]].count(True) == 1
    assert (failed["code"], "segmentation fault" in failed["words"]) == ("failed", True)
    engines = {game["name"]: game["engines"] for game in server.get("/api/catalogue")[1]["games"]}
    assert "Good" in engines["gomoku"]
    assert "Good" not in engines["connect_four"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rapfi", "--engine rapfi: write a name of letters, =, and a player. See inarow serve"),
        ("=random", "write a name of letters"),
        ("a b=random", "write a name of letters"),
        ("Hard=random", "there is a player Hard already"),
        ("pbrain=random", "there is a player pbrain already"),
        ("x=frog", "there is no player 'frog'"),
        ("x=pbrain", "command names a Gomocup engine"),
        ("nobody.py", "nobody: there is no file nobody.py"),
        ("x=cmd:no/such", "no/such: it cannot be started"),
    ],
)
def test_a_wrong_name_is_refused_at_the_start(text: str, words: str) -> None:
    done = inarow("serve", "--port", "0", "--engine", text)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.count("\n") == 1
