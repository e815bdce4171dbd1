"""Signals that are neither lost nor harmful: Ctrl-C, and those that end a process.

A process that is told to end (SIGTERM, or SIGHUP when its terminal is closed) stops as after
Ctrl-C: what it must give back, such as the cursor, is given back, and a game that is being saved is
saved.

They are exceptions that may strike anywhere. If one strikes while Python clears away an object or
is called back from a library, Python prints the exception and forgets it: the program goes on as if
no key had been pressed. `insistent_signals` raises it again a moment later. Python also looks for
signals only when one of them breaks a wait off: one that came just before the wait began would be
noticed at the next key. `noticing_signals` looks ten times a second.

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
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread

from inarow.search.native import notice

_MOMENT = 0.05  # seconds after which whatever swallowed the exception has surely returned
_LOOK = 0.1  # seconds between two looks for signals while a key is waited for


class Signalled(KeyboardInterrupt):
    """The process was told to end by a signal other than Ctrl-C."""

    def __init__(self, signal: int) -> None:
        super().__init__()
        self.signal = signal


def exit_code(stop: BaseException) -> int:
    """The exit code of a program that was interrupted: 130 after Ctrl-C, 143 after SIGTERM."""
    return 128 + (stop.signal if isinstance(stop, Signalled) else signal.SIGINT)


def _end(number: int, _frame: object) -> None:
    raise Signalled(number)


@contextmanager
def interruptible() -> Iterator[None]:
    """While a command runs, signals raise exceptions; those that are ignored stay ignored."""
    handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: _end}
    if hasattr(signal, "SIGHUP"):  # not on Windows
        handlers[signal.SIGHUP] = _end
    before = {one: signal.getsignal(one) for one in handlers}
    try:
        for one, handler in handlers.items():
            if before[one] not in (signal.SIG_IGN, None) and current_thread() is main_thread():
                signal.signal(one, handler)
        with insistent_signals():
            yield
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # Python 3.11, while it makes a class
            raise error.__cause__ from None
        raise
    finally:
        for one in handlers:
            if signal.getsignal(one) is handlers[one]:
                signal.signal(one, before[one])


@contextmanager
def insistent_signals() -> Iterator[None]:
    """Raise a Ctrl-C or another signal again that struck where Python can only print exceptions."""
    report = sys.unraisablehook

    def hear(lost: sys.UnraisableHookArgs) -> None:
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            report(lost)
            return
        again = Timer(_MOMENT, _strike_again, [exit_code(lost.exc_value) - 128])
        again.daemon = True
        again.start()

    sys.unraisablehook = hear
    try:
        yield
    finally:
        sys.unraisablehook = report


def _strike_again(number: int) -> None:
    if hasattr(signal, "pthread_kill"):  # wakes the main thread up, if it sleeps or waits
        signal.pthread_kill(main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


@contextmanager
def noticing_signals() -> Iterator[None]:
    """While a person is asked: a signal that came as the wait for a key began is noticed soon.

    `readline` is the likeliest to miss one, while it shows its prompt or the last key.
    """
    if not hasattr(signal, "SIGALRM") or current_thread() is not main_thread():
        yield
        return
    handler = signal.signal(signal.SIGALRM, lambda *_: None)
    timer = signal.setitimer(signal.ITIMER_REAL, _LOOK, _LOOK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)


@contextmanager
def patient_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C wait for the kernel that is being compiled in this process, if there is one."""
    ours = current_thread() is main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
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
        signal.signal(signal.SIGINT, signal.default_int_handler)
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

    def press(self, _signal: int, _frame: object) -> None:
        again, self.pressed = self.pressed, True
        if again or not any(self._compiles):
            raise KeyboardInterrupt
