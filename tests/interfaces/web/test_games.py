"""Games over a real socket: moves, branches, taking back, ends, clocks, dice, machines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inarow.registry import agents as registered
from inarow.registry import load_agent, load_game
from web_server import Client, Server


def play(client: Client, game: str, moves: str) -> int:
    """Play a move string one by one from the start; the last node."""
    node = 0
    for move in moves:
        answer = client.ask("move", game=game, at=node, move=move)
        assert answer["type"] == "ack", answer
        node = answer["node"]
    return node


def test_a_position_tells_all_that_a_page_draws(client: Client) -> None:
    view = client.new_game("connect_four(rows=4,cols=5,k=3)")["position"]
    assert view["board"] == ["....."] * 4
    assert view["shape"]["col_labels"] == ["1", "2", "3", "4", "5"]
    assert [move["text"] for move in view["legal"]] == ["1", "2", "3", "4", "5"]
    assert view["legal"][2] == {
        "action": 2,
        "text": "3",
        "cell": [3, 2],
        "sends": [],
        "chance": None,
    }
    assert view["words"] == "X to move"


def test_two_people_play_to_a_win(client: Client) -> None:
    game = client.new_game("connect_four", names=["Ada", "Bob"])
    play(client, game["id"], "1212121")
    update = client.update(7)
    assert update["status"]["waiting"] == "nobody"
    assert update["status"]["words"] == "Ada wins with a line"
    assert update["position"]["outcome"]["lines"] == [[[2, 0], [3, 0], [4, 0], [5, 0]]]
    refused = client.ask("move", game=game["id"], at=7, move="3")
    assert refused["code"] == "not_allowed"


def test_a_move_that_is_sent_twice_is_played_once(client: Client) -> None:
    game = client.new_game("tic_tac_toe")["id"]
    first = client.ask("move", game=game, at=0, move="b2")
    again = client.ask("move", game=game, at=0, move="b2")
    assert first["node"] == again["node"] == 1
    client.ask("move", game=game, at=1, move="a1")
    assert client.ask("move", game=game, at=0, move="b2")["node"] == 1
    assert len(client.ask("watch", game=game)["game"]["nodes"]) == 3


def test_a_branch_is_made_and_both_lines_stay(client: Client) -> None:
    game = client.new_game("tic_tac_toe")["id"]
    for at, move in ((0, "a1"), (1, "b2"), (0, "b2"), (3, "a1")):
        client.ask("move", game=game, at=at, move=move)
    view = client.ask("watch", game=game)["game"]
    assert [(node["id"], node["parent"]) for node in view["nodes"]] == [
        (0, None),
        (1, 0),
        (2, 1),
        (3, 0),
        (4, 3),
    ]
    assert view["cursor"] == 4
    promoted = client.ask("promote", game=game, node=4)["game"]
    assert [node["id"] for node in promoted["nodes"]] == [0, 3, 4, 1, 2]
    assert client.ask("goto", game=game, node=2)["node"] == 2
    assert client.ask("look", game=game, node=4)["position"]["moves"] == "b2a1"


def test_taking_back_goes_to_my_own_move(client: Client) -> None:
    game = client.new_game("connect_four", "human", "random", seed=1)["id"]
    client.ask("move", game=game, at=0, move="4")
    client.update(2)
    client.ask("take_back", game=game)
    assert client.next(lambda m: m.get("why") == "take_back")["cursor"] == 0
    assert client.ask("take_back", game=game)["code"] == "not_allowed"


def test_taking_back_can_be_off(client: Client) -> None:
    game = client.new_game("connect_four", takeback=False)["id"]
    client.ask("move", game=game, at=0, move="4")
    for command, more in (("take_back", {}), ("goto", {"node": 0}), ("move", {"at": 0})):
        fields: dict[str, Any] = {"move": "3"} if command == "move" else {}
        answer = client.ask(command, game=game, **more, **fields)
        assert answer["code"] == "not_allowed", command
    client.ask("resign", game=game)
    assert client.ask("goto", game=game, node=0)["type"] == "ack"


def test_resigning_and_a_rematch_with_seats_swapped(client: Client) -> None:
    game = client.new_game("connect_four", "human", "random", seed=3, names=["Ada", "machine"])
    client.ask("resign", game=game["id"])
    update = client.next(lambda m: m.get("why") == "resign")
    assert update["status"]["words"] == "machine wins by resignation"
    again = client.ask("rematch", game=game["id"], swap=True)["game"]
    assert again["seats"] == ["random", "human"]
    assert again["rematch_of"] == game["id"]
    assert client.update(1)["position"]["to_move"] == 1


def test_what_is_not_mine_to_do_is_refused(client: Client) -> None:
    game = client.new_game("connect_four", "random", "random", paused=True)["id"]
    assert client.ask("move", game=game, at=0, move="4")["code"] == "not_allowed"
    assert client.ask("resign", game=game)["code"] == "not_allowed"
    mine = client.new_game("connect_four")["id"]
    assert client.ask("move", game=mine, at=0, move="9")["code"] == "illegal"
    assert client.ask("move", game=mine, at=5, move="4")["code"] == "unknown_node"
    assert client.ask("keep", game=mine)["code"] == "not_allowed"
    assert client.ask("step", game=mine)["code"] == "not_allowed"
    assert client.ask("watch", game="nobody")["code"] == "unknown_game"


def test_machines_can_be_stepped_and_let_go(client: Client) -> None:
    game = client.new_game("tic_tac_toe", "random", "random", seed=5, paused=True)
    assert game["status"]["waiting"] == "paused"
    client.ask("step", game=game["id"])
    assert client.update(1)["status"]["waiting"] == "paused"
    client.ask("speed", game=game["id"], delay=0.0)
    client.ask("pause", game=game["id"], paused=False)
    done = client.next(lambda m: m["type"] == "update" and m["status"]["waiting"] == "nobody")
    assert done["status"]["outcome"] is not None


def test_the_same_seed_gives_the_same_game(client: Client) -> None:
    def moves() -> str:
        client.new_game("random_drop(rows=4,cols=4,k=3)", "random", "random", seed=11)
        done = client.next(lambda m: m["type"] == "update" and m["status"]["waiting"] == "nobody")
        text: str = done["position"]["moves"]
        return text

    first = moves()
    assert first
    assert moves() == first


def test_dice_are_shown(client: Client) -> None:
    game = client.new_game("random_drop", seed=2)["id"]
    assert client.ask("move", game=game, at=0, move="?")["type"] == "ack"
    update = client.update(1)
    assert update["status"]["waiting"] == "dice"
    assert sum(move["chance"] for move in update["position"]["legal"]) == pytest.approx(1)
    for number in (2, 3):  # the stone of the caller and the forced one
        rolled = client.update(number)
        assert rolled["why"] == "dice"
        assert rolled["nodes"][0]["dice"]
    assert rolled["status"]["waiting"] == "human"


def test_nine_boards_tell_where_a_move_sends(client: Client) -> None:
    view = client.ask("setup", game="nine_board(first_move=free)", moves="553")["position"]
    assert view["active"] == [[0, 2]]
    assert view["legal"][4]["cell"] == [1, 7]
    assert view["legal"][4]["sends"] == [[1, 1]]
    start = client.ask("setup", game="nine_board(first_move=free)")["position"]
    assert start["legal"][8] == {
        "action": 8,
        "text": "9",
        "cell": None,
        "sends": [[2, 2]],
        "chance": None,
    }


def test_a_clock_that_runs_out_ends_the_game(client: Client) -> None:
    game = client.new_game("connect_four", clock={"bank": 0.2, "increment": 0.0})
    assert game["status"]["clocks"]["running"] == 0
    done = client.next(lambda m: m["type"] == "update")
    assert done["why"] == "time"
    assert done["status"]["words"] == "Player 2 wins on time"


def test_an_increment_is_added_after_the_move(client: Client) -> None:
    game = client.new_game("connect_four", clock={"bank": 1000.0, "increment": 500.0})
    client.ask("move", game=game["id"], at=0, move="4")
    clocks = client.update(1)["status"]["clocks"]
    assert clocks["left"][0] > 1900
    assert clocks["running"] == 1


def test_everybody_who_watches_is_told(server: Server, client: Client) -> None:
    game = client.new_game("connect_four")["id"]
    with server.client() as other:
        assert other.ask("watch", game=game)["game"]["cursor"] == 0
        client.ask("move", game=game, at=0, move="4")
        assert other.update(1)["version"] == client.update(1)["version"] == 1
        other.ask("move", game=game, at=1, move="4")
        assert client.update(2)["version"] == 2
        other.ask("unwatch", game=game)
        client.ask("move", game=game, at=2, move="4")
        assert other.ask("watch", game=game)["game"]["cursor"] == 3
        assert not [m for m in other.waiting if m.get("cursor") == 3]


def test_a_seat_can_change_in_the_middle(client: Client) -> None:
    game = client.new_game("connect_four")["id"]
    client.ask("move", game=game, at=0, move="4")
    client.ask("reseat", game=game, seat=1, player="random")
    assert client.update(2)["names"] == ["Player 1", "random"]


def test_an_engine_replies(client: Client) -> None:
    game = client.new_game("connect_four", "human", "mcts(simulations=50)", seed=1)["id"]
    client.ask("move", game=game, at=0, move="4")
    assert client.update(1)["status"]["words"] == "mcts (simulations 50) (O) is thinking"
    assert client.update(2)["nodes"][0]["seconds"] > 0


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("4453", "4453"),
        ("1. 4 4 2. 5 (2. 3 3) 5 *", "4455"),
        ('[Game "tic_tac_toe"]\n\n1. b2 a1 *', "b2a3"),
        ('{"format": "inarow-record", "version": 1, "game": "gomoku", "moves": ["h8"]}', "h8"),
        ("(;GM[4]SZ[15];B[hh];W[ig](;B[aa])(;B[bb]))", "h8i9a15"),
        ("Piskvorky 20x20, 11:11, 0\r\n8,8,120\r\n9,7,31\r\n0", "h13i14"),
    ],
)
def test_pasted_text_is_opened(client: Client, text: str, moves: str) -> None:
    game = client.ask("open_text", text=text)["game"]
    assert game["position"]["moves"] == moves
    assert game["seats"] == ["human", "human"]


def test_a_game_goes_to_other_programs_as_sgf(client: Client, server: Server) -> None:
    game = client.ask("open_text", text="h8i9", game="gomoku")["game"]
    status, text = server.get(f"/api/games/{game['id']}/export?form=sgf")
    assert status == 200
    assert ";B[hh];W[ig])" in text
    assert client.ask("open_text", text=text)["game"]["position"]["moves"] == "h8i9"
    columns = client.new_game("connect_four")["id"]
    status, words = server.get(f"/api/games/{columns}/export?form=sgf")
    assert status == 400
    assert "SGF holds games on free cells" in words["words"]


def test_pasted_nonsense_is_refused_in_words(client: Client) -> None:
    answer = client.ask("open_text", text="hello world")
    assert answer["code"] == "bad_text"
    assert "'h'" in answer["words"] or "hello" in answer["words"]
    assert client.ask("open_text", text="{}")["code"] == "bad_text"


@pytest.mark.parametrize("form", ["moves", "position", "record", "json"])
def test_an_export_can_be_opened_again(server: Server, client: Client, form: str) -> None:
    game = client.ask("open_text", text="1. b2 a1 2. c3 (2. a3) *", game="tic_tac_toe")["game"]
    status, text = server.get(f"/api/games/{game['id']}/export?form={form}")
    assert status == 200
    pasted = text if isinstance(text, str) else json.dumps(text)
    again = client.ask("open_text", text=pasted, game="tic_tac_toe")["game"]
    assert again["position"]["board"] == game["position"]["board"]
    if form in ("record", "json"):
        assert len(again["nodes"]) == len(game["nodes"])


def test_a_resigned_game_ends_where_it_was_resigned(server: Server, client: Client) -> None:
    game = client.new_game("connect_four")["id"]
    play(client, game, "4455")
    client.ask("take_back", game=game)
    client.ask("take_back", game=game)
    client.ask("resign", game=game)
    _, moves = server.get(f"/api/games/{game}/export?form=moves")
    _, record = server.get(f"/api/games/{game}/export?form=record")
    assert moves == "44"
    assert record.split("\n\n")[1].split() == ["1.", "4", "4", "0-1"]


def test_comments_are_kept(client: Client) -> None:
    game = client.new_game("connect_four")["id"]
    client.ask("move", game=game, at=0, move="4")
    client.ask("comment", game=game, node=1, text="the best start")
    assert client.ask("watch", game=game)["game"]["nodes"][1]["comment"] == "the best start"


def test_comments_that_are_pasted_are_cleaned_line_by_line(server: Server) -> None:
    remark = "two\nlines\x1b[2J\u202e " + "x" * 9000
    text = f'[Game "tic_tac_toe"]\n\n1. b2 {{{remark}}} *'
    status, game = server.post("/api/import", {"text": text})
    assert status == 201
    assert game["nodes"][1]["comment"] == "two\nlines " + "x" * 9000


def test_games_leave_the_memory_when_their_last_watcher_is_gone(server: Server) -> None:
    with server.client() as client, server.client() as other:
        games = [client.new_game("tic_tac_toe", "human", "random")["id"] for _ in range(3)]
        other.ask("watch", game=games[0])
        client.ask("unwatch", game=games[1])
        server.wait_until_health("games", 2)  # what a test before has left goes first
    server.wait_until_health("games", 0)


def test_the_catalogue_says_whom_to_play_and_whom_to_ask(server: Server) -> None:
    found = server.get("/api/catalogue")[1]
    assert found["first"] == {"game": "connect_four", "seats": ["human", "level(3)"]}
    games = {game["name"]: game for game in found["games"]}
    assert games["connect_four"]["engines"][:2] == ["judge", "perfect"]
    assert games["connect_four"]["compared"] == ["perfect", "mcts(simulations=none)", "minimax"]
    assert games["gomoku"]["compared"][0] == "gomoku(seconds=none)"
    groups = {agent["name"]: agent["group"] for agent in found["agents"]}
    assert groups["hard"] == "opponents"
    assert groups["classic-gomoku"] == groups["randobot"] == "originals"
    for game in found["games"]:
        assert not {"human", "random", "randobot"} & set(game["engines"])


@pytest.mark.parametrize(
    ("spec", "plays"), [("mnk(rows=7,cols=7,k=5)", True), ("mnk(rows=8,cols=8,k=5)", False)]
)
def test_the_server_says_who_plays_a_board(server: Server, spec: str, plays: bool) -> None:
    status, found = server.get(f"/api/players?game={spec}")
    assert status == 200
    game = load_game(spec)
    able = [name for name in registered() if load_agent(name).supports(game)]
    assert found["agents"][: len(able)] == able, "then come programs of this server"
    assert ("perfect" in found["engines"]) == ("perfect" in found["agents"]) == plays
    with server.client() as client:
        answer = client.ask("new_game", game=spec, seats=["human", "perfect"])
    assert answer["type"] == ("game" if plays else "error")
    if not plays:
        assert answer["code"] == "not_supported"


def test_players_of_boards_that_are_none_are_refused(server: Server) -> None:
    for spec in ("chess", "mnk(rows=0)", "mnk(rows=100,cols=100)"):
        status, answer = server.get(f"/api/players?game={spec}")
        assert status >= 400
        assert answer["words"]
