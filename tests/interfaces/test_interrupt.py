"""Ctrl-C and other signals: at any moment, also while modules load or exceptions get lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import termios
import time
import weakref
from contextlib import closing, nullcontext
from random import Random

import pexpect
import pytest

from command_line import Terminal, environment
from inarow.interfaces.terminal.interrupt import (
    Signalled,
    insistent_ctrl_c,
    interruptible,
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
        for _ in range(12):
            if terminal.child.expect(["inarow: stopped", pexpect.TIMEOUT], timeout=5) == 0:
                break
            os.kill(terminal.process.pid, number)  # readline missed it just after its prompt
        assert termios.tcgetattr(terminal.child.child_fd) == before
        assert terminal.finish() == 128 + number
    assert "Traceback" not in terminal.shown


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


class Thing:
    """Something to clear away."""


def lose_a_ctrl_c() -> None:
    """Ctrl-C while an object is cleared away: Python prints the exception and goes on."""
    thing = Thing()
    ears = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
    del thing
    assert ears() is None


@pytest.mark.parametrize("patient", [False, True])
def test_a_ctrl_c_that_python_swallows_comes_again(
    patient: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    went_on = False
    careful = patient_ctrl_c() if patient else nullcontext()
    with pytest.raises(KeyboardInterrupt), insistent_ctrl_c(), careful:  # noqa: PT012
        lose_a_ctrl_c()
        went_on = True
        time.sleep(30)
        pytest.fail("it did not come again")
    assert went_on
    assert capfd.readouterr().err == ""


def test_other_swallowed_exceptions_are_reported_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: reports.append(str(lost.exc_value)))
    with insistent_ctrl_c():
        thing = Thing()
        ears = weakref.ref(thing, lambda _: 1 // 0)
        del thing
        assert ears() is None
    assert reports == ["integer division or modulo by zero"]
