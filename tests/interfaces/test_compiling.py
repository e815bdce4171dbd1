"""The first run is kind: who waits for the compiler is told why, and Ctrl-C works meanwhile."""

from __future__ import annotations

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

from command_line import SECONDS, Running, Terminal, environment, inarow, plain
from inarow.interfaces.terminal import compiling
from inarow.interfaces.terminal.compiling import compiling_notices, home_as_tilde
from inarow.interfaces.terminal.console import Console
from inarow.search.native import notice

PREPARE = """
import sys
from threading import Thread
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import Console
from inarow.search.native.notice import tell
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
    return plain(text.split("\x1b[2K")[-1])


def test_in_a_pipe_one_line_once(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        with compiling_notices() as shown:
            for kernel in ("grow", "select"):
                notice.tell(kernel)
                notice.tell("popcount")
                notice.tell(None)
                notice.tell(None)
            assert not shown.visible
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("inarow: compiling the search (once; kept in ")
    assert err.count("\n") == 1


def test_nothing_is_said_if_nothing_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling_notices():
        pass
    assert capsys.readouterr() == ("", "")


def test_a_listener_in_another_thread(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling_notices():
        for kernel in ("grow", None):
            thread = Thread(target=notice.tell, args=(kernel,))
            thread.start()
            thread.join()
    assert capsys.readouterr().err.count("compiling") == 1


def test_a_spinner_names_the_kernel_and_leaves_no_trace() -> None:
    script = Script(
        "with compiling_notices():\n"
        "    tell('grow'); tell('select'); input(); tell(None); tell(None)\n"
        "print('the board')\n"
    )
    script.wait_for("compiling the search: select .once; kept in .*kernels")
    script.next()
    assert on_screen(script.finish()) == "the board\n"


def test_one_spinner_over_the_gaps_until_all_is_quiet() -> None:
    script = Script(
        "with compiling_notices() as shown:\n"
        "    tell('one'); tell(None)\n"
        "    print(shown.visible); input()\n"
        "    thread = Thread(target=tell, args=('two',)); thread.start(); thread.join()\n"
        "    print(shown.visible); tell(None); input()\n"
        "    Console().say('the board')\n"
        "    print(shown.visible); tell('three'); print(shown.visible); tell(None)\n"
        "print('done')\n"
    )
    script.wait_for("True")
    script.next()
    script.wait_for("True")
    script.next()
    assert on_screen(script.wait_for("the board")) == "the board"
    script.wait_for("False")
    script.wait_for("True")
    assert on_screen(script.finish()) == "done\n"


def test_a_spinner_goes_by_itself_after_a_moment_of_silence() -> None:
    script = Script(
        "from time import sleep\n"
        "with compiling_notices() as shown:\n"
        "    tell('one'); tell(None)\n"
        "    while shown.visible: sleep(0.01)\n"
        "    print('still thinking')\n"
    )
    assert on_screen(script.finish()) == "still thinking\n"


def test_no_spinner_on_a_dumb_terminal() -> None:
    script = Script("with compiling_notices():\n    tell('grow'); tell(None)\n", TERM="dumb")
    shown = script.finish()
    assert shown.count("compiling the search (once") == 1
    assert "\x1b" not in shown


def test_the_waiting_line_gives_way() -> None:
    script = Script(
        "from inarow.interfaces.terminal import progress; progress.PATIENCE_SECONDS = 0.2\n"
        "with Console().busy('thinking ...'):\n"
        "    tell('grow'); input(); tell(None)\n"
        "print('the board')\n"
    )
    before = script.wait_for("compiling the search: grow")
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


# With a cold cache: the compiler is interrupted as soon as it begins, because it takes its time.


@pytest.mark.parametrize("agent", ["mcts", "alphabeta"])
def test_ctrl_c_while_a_terminal_shows_the_spinner(agent: str, tmp_path: Path) -> None:
    terminal = Terminal("analyse", "--agent", agent, NUMBA_CACHE_DIR=str(tmp_path))
    terminal.wait_for("compiling the search: ")
    terminal.press("c")
    assert terminal.finish() == 130
    assert on_screen(terminal.shown) == "inarow: stopped\n"
    assert "failed" not in terminal.text


@pytest.mark.parametrize(
    "args",
    [("analyse", "--json", "--agent", "mcts"), ("play", "--first", "mcts", "--second", "mcts")],
    ids=["analyse", "play"],
)
def test_ctrl_c_in_a_pipe(args: tuple[str, ...], tmp_path: Path) -> None:
    running = Running(*args, NUMBA_CACHE_DIR=str(tmp_path))
    first = running.err.readline()
    assert first == f"inarow: compiling the search (once; kept in {tmp_path}/inarow/kernels)\n"
    os.kill(running.process.pid, signal.SIGINT)
    done = running.finish()
    assert (done.code, done.err) == (130, "inarow: stopped\n")
    assert "failed" not in done.out
    if "--json" in args:
        assert done.out == ""


def test_a_warm_start_says_nothing() -> None:
    done = inarow("analyse", "--agent", "mcts(simulations=100)", "--json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["path"] == "kernel, falling stones in one word"
