"""Modules of the page alone, in a real browser: what they do when messages come late or never."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from interfaces.web.browser import Screen
from test_docs import ROOT, install_plugin
from web_server import Server

FAKE_SOCKET = """
class FakeSocket {
    static CLOSED = 3;
    static all = [];
    sent = [];
    constructor() { FakeSocket.all.push(this); }
    send(text) { this.sent.push(JSON.parse(text)); }
    hear(message) { this.onmessage({ data: JSON.stringify(message) }); }
}
window.WebSocket = FakeSocket;
window.setTimeout = (work) => work(); // pauses are over at once
"""

FAKE_SESSION = """
class FakeSession {
    asked = [];
    game = { id: "one", game: "connect_four", seats: ["human", "human"] };
    position = { legal: [], outcome: null, dice: false, to_move: 0 };
    shown = 1;
    known = [];
    chances = new Map();
    socket = {
        on() {},
        send: (type, more) => this.asked.push({ type, ...more }),
        ask: (command, each) =>
            new Promise((done, failed) => this.asked.push({ ...command, each, done, failed })),
    };
    line() { return [0, 1]; }
    know(node) { this.known.push(node); }
    tell() {}
}
"""


def run(screen: Screen, fake: str, script: str) -> Any:
    """What a script returns that has a stand-in for a part of the page."""
    return screen.alone("async () => {" + fake + script + "}")


def test_what_was_not_answered_is_sent_again_after_a_lost_connection(screen: Screen) -> None:
    found = run(
        screen,
        FAKE_SOCKET,
        """
            const { Socket } = await import("/js/socket.js");
            const socket = new Socket("ws://nowhere");
            const [first] = FakeSocket.all;
            first.hear({ type: "hello" });
            const lost = [];
            const fail = (error) => lost.push(error.code);
            const ask = (type, each) => socket.ask({ type }, each).catch(fail);
            const move = ask("move");
            ask("look").then((answer) => (socket.looked = answer.node));
            ask("new_game");
            ask("analyse", () => {});
            first.hear({ type: "position", re: 2, node: 7 });
            await null;
            first.onclose();
            const second = FakeSocket.all[1];
            second.hear({ type: "hello" });
            second.hear({ type: "ack", re: 1, node: 9 });
            const { node } = await move;
            const sent = second.sent.map((message) => [message.type, message.re]);
            return { node, looked: socket.looked, lost, sent };""",
    )
    assert found["sent"] == [["move", 1]]  # with its old number, and nothing that was answered
    assert (found["node"], found["looked"]) == (9, 7)
    assert found["lost"] == ["lost", "lost"]  # a second new game would be one too many


def test_a_message_before_anybody_listens_is_not_lost(screen: Screen) -> None:
    found = run(
        screen,
        FAKE_SOCKET,
        """
            const { Socket } = await import("/js/socket.js");
            const socket = new Socket("ws://nowhere");
            const [first] = FakeSocket.all;
            first.hear({ type: "hello" });
            for (const words of ["1 of 5", "2 of 5"]) first.hear({ type: "warming", words });
            const told = [];
            socket.on("warming", ({ words }) => told.push(words));
            first.hear({ type: "warming", words: null });
            return told;""",
    )
    assert found == ["2 of 5", None]


def test_a_late_report_about_another_game_or_position_is_not_shown(screen: Screen) -> None:
    found = run(
        screen,
        FAKE_SESSION,
        """
            const { Engines } = await import("/js/engines.js");
            const { games } = await import("/js/spec.js");
            const session = new FakeSession();
            games.splice(0, Infinity, { name: "connect_four", engines: ["judge"], compared: [] });
            const engines = new Engines(session, () => {});
            const moves = [{ value: { kind: "proven" } }];
            const part = (chance) => ({ running: true, moves, value: { chance } });
            const shown = () => engines.slots[0].result?.value.chance ?? null;
            const results = [];
            engines.reset();
            engines.toggle(true);
            const [first] = session.asked;
            first.each(part(1));
            results.push(shown());
            session.shown = 2; // the game goes on
            engines.look();
            results.push(shown());
            first.each(part(2)); // late: kept for its own position only
            results.push(shown());
            session.shown = 1;
            engines.look();
            results.push(shown());
            session.game = { ...session.game, id: "two" };
            engines.reset();
            first.each(part(3)); // about a game that was left
            results.push(shown());
            return { results, known: session.known };""",
    )
    assert found["results"] == [1, None, None, 2, None]
    assert found["known"] == [1, 1]


def test_an_engine_that_has_to_leave_stops_thinking(screen: Screen) -> None:
    found = run(
        screen,
        FAKE_SESSION,
        """
            const { Engines } = await import("/js/engines.js");
            const { games } = await import("/js/spec.js");
            const session = new FakeSession();
            games.splice(0, Infinity,
                { name: "connect_four", engines: ["judge", "mcts"], compared: ["mcts", "minimax"] },
                { name: "gomoku", engines: ["alphabeta"], compared: [] },
            );
            const engines = new Engines(session, () => {});
            const heard = [];
            const after = (step, work) => {
                session.asked.length = 0;
                work();
                heard.push([step, session.asked.map(({ type, engine }) => `${type} ${engine}`)]);
            };
            engines.reset();
            after("analyse", () => engines.toggle(true));
            engines.on = false; // whoever comes now has nothing to do
            after("choose", () => engines.choose(0, "mcts"));
            after("go on", () => engines.go());
            after("the same", () => engines.choose(0, "mcts"));
            after("compare", () => engines.compare(true));
            engines.on = false;
            session.game = { ...session.game, id: "two", game: "gomoku" };
            after("another game", () => engines.reset());
            engines.seat(["alphabeta"]);
            engines.toggle(true);
            session.asked.at(-1).failed(new Error("the engine did not answer in time"));
            await new Promise((done) => setTimeout(done));
            heard.push([engines.slots[0].failed, [engines.running(), engines.waiting]]);
            after("once more", () => engines.go());
            return heard;""",
    )
    assert found == [
        ["analyse", ["analyse engine0"]],
        ["choose", ["stop engine0"]],
        ["go on", ["analyse engine0"]],
        ["the same", ["analyse engine0"]],
        ["compare", ["analyse engine0", "analyse engine1", "analyse engine2"]],
        ["another game", ["stop engine0", "stop engine1", "stop engine2"]],
        ["the engine did not answer in time", [False, True]],
        ["once more", ["analyse engine0"]],
    ]


def test_bounds_are_called_neither_a_chance_nor_exact(screen: Screen) -> None:
    found = run(
        screen,
        "",
        """
            const { brief, spoken } = await import("/js/values.js");
            const open = { kind: "bound", unit: "stones", result: null, chance: 0.5 };
            const win = { kind: "proven", result: "win", plies: 7, chance: 1 };
            const told = (value) => [brief(value, 0).big, brief(value, 0).small, spoken(value, 0)];
            return [open, win, { ...win, at_most: true }].map(told);""",
    )
    assert found == [
        ["?", "", "not known yet, bound"],
        ["win", "in 7", "win in 7, proven"],
        ["win", "in ≤7", "win in at most 7, proven"],
    ]


def test_an_opened_sequence_stays_when_late_reasons_arrive(screen: Screen) -> None:
    found = run(
        screen,
        "",
        """
            const { Why } = await import("/js/why.js");
            const answers = [];
            const socket = { ask: () => new Promise((done) => answers.push(done)) };
            const session = { socket, game: { id: 1 }, shown: 0, position: {} };
            const why = new Why(session, () => {}, { show() {}, enter() {} });
            const moves = ["h8", "i9"].map((text, player) => ({ text, player }));
            const items = (words) => ({ items: [{ words, kind: "forced", moves }] });
            const settle = () => new Promise((done) => setTimeout(done));
            why.follow(null);
            answers[0](items("early"));
            await settle();
            why.follow("h8"); // asks again; the sequence is opened before the answer comes
            why.list.querySelector("button").click();
            answers[1](items("late"));
            await settle();
            const held = why.list.innerText;
            why.point("h8");
            await settle();
            return [held.includes("early"), why.list.querySelectorAll(".line-steps").length];""",
    )
    assert found == [True, 0]


def test_a_new_game_stops_the_review_of_the_old_one(screen: Screen) -> None:
    found = run(
        screen,
        FAKE_SESSION,
        """
            const { Review } = await import("/js/learn.js");
            const session = new FakeSession();
            const review = new Review(session, () => {});
            const value = { chance: 1, kind: "proven" };
            const move = { node: 1, parent: 0, chance: 1, verdict: "blunder", value };
            review.reset(); // nothing runs: nobody is told to stop
            const run = review.run().catch(() => {});
            const [asked] = session.asked;
            asked.each({ running: true, done: 1, total: 2, moves: [move], words: "" });
            const before = [review.running, review.sign(1)];
            review.reset();
            asked.each({ running: true, done: 2, total: 2, moves: [move], words: "late" });
            asked.failed(new Error("stopped"));
            await run;
            const after = [review.running, review.sign(1), review.words];
            const asked_for = session.asked.map(({ type, engine }) => [type, engine]);
            return { before, after, asked: asked_for };""",
    )
    assert found["before"] == [True, "??"]
    assert found["after"] == [False, "", ""]
    assert found["asked"] == [["review", "review"], ["stop", "review"]]


def test_a_game_of_another_package_is_played_on_the_page(
    screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game and the player of docs/plugins.md, which inarow knows nothing of."""
    plugin = tmp_path / "plugin"
    plugin.mkdir()
    install_plugin(ROOT / "docs" / "plugins.md", plugin)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}{os.pathsep}{plugin}")
    with Server(tmp_path / "games.db", "--engines", "1", anew=True) as server:
        screen.forget(server.address)
        page = screen.open("#play?game=ring(cells=5)&first=human&second=greedy")
        expect(page.get_by_role("heading", level=1)).to_have_text("ring")
        page.get_by_role("button", name="column 2, row 1, empty").click()
        expect(page.locator(".tree .move")).to_have_count(2)
        page.keyboard.press("n")
        dialog = page.get_by_role("dialog", name="New game")
        expect(dialog.get_by_role("spinbutton", name="cells")).to_have_value("5")
        dialog.get_by_label("Second (O)").select_option("human")
        dialog.get_by_role("button", name="Start the game").click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        for cell in "14253":
            page.keyboard.press(cell)
        expect(page.locator(".player.won")).to_have_count(1)
        page.get_by_role("link", name="All games", exact=True).click()
        # Its card is made from what it says.
        page.get_by_role("link", name="ring", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("ring")
        expect(page.locator("figure .drawing")).to_have_count(1)
        expect(page.get_by_role("region", name="Rules by example")).to_contain_text("cells")
        page.get_by_role("link", name="Puzzles").click()
        choices = page.get_by_role("combobox", name="Game").locator("option")
        assert "ring" not in choices.all_inner_texts()  # nobody can make puzzles of it
        screen.forget()
