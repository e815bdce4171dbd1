"""Two people on two screens: only the owner of a seat moves, and a taken seat stays taken."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import expect

from interfaces.web.browser import Screen
from web_server import Client, Server

A, B, C = ("a" * 43, "b" * 43, "c" * 43)


@pytest.fixture
def three(server: Server) -> Iterator[tuple[Client, Client, Client]]:
    """The creator, a guest and somebody else."""
    with ExitStack() as stack:
        one, two, other = (stack.enter_context(server.client()) for _ in range(3))
        yield one, two, other


def begin(client: Client, **more: Any) -> tuple[str, str]:
    """A game on two screens: its id, and the invitation to the second seat."""
    game = client.new_game("tic_tac_toe", mine={"seat": 0, "key": A}, **more)
    assert game["taken"] == [True, False]
    assert not game["takeback"]
    seated = client.ask("sit", game=game["id"], key=A)
    assert seated["seats"] == [0]
    return game["id"], seated["invitation"]


def move(client: Client, game: str, at: int, text: str) -> str:
    """What comes of a move: `ack`, or the words of the refusal."""
    answer = client.ask("move", game=game, at=at, move=text)
    return str(answer.get("words", answer["type"]))


def test_only_the_owner_of_a_seat_moves_and_a_taken_seat_stays_taken(
    server: Server, three: tuple[Client, Client, Client]
) -> None:
    one, two, other = three
    game, invitation = begin(one)
    for client in (two, other):
        client.ask("watch", game=game)
    assert "you are watching" in move(two, game, 0, "b2")
    assert move(one, game, 0, "b2") == "ack"
    assert move(one, game, 1, "a1") == "it is not your turn"
    wrong = two.ask("sit", game=game, key=B, invitation="x" * 43)
    assert wrong["words"] == "this seat is taken: you can watch"
    seated = two.ask("sit", game=game, key=B, invitation=invitation, name="Bob")
    assert (seated["seats"], seated["invitation"]) == ([1], None)
    assert one.next(lambda m: m.get("why") == "sit")["taken"] == [True, True]
    stolen = other.ask("sit", game=game, key=C, invitation=invitation)
    assert stolen["code"] == "not_allowed"
    assert other.ask("sit", game=game, key=C)["seats"] == []
    assert "you are watching" in move(other, game, 1, "a1")
    assert move(two, game, 1, "a1") == "ack"
    assert move(two, game, 1, "a1") == "ack"  # sent again, as after a lost connection

    forbidden: dict[str, dict[str, Any]] = {
        "take_back": {},
        "goto": {"node": 0},
        "promote": {"node": 1},
        "pause": {"paused": True},
        "reseat": {"seat": 1, "player": "random"},
        "step": {},
        "speed": {"delay": 1.0},
    }
    for command, fields in forbidden.items():
        assert two.ask(command, game=game, **fields)["code"] == "not_allowed", command
    assert server.call("DELETE", f"/api/games/{game}", None)[0] == 409
    assert two.ask("resign", game=game, seat=0)["words"] == "this seat is not yours"
    assert other.ask("resign", game=game)["code"] == "not_allowed"
    assert two.ask("resign", game=game)["type"] == "ack"  # although the other one is to move
    over = one.next(lambda m: m.get("why") == "resign")["status"]["outcome"]
    assert over["winner"] == 0
    assert move(one, game, 2, "c3") == "the game is not changed in hindsight"


def test_a_key_brings_the_seat_back_and_the_rematch_is_for_the_same_two(
    server: Server, three: tuple[Client, Client, Client]
) -> None:
    one, two, other = three
    game, invitation = begin(one, names=["Ada", ""])
    two.ask("watch", game=game)
    two.ask("sit", game=game, key=B, invitation=invitation, name="Bob")
    one.close()
    with server.client() as again:
        view = again.ask("watch", game=game)["game"]
        assert view["names"] == ["Ada", "Bob"]
        assert again.ask("sit", game=game, key=A)["seats"] == [0]
        assert move(again, game, 0, "b2") == "ack"
        again.ask("resign", game=game)
        assert other.ask("rematch", game=game)["code"] == "not_allowed"
        rematch = again.ask("rematch", game=game)["game"]
        followed = two.next(lambda m: m["type"] == "followed")
        assert followed["next"] == rematch["id"]
        assert rematch["names"] == ["Bob", "Ada"]
        assert again.ask("sit", game=rematch["id"], key=A)["seats"] == [1]
        two.ask("watch", game=rematch["id"])
        assert two.ask("sit", game=rematch["id"], key=B)["seats"] == [0]


def test_secrets_are_kept_as_hashes_and_shown_to_nobody(server: Server, client: Client) -> None:
    game, invitation = begin(client)
    _, shown = server.get(f"/api/games/{game}")
    _, text = server.get(f"/api/games/{game}/export?form=record")
    _, listed = server.get("/api/library")
    for said in map(str, (shown, text, listed, client.waiting)):
        assert A not in said
        assert invitation not in said
    with sqlite3.connect(server.database) as db:
        (state,) = db.execute("SELECT state FROM games WHERE id=?", (game,)).fetchone()
    db.close()
    assert A not in state
    for bad in ({"seat": 0, "key": "short"}, {"seat": 2, "key": A}):
        refused = client.ask("new_game", game="tic_tac_toe", seats=["human", "human"], mine=bad)
        assert refused["code"] == "bad_message"
    machine = client.ask(
        "new_game", game="tic_tac_toe", seats=["random", "human"], mine={"seat": 0, "key": A}
    )
    assert "a machine sits there" in machine["words"]


def test_two_people_play_on_two_screens_and_a_reload_keeps_the_seat(
    screen: Screen, server: Server, client: Client
) -> None:
    page = screen.open("#gallery?game=tic_tac_toe")
    page.get_by_role("button", name="Two people, a screen each").click()
    seats = page.get_by_role("region", name="Seats")
    expect(seats).to_contain_text("You play X. Send this link")
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Screens").select_option("1")
    dialog.get_by_role("button", name="Start the game").click()
    expect(dialog).to_be_hidden()
    expect(seats).to_contain_text("You play O. Send this link")
    expect(seats).to_contain_text("known on this machine only")
    expect(page.locator(".player.o")).to_have_text("Player 2 (you)")
    link = page.get_by_label("Link for the other player").input_value()
    game, invitation = link.split("id=")[1].split("&seat=")
    cell = page.get_by_role("button", name="b2, empty")
    expect(cell).to_have_attribute("aria-disabled", "true")  # the other one begins

    client.ask("watch", game=game)
    assert client.ask("sit", game=game, key=B, invitation=invitation)["seats"] == [0]
    expect(seats).to_contain_text("You play O.")
    expect(page.get_by_label("Link for the other player")).to_be_hidden()
    assert move(client, game, 0, "a1") == "ack"
    cell.click()
    expect(page.get_by_role("button", name="b2, O, last stone")).to_be_visible()
    page.reload()
    expect(seats).to_contain_text("You play O.")
    assert move(client, game, 2, "a2") == "ack"
    page.get_by_role("button", name="c3, empty").click()
    expect(page.get_by_role("button", name="c3, O, last stone")).to_be_visible()

    screen.forget()  # somebody else with the same link only watches
    page = screen.open(f"#play?id={game}&seat={invitation}")
    expect(page.locator(".toast")).to_contain_text("this seat is taken")
    expect(seats).to_contain_text("You are watching")
    expect(page.get_by_role("button", name="Resign")).to_be_hidden()
