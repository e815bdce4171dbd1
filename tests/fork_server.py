"""Real processes without the time that Python takes to start: forks of one that is ready.

    test process                    server, started once per worker
    ------------                    ------------------------------------------------------
                                    imports every command, loads every kernel, then waits
    start(["play"], env, fds)  -->  fork  -->  child: `python -m inarow play`
    pid                        <--             with its own streams, environment, folder
    exit code                  <--  child has ended

A child is a process of its own: what it does to signals, streams or caches dies with it. It begins
where `python -m inarow` begins, with everything imported already; so a test of importing, of the
environment that Python itself reads or of compiling starts a fresh Python instead.
"""

from __future__ import annotations

import atexit
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
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

AVAILABLE = hasattr(os, "fork") and hasattr(os, "pidfd_open")
_MESSAGE = 1 << 20


class Child:
    """A process that the server started for us."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.pid = int(connection.recv(64))
        self.exitstatus: int | None = None

    def wait(self, timeout: float) -> int:
        """Its exit code, as `subprocess` counts; after `timeout` seconds it is killed."""
        if self.exitstatus is None:
            self._connection.settimeout(timeout)
            try:
                self.exitstatus = int(self._connection.recv(64))
            except TimeoutError:
                self.kill()
                raise
            self._connection.close()
        return self.exitstatus

    def kill(self) -> None:
        """End it, if it still runs."""
        if self.exitstatus is None:
            os.kill(self.pid, signal.SIGKILL)
            self._connection.settimeout(None)
            self.exitstatus = int(self._connection.recv(64))
            self._connection.close()


def start(
    args: Sequence[str], env: Mapping[str, str], streams: Sequence[int], terminal: bool = False
) -> Child:
    """Start `python -m inarow` with these arguments.

    Args:
        args: the arguments.
        env: its whole environment.
        streams: the file descriptors of its input, output and errors.
        terminal: whether the input becomes the terminal that controls it, for Ctrl-C.
    """
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(address())
    order = {"args": list(args), "env": dict(env), "cwd": os.getcwd(), "terminal": terminal}
    message = json.dumps(order).encode()
    assert len(message) < _MESSAGE
    socket.send_fds(connection, [message + b"\n"], list(streams))
    return Child(connection)


@cache
def _server() -> subprocess.Popen[bytes]:
    """The server of this worker, which is started when it is first needed."""
    server = subprocess.Popen(
        [sys.executable, __file__, str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        start_new_session=True,  # Ctrl-C is for pytest
    )
    assert server.stdout is not None
    if not server.stdout.readline():
        raise AssertionError("the fork server did not start; see what it wrote")
    return server


def address() -> str:
    """Where the server listens, which runs when this returns."""
    _server()
    return _address(os.getpid())


def _address(worker: int) -> str:
    return f"\0inarow-tests-{worker}"  # a name, no file: it is gone when the server is


def stop() -> None:
    """End the server, if there is one."""
    if _server.cache_info().currsize:
        _server().communicate()
        _server.cache_clear()


def _serve(address: str) -> None:
    """Answer orders until whoever started us is gone."""
    _prepare()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(64)
    print("ready", flush=True)
    waiting = selectors.DefaultSelector()
    waiting.register(sys.stdin, selectors.EVENT_READ)
    waiting.register(listener, selectors.EVENT_READ)
    while True:
        for key, _ in waiting.select():
            if key.fileobj is sys.stdin:
                return
            if key.fileobj is listener:
                connection = listener.accept()[0]
                if pid := _fork(connection, listener):
                    waiting.register(os.pidfd_open(pid), selectors.EVENT_READ, (pid, connection))
            else:
                waiting.unregister(key.fileobj)
                _report(key.fd, *key.data)


def _prepare() -> None:
    """Import what commands import and load their kernels."""
    import inarow
    from inarow.agents.warm_up import STEPS, run_step

    for module in pkgutil.walk_packages(inarow.__path__, "inarow."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for step in STEPS:
        run_step(step)
    assert threading.active_count() == 1, "a fork copies one thread only"
    gc.collect()
    gc.freeze()  # a child need not copy what the collector would touch


def _report(ended: int, pid: int, connection: socket.socket) -> None:
    os.close(ended)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with suppress(OSError):  # the test does not wait for it
        connection.sendall(b"%d" % code)
    connection.close()


def _fork(connection: socket.socket, listener: socket.socket) -> int:
    """Read an order and fork; returns in the server only."""
    message, streams, _, _ = socket.recv_fds(connection, _MESSAGE, 3)
    while not message.endswith(b"\n"):
        message += connection.recv(_MESSAGE)
    pid = os.fork()
    if pid == 0:
        connection.sendall(b"%d" % os.getpid())
        connection.close()
        listener.close()
        _run(json.loads(message), streams)
    for stream in streams:
        os.close(stream)
    return pid


def _run(order: dict[str, Any], streams: Sequence[int]) -> None:
    """Be `python -m inarow`, and end as Python ends."""
    code = 1
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        if order["terminal"]:
            import fcntl
            import termios

            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        os.environ.clear()
        os.environ.update(order["env"])
        os.chdir(order["cwd"])
        _open_streams()
        random.seed()
        sys.path.insert(0, os.getcwd())
        sys.argv = ["-m", *order["args"]]
        runpy.run_module("inarow", run_name="__main__", alter_sys=True)
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


def _open_streams() -> None:
    """Open the three streams as Python opens them in the locale of the tests."""
    modes = {"stdin": "r", "stdout": "w", "stderr": "w"}
    for number, (name, mode) in enumerate(modes.items()):
        before = getattr(sys, name)
        lines = name == "stderr" or os.isatty(number)
        stream = open(  # noqa: SIM115
            number, mode, 1 if lines else -1, "utf-8", before.errors, closefd=False
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


if __name__ == "__main__":
    sys.path.remove(str(Path(__file__).parent))  # only `python -m` finds our neighbours
    _serve(_address(int(sys.argv[1])))
