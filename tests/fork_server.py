"""Real processes without the time that Python takes to start: forks of one that is ready.

    test                            server, one for all workers of pytest
    ----                            ---------------------------------------------------------
                                    imports every command, loads every kernel, then waits
    start(["-m", "inarow"])  ---->  fork  ---->  child: `python -m inarow`, with its own
    pid  <-----------------------------------    streams, environment and folder
    exit code  <------------------  child has ended

A child is a process of its own: what it does to signals, streams or caches dies with it. It begins
as a new Python would, with everything imported already; so a test of importing or of the
environment that Python itself reads starts a fresh Python instead. With `anew` only what others
wrote, such as Numba, is imported already: the child imports `inarow` in its own environment.

Whatever ends the process that started the server, be it SIGKILL, ends the server, and the end of
the server ends all children.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import random
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

AVAILABLE = hasattr(os, "fork") and hasattr(os, "pidfd_open")
OWNER = "INAROW_TESTS_FORK_SERVER"
"""The variable that tells workers which process started the server that they share."""
BARE = "INAROW_TESTS_BARE_SERVER"
"""The variable that lets a server load nothing, for tests of the server itself."""
_CHUNK = 1 << 20
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl


class Child:
    """A process that the server started for us."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lines = connection.makefile("rb")  # both numbers may arrive at once
        number = self._lines.readline()
        assert number, "the fork server has ended; see what it wrote"
        self.pid = int(number)
        self.returncode: int | None = None

    def wait(self, timeout: float | None) -> int:
        """Its exit code, as `subprocess` counts; after `timeout` seconds it is killed."""
        if self.returncode is None:
            self._connection.settimeout(timeout)
            try:
                self.returncode = int(self._lines.readline())
            except TimeoutError:
                self.kill()
                raise
            self._lines.close()
            self._connection.close()
        return self.returncode

    def kill(self) -> None:
        """End it, if it still runs."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.wait(None)


def start(
    args: Sequence[str],
    env: Mapping[str, str],
    streams: Sequence[int],
    terminal: bool = False,
    owner: int | None = None,
    folder: str | None = None,
    anew: bool = False,
) -> Child:
    """Start `python` with these arguments.

    Args:
        args: a script, or `-m` and a module, or `-c` and a program, and the arguments for it.
        env: the whole environment.
        streams: the file descriptors of input, output and errors.
        terminal: whether the input becomes the terminal that controls it, for Ctrl-C.
        owner: the process that started the server.
        folder: where it runs, by default here.
        anew: whether it has to import `inarow` itself.
    """
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(_address(owner or find_server()))
    cwd = folder or os.getcwd()
    order: dict[str, Any] = {"args": list(args), "env": dict(env), "cwd": cwd}
    order |= {"terminal": terminal, "anew": anew}
    socket.send_fds(connection, [json.dumps(order).encode() + b"\n"], list(streams))
    return Child(connection)


def find_server() -> int:
    """The process that started the server that we use: another one, or this one, now."""
    if OWNER not in os.environ:
        start_server()
    return int(os.environ.get(OWNER, os.getpid()))


@cache
def start_server() -> subprocess.Popen[bytes]:
    """Start the server of this process, unless it runs already; orders wait until it is ready."""
    server = subprocess.Popen(
        [sys.executable, __file__, "serve", str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        start_new_session=True,  # Ctrl-C is for pytest
    )
    assert server.stdout is not None
    if not server.stdout.readline():
        raise AssertionError("the fork server did not start; see what it wrote")
    return server


def wait_for_server() -> None:
    """Wait until the server has loaded everything, so that nothing is left to compile."""
    start(["-c", ""], os.environ, (0, 1, 2)).wait(None)


def stop_server() -> None:
    """End the server of this process, if there is one."""
    if start_server.cache_info().currsize:
        start_server().communicate()
        start_server.cache_clear()


def _address(owner: int) -> str:
    return f"\0inarow-tests-{owner}"  # a name, no file: it is gone when the server is


# The server


def _serve(owner: int) -> None:
    """Obey orders until the process that started us closes our input, or is gone."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(_address(owner))
    listener.listen(64)
    print("listening", flush=True)
    owns = os.pidfd_open(owner)  # others may have got the other end of our input from the owner
    if BARE not in os.environ:
        with _leaving_with(owns):
            _prepare()
    waiting = selectors.DefaultSelector()
    for ready in (sys.stdin, owns, listener):
        waiting.register(ready, selectors.EVENT_READ)
    while True:
        for key, _ in waiting.select():
            if key.fileobj in (sys.stdin, owns):
                return
            if key.fileobj is listener:
                connection = listener.accept()[0]
                if (pid := _fork(connection)) is not None:
                    waiting.register(os.pidfd_open(pid), selectors.EVENT_READ, (pid, connection))
            else:
                waiting.unregister(key.fileobj)
                _report(key.fd, *key.data)


@contextmanager
def _leaving_with(owns: int) -> Iterator[None]:
    """Leave at once if the owner does: kernels may be compiled here, which takes minutes."""
    ended, end = os.pipe()

    def watch() -> None:
        with selectors.DefaultSelector() as waiting:
            for ready in (0, owns, ended):
                waiting.register(ready, selectors.EVENT_READ)
            if ended not in {key.fd for key, _ in waiting.select()}:
                os._exit(1)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        os.close(end)
        thread.join()  # a fork copies one thread only
        os.close(ended)
    assert threading.active_count() == 1, "some other thread is left"


def _prepare() -> None:
    """Import what commands import and load their kernels."""
    import inarow
    from inarow.agents.warm_up import STEPS
    from inarow.errors import MissingPackage
    from inarow.search.seam import prepare

    for module in pkgutil.walk_packages(inarow.__path__, "inarow."):
        if not module.name.endswith("__main__"):
            with suppress(MissingPackage):  # what only some people need
                importlib.import_module(module.name)
    prepare(*STEPS)
    gc.collect()
    gc.freeze()  # a child need not copy what the collector would touch


def _report(ended: int, pid: int, connection: socket.socket) -> None:
    os.close(ended)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with suppress(OSError):  # the test does not wait for it
        connection.sendall(b"%d\n" % code)
    connection.close()


def _fork(connection: socket.socket) -> int | None:
    """Read an order and fork; None if whoever gave it left in the middle. Returns in the server."""
    pid, server = None, os.getpid()
    message, streams, _, _ = socket.recv_fds(connection, _CHUNK, 3)
    while message and not message.endswith(b"\n"):
        more = connection.recv(_CHUNK)
        message = message + more if more else b""
    if message:
        pid = os.fork()
        if pid == 0:
            _die_with(server)
            connection.sendall(b"%d\n" % os.getpid())
            _run(json.loads(message), streams)
    else:
        connection.close()
    for stream in streams:
        os.close(stream)
    return pid


def _die_with(parent: int) -> None:
    """Let the system kill this process as soon as its parent is gone, however that ends."""
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # which it was before we asked
        os._exit(1)


# A child


def _run(order: dict[str, Any], streams: Sequence[int]) -> None:
    """Be a new Python from its first line to its end."""
    code = 1
    try:
        os.setsid()
        _take_streams(streams, order["terminal"], order["env"].get("PYTHONIOENCODING", "utf-8"))
        os.environ.clear()
        os.environ.update(order["env"])
        os.chdir(order["cwd"])
        random.seed()
        if order["anew"]:
            _forget()
        _run_main(order["args"])
        code = 0
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else int(done.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:
            code = code or 120  # as Python does when it cannot write the rest
        finally:
            os._exit(code)


def _forget() -> None:
    """Let go of all that was imported of `inarow`, and look for modules where the child has to."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "inarow"]:
        del sys.modules[name]
    if folders := os.environ.get("PYTHONPATH"):
        sys.path[:0] = folders.split(os.pathsep)


def _take_streams(streams: Sequence[int], terminal: bool, encoding: str) -> None:
    """Open the three streams as Python opens them in the locale of the tests."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, 256)  # what the server has open for others
    if terminal:
        import fcntl
        import termios

        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        buffering = 1 if name == "stderr" or os.isatty(number) else -1
        errors = getattr(sys, name).errors
        opened = open(number, mode, buffering, encoding, errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, opened)
        setattr(sys, f"__{name}__", opened)


def _run_main(args: Sequence[str]) -> None:
    """Run a script, a module after `-m`, or a program after `-c`."""
    if args[0] == "-c":
        sys.argv = ["-c", *args[2:]]
        sys.path.insert(0, "")
        exec(compile(args[1], "<string>", "exec"), {"__name__": "__main__"})
    elif args[0] == "-m":
        sys.argv = list(args[1:])
        sys.path.insert(0, os.getcwd())
        runpy.run_module(args[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(args)
        sys.path.insert(0, str(Path(args[0]).parent))
        runpy.run_path(args[0], run_name="__main__")


if __name__ == "__main__":
    # `serve OWNER` is the server; `run OWNER ARGS` takes the place of `python ARGS` in a shell,
    # and `anew OWNER ARGS` as well, where it has to import `inarow` itself.
    if sys.argv[1] in ("run", "anew"):
        owner, anew = int(sys.argv[2]), sys.argv[1] == "anew"
        child = start(sys.argv[3:], os.environ, (0, 1, 2), owner=owner, anew=anew)
        sys.exit(child.wait(None))
    sys.path.remove(str(Path(__file__).parent))  # no program finds our neighbours
    _serve(int(sys.argv[2]))
