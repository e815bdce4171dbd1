"""The command `inarow`, also as `python -m inarow`.

Loading the commands takes a moment, in which Ctrl-C would end in a traceback out of some import.
So before anything is imported Ctrl-C gets a handler that leaves at once: nothing has begun yet.
`interfaces.cli` then looks after it, and at the very end it is this handler again.
"""

# What `signal` is made of: without the enums it is there at once.
import _signal  # type: ignore[import-not-found]
import os
import sys
from _signal import SIGINT, default_int_handler, getsignal, signal


def main() -> None:
    """Run the command line and end the process with its exit code."""
    if getsignal(SIGINT) is default_int_handler:  # else Ctrl-C is ignored, as after `nohup ... &`
        signal(SIGINT, _leave)
    if hasattr(_signal, "pthread_sigmask"):  # not on Windows
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, {SIGINT})  # `scripts/inarow` lets it wait
    from inarow.interfaces.cli import run

    sys.exit(run())


def gomocup() -> None:
    """Be a Gomocup engine: the command `pbrain-inarow`, under a name that managers expect."""
    sys.argv[1:1] = ["engine", "gomocup"]
    main()


def _leave(_signal: int, _frame: object) -> None:
    try:
        os.write(2, b"inarow: stopped\n")
    finally:
        os._exit(130)


if __name__ == "__main__":
    main()
