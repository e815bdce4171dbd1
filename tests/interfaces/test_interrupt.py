"""Ctrl-C and other signals: at any moment, also while modules load or exceptions get lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import termios
import time
import weakref
from collections import deque
from contextlib import closing, nullcontext
from ctypes import CDLL
from itertools import chain
from random import Random
from threading import Event, Timer

import pytest

from command_line import Terminal, environment, killed_in_the_end, warm_kernels
from inarow.interfaces.terminal import progress
from inarow.interfaces.terminal.interrupt import (
    Signalled,
    exit_code,
    insistent_signals,
    interruptible,
    noticing_signals,
    patient_ctrl_c,
)

START = (  # what the installed command does; it tells when its first line, a handler, is done
    "import os, sys; sys.argv[0] = 'inarow'; import inarow.__main__ as command; "
    "handle = command.signal; command.signal = lambda *how: (handle(*how), os.write(1, b'.')); "
    "command.main()"
)
COMMANDS = ("games", "agents", "solve 4453", "analyse tic_tac_toe b2", "review tic_tac_toe b2a1")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def interrupted_start(
    command: str, number: signal.Signals, seconds: float, ours: bool = True
) -> tuple[int, str]:
    """Send a signal some time after the first line of ours; the exit code and what was said.

    What comes before is Python's own, and on a busy machine it may take long; the time counts from
    there if it is not `ours` that is to be struck.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", START, *command.split()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    if ours:
        os.read(process.stdout.fileno(), 1)
    time.sleep(seconds)
    process.send_signal(number)
    _, said = process.communicate(timeout=120)
    return process.returncode, said.decode()


def check_interrupted_starts(
    times: int, seed: int, seconds: float = 1.0, ours: bool = True
) -> None:
    """Signals at random moments end in one line, or in nothing before or after the program.

    While Python itself starts, Ctrl-C ends in a traceback that no program can prevent. Then it must
    not reach into any file of ours.
    """
    warm_kernels()  # nobody is told that something is compiled
    random = Random(seed)
    for _ in range(times):
        command, number = random.choice(COMMANDS), random.choice(SIGNALS)
        moment = random.random() * seconds
        code, said = interrupted_start(command, number, moment, ours)
        where = f"{command}, {number.name} after {moment:.3f} s: {said}"
        if code == 128 + number:
            assert said == "inarow: stopped\n", where
            continue
        if not ours and said.rstrip().endswith("KeyboardInterrupt"):
            assert code in (1, -number), where
            assert "/inarow/" not in said, where
        else:
            assert (code in (0, -number), said) == (True, ""), where


def test_a_signal_at_any_moment_ends_in_one_line() -> None:
    check_interrupted_starts(5, seed=1)


def test_ctrl_c_that_was_held_back_while_python_starts_ends_in_one_line() -> None:
    """As `scripts/inarow` does it: the signal is there before the first line of ours."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from inarow.__main__ import main; main()", "games"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}),
    )
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", b"inarow: stopped\n")
    assert process.returncode == 130


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_in_a_game_gives_the_terminal_back(number: signal.Signals) -> None:
    with closing(Terminal("play", "tic_tac_toe", "--second", "human", fresh=True)) as terminal:
        before = termios.tcgetattr(terminal.child.child_fd)
        terminal.wait_for("to move: ")
        os.kill(terminal.process.pid, number)
        terminal.wait_for("inarow: stopped")
        assert termios.tcgetattr(terminal.child.child_fd) == before
        assert terminal.finish() == 128 + number
    assert "Traceback" not in terminal.shown


def check_ctrl_c_beside_a_key(times: int, seed: int) -> None:
    """Ctrl-C just after a prompt, with another key before it, leaves whatever `readline` does."""
    random = Random(seed)
    for _ in range(times):
        with closing(Terminal("play", "tic_tac_toe", "--second", "human")) as terminal:
            terminal.wait_for("to move: ")
            for key in ("b", "\x03"):
                time.sleep(random.choice((0, random.random() * 0.003)))
                terminal.child.send(key)
            assert terminal.finish() == 130


def test_ctrl_c_beside_a_key_is_never_lost() -> None:
    check_ctrl_c_beside_a_key(10, seed=1)


def test_a_key_that_readline_was_told_of_is_not_thrown_away_by_ctrl_c() -> None:
    with closing(Terminal("play", "tic_tac_toe", "--second", "human")) as terminal:
        terminal.wait_for("to move: ")
        assert termios.tcgetattr(terminal.child.child_fd)[3] & termios.NOFLSH
        terminal.type("exit")
        assert terminal.finish() == 0


def test_a_signal_that_came_just_before_a_wait_is_noticed() -> None:
    reader, writer = os.pipe()
    rescue = Timer(60, os.write, (writer, b"."))
    rescue.start()
    strike, wait = map(CDLL(None)["raise"], [signal.SIGINT]), map(os.read, [reader], [1])
    with pytest.raises(KeyboardInterrupt), interruptible(), noticing_signals():
        deque(chain(strike, wait))  # no Python between the two, which would look for signals
    assert rescue.is_alive(), "it was noticed only after the wait"
    rescue.cancel()
    os.close(reader)
    os.close(writer)


def test_a_signal_that_strikes_as_a_wait_ends_leaves_no_timer_behind() -> None:
    """Which would end the program by SIGALRM as soon as Python puts its handlers away."""
    prompt = noticing_signals()
    with interruptible():
        prompt.__enter__()  # a signal that strikes before the first line of __exit__ skips it all
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), Signalled(signal.SIGTERM)])
def test_a_signal_that_python_turns_into_another_error_is_still_one(
    stop: KeyboardInterrupt,
) -> None:
    """As Python 3.11 does where a class is made of fields, for example while modules load."""

    def fail() -> None:
        try:
            raise stop
        except KeyboardInterrupt as cause:
            raise RuntimeError("Error calling __set_name__") from cause

    with pytest.raises(KeyboardInterrupt) as raised, interruptible():
        fail()
    assert raised.value is stop


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    code = (
        "import signal, os; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from inarow.interfaces.terminal.interrupt import interruptible\n"
        "with interruptible(): os.kill(os.getpid(), signal.SIGHUP); print('alive')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "alive\n"


LOCKING = """
import sys, threading
from concurrent.futures import ThreadPoolExecutor
from inarow.interfaces.terminal.interrupt import exit_code, interruptible

over = threading.Event()
try:
    with interruptible(), ThreadPoolExecutor(1) as pool:
        try:
            work = pool.submit(lambda: over.wait(60))
            print("ready", flush=True)
            while not work.done():  # half of the time in code that takes locks
                over.wait(0)
                for _ in range(50):
                    pass
        finally:
            over.set()
except KeyboardInterrupt as stop:
    sys.exit(exit_code(stop))
"""


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_that_strikes_while_python_takes_a_lock_leaves_none_behind(
    number: signal.Signals,
) -> None:
    """If it struck there and then, one of five such processes would wait for ever."""
    for seed in range(3):
        command = [sys.executable, "-c", LOCKING]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(Random(seed).random() * 0.01)
            process.send_signal(number)
            with killed_in_the_end(process):
                assert process.wait() == 128 + number


def test_a_wait_that_does_not_end_is_broken_off() -> None:
    waited = Event()
    with pytest.raises(Signalled), interruptible():  # noqa: PT012
        Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM)).start()
        waited.wait(60)
    waited.set()


def test_a_line_of_progress_that_is_struck_as_it_appears_is_erased(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[str] = []

    def write(text: str) -> None:
        shown.append(text)
        if text:
            raise KeyboardInterrupt

    monkeypatch.setattr(progress, "rewrite", write)
    with pytest.raises(KeyboardInterrupt), progress.Progress("solving"):
        pytest.fail("it went on")
    assert shown[-1] == ""


class Thing:
    """Something to clear away."""


def lose(number: signal.Signals) -> None:
    """A signal while an object is cleared away: Python prints the exception and goes on."""
    thing = Thing()
    ears = weakref.ref(thing, lambda _: signal.raise_signal(number))
    del thing
    assert ears() is None


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("patient", [False, True])
def test_a_signal_that_python_swallows_comes_again(
    patient: bool, number: signal.Signals, capfd: pytest.CaptureFixture[str]
) -> None:
    went_on = False
    careful = patient_ctrl_c() if patient else nullcontext()
    with pytest.raises(KeyboardInterrupt) as raised, interruptible(), careful:  # noqa: PT012
        lose(number)
        went_on = True
        time.sleep(30)
        pytest.fail("it did not come again")
    assert went_on
    assert exit_code(raised.value) == 128 + number
    assert capfd.readouterr().err == ""


def test_other_swallowed_exceptions_are_reported_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: reports.append(str(lost.exc_value)))
    with insistent_signals():
        thing = Thing()
        ears = weakref.ref(thing, lambda _: 1 // 0)
        del thing
        assert ears() is None
    assert reports == ["integer division or modulo by zero"]
