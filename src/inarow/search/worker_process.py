"""What every process that searches for another one does first.

Ctrl-C reaches all processes of a terminal at once; it is the business of the main one, which ends
the others. If the main one is gone without having done so, because it was killed, a thread notices
at once, also in the middle of a search: kernels run beside Python.
"""

from __future__ import annotations

import os
import signal
from multiprocessing import connection, parent_process
from threading import Thread


def begin_worker() -> None:
    """Leave Ctrl-C to the main process, and end when that one ends, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
