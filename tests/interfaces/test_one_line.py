"""The package as a person meets it at Python's prompt: help, natural mistakes, a game, an event."""

from __future__ import annotations

import copy
import pickle
import pydoc
import re
import subprocess
import sys
from typing import Any

import pytest

import inarow
from command_line import environment


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("solver", "did you mean inarow.solve?"),
        ("Connect4", 'write inarow.load_game("connect_four")'),
        ("ConnectFour", 'write inarow.load_game("connect_four")'),
        ("TicTacToe", 'write inarow.load_game("tic_tac_toe")'),
        ("gomoku", 'write inarow.load_game("gomoku")'),
        ("load_player", "did you mean inarow.load_agent?"),
        ("mcts", 'write inarow.load_agent("mcts")'),
        ("analyze", "did you mean inarow.analyse?"),
        ("Board", "did you mean inarow.position?"),
        ("limit", "did you mean inarow.Limit?"),
        ("explain", "did you mean inarow.analyse?"),
        ("puzzle", "inarow puzzle, on the command line, has them"),
        ("env", 'import inarow.adapters.rl, then gymnasium.make("inarow/connect_four-v0")'),
        ("lode_game", "did you mean inarow.load_game?"),
    ],
)
def test_a_natural_mistake_is_answered_with_what_would_be_right(name: str, words: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(inarow, name)
    assert str(caught.value) == f"module 'inarow' has no attribute {name!r}: {words}"


AGENT: Any = inarow.load_agent("mcts(simulations=50,seed=1)")
STATE = inarow.position("4453")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: AGENT.play(STATE), "MctsPlayer has no 'play': write agent.choose(state), whose"),
        (lambda: AGENT.analyse(STATE), "write inarow.analyse(state, agent=agent)"),
        (lambda: AGENT.xyzzy, "MctsPlayer has no 'xyzzy'"),
        (lambda: AGENT.choose("4453"), "write agent.choose(inarow.position('4453'))"),
        (lambda: AGENT.choose(STATE.game), "write agent.choose(game.initial_state())"),
        (lambda: AGENT.choose(inarow.Record("gomoku")), "write agent.choose(record.state)"),
        (lambda: AGENT.choose(STATE, 2.0), 'not 2.0: write "2s"'),
        (lambda: AGENT.choose(STATE, seconds=2), 'choose has no seconds: a limit is limit="2s"'),
        (lambda: AGENT.choose(STATE).move, "Decision has no 'move': write decision.action"),
        (lambda: inarow.solve("4453").words, "Analysis has no 'words': write analysis.value.words"),  # type: ignore[attr-defined]
        (lambda: inarow.Record("gomoku").winner, "write record.outcome.winner, once it is over"),  # type: ignore[attr-defined]
        (lambda: inarow.Limit("2s"), 'a limit of seconds is a number, not a text: write "2s"'),  # type: ignore[arg-type]
        (lambda: inarow.load_game("connect for"), "did you mean connect_four?"),
        (lambda: inarow.play("level(3)"), "there is no game 'level'; level is a player"),
        (lambda: inarow.load_agent("level 3"), "(key=value,...): write level(3)"),
        (lambda: inarow.solve(STATE, "2s"), "'2s' is no move: a limit is named so: limit='2s'"),
        (lambda: inarow.load_agent("gomoku_"), "did you mean gomoku"),
        (lambda: inarow.load_agent("connect_four"), "connect_four is a game"),
        (lambda: inarow.play_match(AGENT, AGENT), "a match has two players"),
        (lambda: inarow.play_match(AGENT, AGENT, AGENT), 'a game is named, as "connect_four"'),
        (lambda: inarow.tournament(["random", "mcts"]), 'a game is named, as "connect_four"'),  # type: ignore[arg-type]
        (lambda: inarow.train(games=-1), "training takes some games, not -1"),
        (lambda: inarow.save_record(STATE, "x.txt"), "a record is saved, not ConnectFourState"),  # type: ignore[arg-type]
    ],
)
def test_a_mistaken_call_is_answered_with_what_to_write(call: Any, words: str) -> None:
    with pytest.raises((AttributeError, inarow.InarowError)) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_can_only_be_meant_one_way_works() -> None:
    assert inarow.load_game("Connect Four(rows=7)") == inarow.load_game("connect_four", rows=7)
    decision = AGENT.choose(STATE, "20sims")
    assert decision.nodes == 20
    assert repr(decision) == f"<Decision: action {decision.action}, {decision.value.words}>"
    copied = pickle.loads(pickle.dumps(copy.deepcopy(decision)))
    assert copied == decision
    assert copy.deepcopy(AGENT) == AGENT
    players = inarow.load_agent("random(seed=1)"), inarow.load_agent("random(seed=2)")
    event = inarow.tournament("tic_tac_toe", *players, rounds=1, workers=0)
    assert event.complete
    assert "random(seed=2)" in str(event)
    assert len(str(event).splitlines()) > 3
    solved = inarow.solve("tic_tac_toe", "b2a3")
    assert (solved.best, solved.value) == (solved.moves[0], solved.decision.value)
    found = inarow.score("random", "tic_tac_toe", positions=5)
    assert (found.good, found.perfect) == (found.whole.good, found.whole.perfect)


@pytest.mark.parametrize("name", ["xyzzy", "__wrapped__", "_ipython_display_"])
def test_what_nobody_can_have_meant_gets_no_advice(name: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(inarow, name)
    assert str(caught.value) == f"module 'inarow' has no attribute {name!r}"


def test_a_module_that_is_not_imported_yet_says_so() -> None:
    code = "import inarow\ntry: inarow.arena\nexcept AttributeError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("has no attribute 'arena' yet: write import inarow.arena\n")


def test_help_begins_with_a_page_that_names_what_there_is() -> None:
    shown = pydoc.plain(pydoc.render_doc(inarow))
    page = shown.split("PACKAGE CONTENTS")[0]
    for name in ("position", "solve", "analyse", "review", "play", "widget", "picture"):
        assert f"{name}(...)" in page
    for part in ("GAMES AND POSITIONS", "PLAYERS AND MATCHES", "RECORDS", "NOTEBOOKS", "ERRORS"):
        assert part in page
    assert len(page.splitlines()) < 70
    assert "analyse(" in shown.split("PACKAGE CONTENTS")[1]


def typed(answers: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run Python code, and answer its questions."""
    return subprocess.run(
        [sys.executable, "-c", code],
        input=answers,
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )


def test_play_at_a_terminal_is_the_game_of_the_command() -> None:
    code = (
        "import inarow\n"
        "record = inarow.play('tic_tac_toe', 'random(seed=1)')\n"
        "print(type(record).__name__, record.moves[:2])"
    )
    done = typed("b2\nexit\n", code)
    assert "Goodbye. Continue with: " in done.stdout
    assert done.stdout.endswith("Record b2\n")
    assert done.stderr == ""


def test_play_takes_a_player_that_is_an_object_or_a_function() -> None:
    code = (
        "import inarow\n"
        "class Last:\n"
        "    name = 'last'\n"
        "    def supports(self, game): return True\n"
        "    def choose(self, state, limit=None, on_info=None):\n"
        "        return inarow.Decision(state.legal_actions()[-1])\n"
        "def first(state): return state.legal_actions()[0]\n"
        "for player in (Last(), first):\n"
        "    record = inarow.play('tic_tac_toe', player)\n"
        "    print(record.moves, record.tags['Second'])"
    )
    done = typed("b2\nexit\nb2\nexit\n", code)
    assert "Goodbye. The moves so far: b2c1\n" in done.stdout
    assert "\nb2c1 last\n" in done.stdout
    assert done.stdout.endswith("b2a3 first\n")


def test_play_lets_two_machines_play(capsys: pytest.CaptureFixture[str]) -> None:
    record = inarow.play("tic_tac_toe", "random(seed=1)", "random(seed=2)")
    assert isinstance(record, inarow.Record)
    assert record.outcome is not None
    assert capsys.readouterr().out.count("random") >= 5


def test_a_tournament_is_one_call() -> None:
    players = ["random", "minimax(depth=2)"]
    found = inarow.tournament("tic_tac_toe", players, rounds=3, workers=0, name="club")
    assert (found.tally.total, found.complete, found.event.name) == (6, True, "club")
    game = inarow.load_game("tic_tac_toe")
    again = inarow.tournament(game, players, rounds=3, workers=0, name="club")
    assert again.tally == found.tally
    with pytest.raises(inarow.BadOption, match="players"):
        inarow.tournament("tic_tac_toe", ["random"], workers=0)
    with pytest.raises(inarow.InarowError, match="rnds"):
        inarow.tournament("tic_tac_toe", players, rnds=3)


@pytest.mark.parametrize("name", ["connect_four", "gomoku", "nine_board", "random_drop", "pop_out"])
def test_a_wrong_name_on_a_game_or_a_position_is_answered_with_what_would_be_right(
    name: str,
) -> None:
    game: Any = inarow.load_game(name)
    state: Any = game.initial_state()
    for thing, wrong, right in (
        (game, "play", "write game.initial_state().play"),
        (game, "push", "a position is game.initial_state()"),
        (state, "push", "write state.play(action)"),
        (state, "is_terminal", "write state.outcome"),
    ):
        with pytest.raises(AttributeError, match=re.escape(right)):
            getattr(thing, wrong)
    assert not hasattr(state, "whatever")
    assert copy.deepcopy(state) == pickle.loads(pickle.dumps(state)) == state
