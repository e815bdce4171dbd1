"""Becomes another program that has limits and dies with the process that started it.

    python launch.py MEGABYTES NICENESS PROGRAM ARGUMENTS...

A file that stands alone: it is run by its path and imports nothing of the package, so that it is
gone within some milliseconds. Limits are set here, in the new process, because setting them between
fork and exec of a program with threads is not safe.
"""

import os
import sys
from contextlib import suppress


def limit_memory(megabytes: int) -> None:
    """Let the system refuse more memory than this; where it cannot be limited, nothing happens."""
    try:
        import resource
    except ImportError:  # Windows
        return
    # What a program fills, where that can be counted (Linux); otherwise all that it maps.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    wanted, (_, most) = megabytes << 20, resource.getrlimit(kind)
    limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    with suppress(ValueError, OSError):  # macOS has the limit but does not always take it
        resource.setrlimit(kind, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def die_with_parent() -> None:
    """Ask Linux to kill this process when its parent is gone, even if that was killed.

    Elsewhere a program has to notice that its input has ended. (Linux means the thread that started
    the process: one that goes on as long as its children are needed should start them.)
    """
    if sys.platform == "linux":
        import ctypes
        import signal

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def main() -> None:
    """Set the limits and become the program."""
    megabytes, niceness, *program = sys.argv[1:]
    limit_memory(int(megabytes))
    os.nice(int(niceness))
    die_with_parent()
    try:
        os.execvp(program[0], program)
    except OSError as error:
        sys.exit(f"{program[0]}: {error.strerror}")


if __name__ == "__main__":
    main()
