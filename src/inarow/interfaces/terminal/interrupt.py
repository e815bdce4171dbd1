"""Ctrl-C while kernels are compiled.

A compiler that is interrupted anywhere may answer with an error that has nothing to do with Ctrl-C,
and one that works in another thread does not hear of it at all. So Ctrl-C waits for the next moment
at which nothing is half done, the beginning of the next kernel, at most a second or two. Pressed a
second time it does not wait.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

from inarow.kernels import notice

__all__ = ["patient_ctrl_c"]


@contextmanager
def patient_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C wait for the kernel that is being compiled, if there is one."""
    ours = current_thread() is main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # somebody else looks after Ctrl-C
        return
    depth, pressed = 0, False

    def hear(kernel: str | None) -> None:
        nonlocal depth
        if current_thread() is main_thread():
            depth += 1 if kernel is not None else -1
        if pressed and kernel is not None:
            raise KeyboardInterrupt

    def press(_signal: int, _frame: object) -> None:
        nonlocal pressed
        again, pressed = pressed, True
        if again or depth <= 0:
            raise KeyboardInterrupt

    notice.listeners.append(hear)
    signal.signal(signal.SIGINT, press)
    try:
        yield
    except Exception:
        if pressed:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        notice.listeners.remove(hear)
    if pressed:
        raise KeyboardInterrupt
