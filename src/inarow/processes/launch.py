"""Become another program that has limits and dies with the process that started it.

    python launch.py MEGABYTES NICENESS PROGRAM ARGUMENTS...
    python launch.py keep PARENT MEGABYTES NICENESS PROGRAM ARGUMENTS...     foreign code, on Linux
    python launch.py how                                                     prints how it is kept

This file stands alone: it is run by its path and imports nothing of the package, so that it takes
only some milliseconds. Limits are set here, in the new process, because setting them between
fork and exec of a program with threads is not safe.

With `keep` this process stays, as the keeper of the program. When the program ends, when the
process that started the keeper is gone, or at SIGTERM, everything that the program has started ends
as well, whatever it did to get away: fork twice, lead a session of its own, ignore signals.

    keeper ---- program ---- its children ---- theirs ...

Linux knows two ways:

- **namespace**: the program lives in a PID namespace. Its first process, between the keeper and the
  program, buries orphans; when that one ends, the kernel kills all others. Processes inside cannot
  name one outside, so they can neither stop nor kill their keeper or the rest of an event. root may
  make a namespace; for Python players any user may, where user namespaces are allowed.
- **subreaper**: orphans become children of the keeper, which kills its descendants until there are
  none. Code that kills the keeper first gets away.

The system's limit of memory holds for each process; the keeper watches that of all together. At
SIGUSR1 it makes them all stand still, at SIGUSR2 they go on.
"""

import ctypes
import os
import select
import signal
import sys
import time
from contextlib import suppress
from typing import NoReturn

_DEATH_SIGNAL, _SUBREAPER = 1, 36  # of prctl
_NEW_USER, _NEW_PID = 0x10000000, 0x20000000  # of unshare
_LOOK_SECONDS = 0.25
"""How often the keeper looks how much memory is used."""
NOT_STARTED = 127
"""The exit code in place of a program that could not be started, as in shells."""
TOO_MUCH_MEMORY = int(getattr(signal, "SIGRTMAX", 0))
"""The signal that ends a keeper whose program took too much memory: one that nobody else sends."""
_HEARD, _PASSED_ON = set[int](), dict[int, int]()
if sys.platform != "win32" and hasattr(signal, "SIGUSR1"):
    _PASSED_ON = {signal.SIGUSR1: signal.SIGSTOP, signal.SIGUSR2: signal.SIGCONT}
    _HEARD = {signal.SIGCHLD, signal.SIGTERM, *_PASSED_ON}


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


def die_with_parent(how: signal.Signals | None = None) -> None:
    """Ask Linux for a signal (SIGKILL) to this process when its parent is gone, even if killed.

    Elsewhere a program has to notice that its input has ended. (Linux means the thread that started
    the process: one that goes on as long as its children are needed should start them.)
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, how or signal.SIGKILL)


def become(megabytes: str, niceness: str, *program: str) -> NoReturn:
    """Set the limits and become the program."""
    limit_memory(int(megabytes))
    os.nice(int(niceness))
    die_with_parent()
    try:
        os.execvp(program[0], program)
    except OSError as error:
        print(f"{program[0]}: {error.strerror}", file=sys.stderr)
        sys.exit(NOT_STARTED)


def enter_namespace(program: str) -> bool:
    """Let the children of this process live in a PID namespace, if we may."""
    if ctypes.CDLL(None).unshare(_NEW_PID) == 0:  # root
        return True
    # In a user namespace, root's files seem to belong to nobody, which ssh, for one, refuses.
    if program != sys.executable:
        return False
    # It may be forbidden halfway, by AppArmor for one, and there is no way back: a child tries.
    child = os.fork()
    if not child:
        with suppress(OSError):
            _enter_as_user()
            os._exit(0)
        os._exit(1)
    if os.waitpid(child, 0)[1]:
        return False
    _enter_as_user()
    return True


def _enter_as_user() -> None:
    """Enter a user namespace, in which any user may make others, under the same name."""
    user, group = os.getuid(), os.getgid()
    if ctypes.CDLL(None).unshare(_NEW_USER | _NEW_PID):
        raise PermissionError
    maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
    for name, text in maps.items():
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def keep(parent: str, *limited: str) -> NoReturn:
    """Start a program and stay with it; leave as the program did, when nothing is left of it."""
    unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, {*_HEARD, signal.SIGINT})
    inside = enter_namespace(limited[2])
    ctypes.CDLL(None).prctl(_SUBREAPER, 1)
    die_with_parent(signal.SIGTERM)
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        if inside:
            _be_first(writer)
        os.close(writer)
        signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        become(*limited)
    os.close(writer)
    _let_go()
    status = None if os.getppid() == int(parent) else 0  # it was gone before we could ask
    while status is None:
        status = _watched(child, int(limited[0]) << 20)
    _end_descendants()
    told = os.read(reader, 20)  # by the first process of the namespace, about the program
    _leave_like(int(told) if told and status != TOO_MUCH_MEMORY else status)


def _be_first(writer: int) -> None:
    """Be the first process of a namespace; returns in a new process that shall be the program."""
    die_with_parent()
    watch = select.poll()
    watch.register(writer)
    if watch.poll(0)[0][1] & select.POLLERR:
        os._exit(1)  # the keeper was gone before we could ask
    program = os.fork()
    if program:
        _let_go()
    while program:
        ended, status = os.wait()
        if ended == program:
            os.write(writer, b"%d" % status)
            os._exit(0)  # and the kernel kills everything else


def _let_go() -> None:
    """Leave the pipes to the program alone, so that their other ends notice when it closes them."""
    for pipe in range(3):
        os.close(pipe)


def _watched(child: int, most: int) -> int | None:
    """Wait for a moment; how the child ended, or has to end, or None."""
    heard = signal.sigtimedwait(_HEARD, _LOOK_SECONDS)
    if heard is not None and heard.si_signo == signal.SIGTERM:
        return int(signal.SIGTERM)
    if heard is not None and heard.si_signo in _PASSED_ON:
        _signal_descendants(_PASSED_ON[heard.si_signo])
    if heard is None and _memory("status", "Rss") > most and _memory("smaps_rollup", "Pss_") > most:
        return TOO_MUCH_MEMORY
    return _bury(child)


def _bury(child: int) -> int | None:
    """Take note of all children that have ended; how this one did."""
    found = None
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            found = ended[1] if ended[0] == child else found
    return found


def _end_descendants() -> None:
    """Kill all that is left, again and again until nothing is."""
    with suppress(ChildProcessError):
        while True:
            for process in _descendants():
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
            time.sleep(0.002)


def _signal_descendants(number: int) -> None:
    """Send all that stem from this process a signal, those that were started meanwhile as well."""
    told = set[int]()
    while new := set(_descendants()) - told:
        for process in new:
            with suppress(ProcessLookupError):
                os.kill(process, number)
        told |= new


def _descendants() -> list[int]:
    """The processes that stem from this one, without those that have ended."""
    found: list[int] = []
    open_ends = [os.getpid()]
    while open_ends:
        parent = open_ends.pop()
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{thread}/children") as file:
                    open_ends += map(int, file.read().split())
        found.append(parent)
    return found[1:]


def _memory(file_name: str, kind: str) -> int:
    """Bytes that all descendants have filled; what they share counts once for Pss, not for Rss."""
    counted, total = (f"{kind}Anon:", f"{kind}Shmem:"), 0
    for process in _descendants():
        with suppress(OSError), open(f"/proc/{process}/{file_name}") as file:
            total += sum(int(line.split()[1]) for line in file if line.startswith(counted))
    return 1024 * total


def _leave_like(status: int) -> NoReturn:
    """End as the program did, by the same signal or with the same code."""
    if os.WIFSIGNALED(status):
        how = os.WTERMSIG(status)
        if how != signal.SIGKILL:
            signal.signal(how, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.kill(os.getpid(), how)
    os._exit(os.waitstatus_to_exitcode(status))


def run() -> None:
    """What this file does as a program."""
    if sys.argv[1] == "how":
        print("namespace" if enter_namespace(sys.executable) else "subreaper")
    elif sys.argv[1] == "keep":
        keep(*sys.argv[2:])
    else:
        become(*sys.argv[1:])


if __name__ == "__main__":
    run()
