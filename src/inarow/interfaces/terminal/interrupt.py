"""Signals that are neither lost nor harmful: Ctrl-C, and those that end a process.

A process that is told to end (SIGTERM, or SIGHUP when its terminal is closed) stops as after
Ctrl-C: what it must give back, such as the cursor, is given back, and a game that is being saved is
saved.

They are exceptions that may strike anywhere. If one strikes while Python clears away an object or
is called back from a library, Python prints the exception and forgets it: the program goes on as if
no key had been pressed. `insistent_signals` raises it again a moment later. If one strikes while
Python is about to take a lock for an `Event`, a `Future` or a `Popen`, that lock may never be given
back, and whoever wants it next waits for ever: `_strike` lets Python leave such code first. Python
also looks for signals only when one of them breaks a wait off: one that came just before the wait
began would be noticed at the next key. `noticing_signals` looks ten times a second.

Kernels are compiled by another process, which ends when the one that waits is interrupted. Where
that is impossible (`search/seam.py`) they are compiled here, and a compiler that is interrupted
anywhere may answer with an error that has nothing to do with Ctrl-C. Then Ctrl-C waits for the next
moment at which nothing is half done, the beginning of the next kernel, at most a second or two.
Pressed a second time it does not wait.
"""

from __future__ import annotations

import _thread
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from time import sleep
from types import CodeType, FrameType

from inarow.search.native import notice

_MOMENT = 0.05  # seconds after which whatever swallowed the exception has surely returned
_LOOK = 0.1  # seconds between two looks for signals while a key is waited for
_HOLDS_LOCKS = {
    "concurrent.futures._base",
    "concurrent.futures.thread",
    "logging",
    "queue",
    "subprocess",
    "threading",
}
"""Modules of Python that take locks in more than one step."""
_INSTANT = 0.001  # seconds after which they have probably returned
_LOOKS = 20  # so often at the same place: they wait, and a wait may be broken off


class Signalled(KeyboardInterrupt):
    """The process was told to end by a signal other than Ctrl-C."""

    def __init__(self, signal: int) -> None:
        super().__init__()
        self.signal = signal


def exit_code(stop: BaseException) -> int:
    """The exit code of a program that was interrupted: 130 after Ctrl-C, 143 after SIGTERM."""
    return 128 + (stop.signal if isinstance(stop, Signalled) else signal.SIGINT)


_place: tuple[CodeType, int] | None = None
_looks = 0
"""Where the signal of this moment was put off the last time, and how often it was there."""


def _strike(number: int, frame: FrameType | None) -> None:
    """Raise what a signal means; if Python is taking a lock, a little later."""
    global _place, _looks
    if frame is not None and frame.f_globals.get("__name__") in _HOLDS_LOCKS:
        place = frame.f_code, frame.f_lasti
        _place, _looks = place, _looks + 1 if place == _place else 1
        if _looks < _LOOKS:
            with suppress(RuntimeError):  # no thread can be started
                _strike_again(number, _INSTANT)
                return
    _place = None
    raise KeyboardInterrupt if number == signal.SIGINT else Signalled(number)


def _strike_again(number: int, seconds: float) -> None:
    """Send a signal to the main thread, a little later."""

    def send() -> None:
        sleep(seconds)
        if hasattr(signal, "pthread_kill"):  # wakes the main thread up, if it sleeps or waits
            signal.pthread_kill(main_thread().ident or 0, number)
        else:
            _thread.interrupt_main(signal.Signals(number))

    _thread.start_new_thread(send, ())  # a Thread would take locks to start


@contextmanager
def interruptible() -> Iterator[None]:
    """While a command runs, signals raise exceptions; those that are ignored stay ignored."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]  # Windows: two
    before = {one: signal.getsignal(one) for one in signals}
    try:
        for one in signals:
            if before[one] not in (signal.SIG_IGN, None) and current_thread() is main_thread():
                signal.signal(one, _strike)
        with insistent_signals():
            yield
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # Python 3.11, while it makes a class
            raise error.__cause__ from None
        raise
    finally:
        for one in signals:
            if signal.getsignal(one) is _strike:
                signal.signal(one, before[one])
        if hasattr(signal, "SIGALRM") and signal.getsignal(signal.SIGALRM) is _look:
            signal.setitimer(signal.ITIMER_REAL, 0)  # a signal struck as a wait was to end
            signal.signal(signal.SIGALRM, signal.SIG_DFL)


@contextmanager
def insistent_signals() -> Iterator[None]:
    """Raise a Ctrl-C or another signal again that struck where Python can only print exceptions."""
    report = sys.unraisablehook

    def hear(lost: sys.UnraisableHookArgs) -> None:
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            report(lost)
            return
        _strike_again(exit_code(lost.exc_value) - 128, _MOMENT)

    sys.unraisablehook = hear
    try:
        yield
    finally:
        sys.unraisablehook = report


@contextmanager
def noticing_signals() -> Iterator[None]:
    """While a person is asked: a signal that came as the wait for a key began is noticed soon.

    `readline` is the likeliest to miss one, while it shows its prompt or the last key.
    """
    if not hasattr(signal, "SIGALRM") or current_thread() is not main_thread():
        yield
        return
    handler = signal.signal(signal.SIGALRM, _look)
    timer = signal.setitimer(signal.ITIMER_REAL, _LOOK, _LOOK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)


def _look(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: Python looks for all signals when one of them breaks a wait off."""


@contextmanager
def patient_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C wait for the kernel that is being compiled in this process, if there is one."""
    ours = current_thread() is main_thread()
    usual = signal.getsignal(signal.SIGINT)
    if not ours or usual not in (signal.default_int_handler, _strike):
        yield  # another part of the program looks after Ctrl-C
        return
    patience = _Patience()
    signal.signal(signal.SIGINT, patience.press)
    try:
        with notice.listening(patience.hear):
            yield
    except Exception:
        if patience.pressed:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, usual)
    if patience.pressed:
        raise KeyboardInterrupt


class _Patience:
    """Knows whether Ctrl-C was pressed, and whether it would strike a compiler."""

    def __init__(self) -> None:
        self.pressed = False
        self._compiles: list[bool] = []

    def hear(self, news: notice.Compiling | None) -> None:
        if current_thread() is not main_thread():
            return
        if news is None:
            del self._compiles[-1:]
            return
        if self.pressed:
            raise KeyboardInterrupt
        self._compiles.append(news.here)

    def press(self, number: int, frame: FrameType | None) -> None:
        again, self.pressed = self.pressed, True
        if again or not any(self._compiles):
            _strike(number, frame)
