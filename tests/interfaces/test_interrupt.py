"""Ctrl-C is heard also where Python can only print exceptions."""

from __future__ import annotations

import signal
import sys
import time
import weakref
from contextlib import nullcontext

import pytest

from inarow.interfaces.terminal.interrupt import insistent_ctrl_c, patient_ctrl_c


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
        pytest.fail("nobody came")
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
