"""The first run is kind: who waits for the compiler is told why, and Ctrl-C works meanwhile."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pexpect
import pytest

from command_line import SECONDS, Running, Terminal, environment, inarow, plain, warm_kernels
from inarow.agents.warm_up import STEPS
from inarow.interfaces.terminal import compiling
from inarow.interfaces.terminal.compiling import compiling_notices, home_as_tilde
from inarow.interfaces.terminal.console import Console
from inarow.search.native import notice
from strays import marked_children, processes_with

PREPARE = """
import sys
from threading import Thread
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import Console
from inarow.search.native.notice import Compiling, tell
"""


class Script:
    """A few lines of Python on a pseudo-terminal; `input()` in them waits for `next`."""

    def __init__(self, code: str, echo: bool = False, **env: str | None) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", PREPARE + code],
            env=environment(**env),
            encoding="utf-8",
            timeout=SECONDS,
            echo=echo,
            dimensions=(24, 100),
        )

    def wait_for(self, pattern: str) -> str:
        self.child.expect(pattern)
        return str(self.child.before + self.child.after)

    def next(self) -> None:
        self.child.sendline("")

    def finish(self) -> str:
        self.child.expect(pexpect.EOF)
        rest = str(self.child.before)
        self.child.close()
        assert self.child.exitstatus == 0, rest
        return rest


@pytest.fixture(autouse=True)
def _nothing_said_yet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(compiling, "_said", set())
    yield
    assert not notice.listeners


def on_screen(text: str) -> str:
    """What a line shows in the end: a line that is erased counts no more."""
    return plain(text.split("\x1b[K")[-1])


ONE, TWO = notice.Compiling("one", 1, 2), notice.Compiling("two", 2, 2)


def test_in_a_pipe_one_line_for_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling_notices() as shown:
        for step in (ONE, TWO):
            with notice.telling(step), notice.telling(notice.Compiling("popcount", here=True)):
                assert not shown.visible
    out, err = capsys.readouterr()
    assert out == ""
    first, second = err.splitlines()
    assert first.startswith("inarow: compiling the search, 1 of 2: one (once; kept in ")
    assert second.startswith("inarow: compiling the search, 2 of 2: two (once; kept in ")


def test_nothing_is_said_if_nothing_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling_notices():
        pass
    assert capsys.readouterr() == ("", "")


def test_a_listener_in_another_thread(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling_notices():
        for news in (ONE, None):
            thread = Thread(target=notice.tell, args=(news,))
            thread.start()
            thread.join()
    assert capsys.readouterr().err.count("compiling") == 1


def test_a_line_names_the_step_counts_seconds_and_leaves_no_trace() -> None:
    script = Script(
        "with compiling_notices() as shown:\n"
        "    tell(Compiling('one', 1, 2)); tell(Compiling('grow', here=True)); input()\n"
        "    tell(None); tell(None); tell(Compiling('two', 2, 2)); input()\n"
        "    Console().say('a word'); print(shown.visible); tell(None); print(shown.visible)\n"
        "print('the board')\n"
    )
    script.wait_for(r"compiling the search, 1 of 2: one \.\.\. 0 s \(once")
    script.wait_for(r"one \.\.\. 1 s")
    script.next()
    assert "grow" not in script.wait_for(r"compiling the search, 2 of 2: two \.\.\. [1-9]")
    script.next()
    script.wait_for("a word\r\nTrue\r\n")
    assert on_screen(script.finish()) == "False\nthe board\n"


def test_a_line_that_is_too_long_for_the_terminal_is_cut_and_not_broken() -> None:
    script = Script(
        "with compiling_notices(): tell(Compiling('one ' * 50)); input(); tell(None)\n"
        "print('the board')\n"
    )
    script.wait_for("one " * 10)
    script.next()
    shown = script.finish()
    assert on_screen(shown) == "the board\n"
    assert max(map(len, plain(shown).splitlines())) < 100


def test_plain_lines_on_a_dumb_terminal() -> None:
    code = "with compiling_notices():\n    tell(Compiling('one', 1, 3)); tell(None)\n"
    shown = Script(code, TERM="dumb").finish()
    assert shown.count("compiling the search, 1 of 3: one (once") == 1
    assert "\x1b" not in shown


def test_the_waiting_line_gives_way() -> None:
    script = Script(
        "from inarow.interfaces.terminal import progress; progress.PATIENCE_SECONDS = 0.2\n"
        "with Console().busy('thinking ...'):\n"
        "    tell(Compiling('one', 1, 3)); input(); tell(None)\n"
        "print('the board')\n"
    )
    before = script.wait_for("compiling the search, 1 of 3: one")
    script.next()
    assert "thinking" not in before + script.finish()


def test_the_waiting_line_counts_and_disappears() -> None:
    script = Script(
        "from inarow.interfaces.terminal import progress; progress.PATIENCE_SECONDS = 0.2\n"
        "with Console().busy('thinking ...'): input()\n"
        "print('the board')\n"
    )
    script.wait_for("thinking ... 0 s")
    script.wait_for("thinking ... 1 s")
    script.next()
    assert on_screen(script.finish()) == "the board\n"


def test_what_is_typed_meanwhile_is_kept_and_not_shown() -> None:
    script = Script(
        "from inarow.interfaces.terminal import progress; progress.PATIENCE_SECONDS = 0.2\n"
        "import time\n"
        "with Console().busy('thinking ...'):\n"
        "    print('begun')\n"
        "    time.sleep(2)\n"
        "print('the board')\n"
        "print('read', Console().ask('your move: '))\n",
        echo=True,
    )
    script.wait_for("begun")
    script.child.sendline("h8")
    before = script.wait_for("the board")
    assert "h8" not in before
    assert "thinking ... 1 s" in before
    assert "read h8" in script.finish()


def test_the_home_folder_is_a_tilde(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert home_as_tilde(tmp_path / ".cache" / "inarow") == "~/.cache/inarow"
    assert home_as_tilde(Path("/elsewhere")) == "/elsewhere"


def test_without_a_home_paths_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", homeless)
    assert home_as_tilde(Path("/a/b")) == "/a/b"


def test_the_notice_itself_does_not_need_numba() -> None:
    code = (
        PREPARE
        + "with Console().busy('thinking'): pass\nprint('numba' in sys.modules, 'rich.live' "
        "in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


def test_asking_and_saying_work_without_any_notice() -> None:
    Console().say()


# With a cold cache: waiting is interrupted as soon as it begins, because a compiler takes its time.

COLD = {
    "analyse --json --agent mcts": "1 of 1: Monte Carlo tree search",
    "analyse tic_tac_toe": "1 of 3: Gomoku engine",
    "review tic_tac_toe b2a1": "1 of 3: Gomoku engine",
    "puzzle tic_tac_toe": "1 of 2: Monte Carlo tree search",
    "arena run --game tic_tac_toe --player mcts --player alphabeta": "1 of 2: Monte Carlo",
    "bench random-connect --json": "1 of 1: random games",
    "solve --no-book 4453": "1 of 1: Connect Four solver",
    "play --first mcts --second mcts": "1 of 1: Monte Carlo tree search",
    "warm-up": f"1 of {len(STEPS)}: Gomoku engine",
}
"""What is waited for, if nothing is compiled."""


@pytest.mark.parametrize("command", COLD)
def test_who_waits_is_told_how_far_it_is_and_a_signal_ends_it(
    command: str, tmp_path: Path, thorough: bool
) -> None:
    """Every run sends each command one of the signals, in turn."""
    warm_kernels()  # the server of forks would else be started with the mark
    ways = (signal.SIGINT, signal.SIGTERM)
    for number in ways if thorough else ways[list(COLD).index(command) % 2 :][:1]:
        folder = tmp_path / number.name
        folder.mkdir()
        check_signal_while_compiling(command, number, folder)


def check_signal_while_compiling(command: str, number: signal.Signals, folder: Path) -> None:
    with marked_children() as mark, contextlib.chdir(folder):
        running = Running(*command.split(), NUMBA_CACHE_DIR=str(folder))
        said = [running.err.readline()]
        if said[0].startswith("The games are kept"):
            said = [running.err.readline()]
        os.kill(running.process.pid, number)
        done = running.finish()
    assert said[0].startswith(f"inarow: compiling the search, {COLD[command]}")
    assert said[0].endswith(f" (once; kept in {folder}/inarow/kernels)\n")
    assert done.code == 128 + number
    assert done.err.startswith("inarow: stopped")
    assert done.err.count("\n") == 1
    assert "failed" not in done.out
    if "--json" in command:
        assert done.out == ""
    assert processes_with(mark) == [], "nothing compiles on"
    assert not list(folder.rglob("*.step")), "it did not wait for the compiler"


@pytest.mark.parametrize("agent", ["mcts", "alphabeta"])
def test_ctrl_c_while_a_terminal_shows_what_is_compiled(agent: str, tmp_path: Path) -> None:
    terminal = Terminal("analyse", "--agent", agent, NUMBA_CACHE_DIR=str(tmp_path))
    terminal.wait_for("compiling the search, 1 of 1: ")
    terminal.press("c")
    assert terminal.finish() == 130
    assert on_screen(terminal.shown) == "inarow: stopped\n"
    assert "failed" not in terminal.text


def test_a_hint_says_what_it_waits_for(tmp_path: Path) -> None:
    players = ("--first", "human", "--second", "human")
    terminal = Terminal("play", "tic_tac_toe", *players, NUMBA_CACHE_DIR=str(tmp_path))
    terminal.wait_for("to move: ")
    terminal.type("hint", r"compiling the search, 1 of 3: Gomoku engine \.\.\. \d+ s")
    terminal.press("c")
    assert terminal.finish() == 130


def test_a_warm_start_says_nothing() -> None:
    done = inarow("analyse", "--agent", "mcts(simulations=100)", "--json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["path"] == "kernel, falling stones in one word"
