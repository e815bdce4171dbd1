"""Who does the work: processes on this machine, a Dask cluster, or this process itself.

Each crew holds a `concurrent.futures.Executor`, so the tournament knows only one way of handing out
work. A crew also says how much work to hand out at a time, what to do when workers die, and how to
end at once.
"""

import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from importlib.metadata import version
from multiprocessing import active_children
from typing import Any, ParamSpec, TypeVar

from inarow.errors import BadOption, MissingPackage, WorkersLost
from inarow.processes.pool import WorkerPool

BATCH_SECONDS = 0.25
"""Games are handed to a worker in batches of about this length."""
CLUSTER_BATCH_SECONDS = 2.0
"""The same for a cluster, where every batch costs some milliseconds."""
CLUSTER_SECONDS = 20.0
"""How long to wait for a cluster to answer."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Crew:
    """What the tournament needs of its workers; by default they never die and have nothing to end.

    Attributes:
        executor: where work is handed in.
        batch_seconds: how long a batch of games should take.
        remote: whether workers are on other machines, which have kernels of their own to compile.
    """

    executor: Executor
    batch_seconds = 0.0
    remote = False

    def capacity(self) -> int:
        """How many batches should be under way to keep every worker busy."""
        return 1

    def has_lost_workers(self, error: Exception) -> bool:
        """Whether an error means that workers died, and not that something is wrong with us."""
        return False

    def renew(self) -> None:
        """Go on after workers have died."""

    def wake(self) -> None:
        """Let workers go on that were stopped by a signal."""

    def stop(self) -> None:
        """End the work at once."""


class Serial(Crew, Executor):
    """This process alone, one game at a time: good for looking for mistakes in a player."""

    def __init__(self) -> None:
        self.executor = self

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Do the work at once."""
        future: Future[_T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Pool(Crew):
    """Processes on this machine."""

    batch_seconds = BATCH_SECONDS

    def __init__(self, workers: int | None = None) -> None:
        self._pool = WorkerPool(workers)
        self.executor = self._pool.executor

    def capacity(self) -> int:
        return 2 * self._pool.workers  # one under way and one in waiting for each

    def has_lost_workers(self, error: Exception) -> bool:
        return isinstance(error, BrokenExecutor | CancelledError)

    def renew(self) -> None:
        self.stop()
        self._pool = WorkerPool(self._pool.workers)
        self.executor = self._pool.executor

    def wake(self) -> None:
        for worker in active_children() if hasattr(signal, "SIGCONT") else ():
            with suppress(ProcessLookupError):
                os.kill(worker.pid or 0, signal.SIGCONT)

    def stop(self) -> None:
        self.wake()
        self._pool.stop()


class Cluster(Crew):
    """The workers of a Dask cluster, which replaces dead ones; more may join during the event."""

    batch_seconds = CLUSTER_BATCH_SECONDS
    remote = True

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise MissingPackage("a cluster needs Dask's", "distributed") from None
        _silence("distributed", "tornado")
        self._address = address
        try:
            self._client: Any = Client(address, timeout=CLUSTER_SECONDS)
        except Exception as error:  # TypeError: a protocol whose package or settings are missing
            why = " ".join(str(error).split())
            raise BadOption(f"there is no cluster at {address}: {why}") from error
        self.executor = self._client.get_executor(pure=False)
        self._check_versions()

    def capacity(self) -> int:
        try:
            threads: int = sum(self._client.ncores().values())
        except OSError:
            raise WorkersLost(f"the cluster at {self._address} is gone") from None
        return 2 * max(1, threads)

    def has_lost_workers(self, error: Exception) -> bool:
        from distributed import KilledWorker

        return isinstance(error, KilledWorker | CancelledError)

    def stop(self) -> None:
        self._client.close()

    def _check_versions(self) -> None:
        here = version("inarow")
        for worker, there in self._client.run(version, "inarow").items():
            if there != here:
                raise BadOption(f"the worker {worker} has inarow {there}, this is {here}")


def _silence(*packages: str) -> None:
    """Silence the log of packages: people get one line from us instead of their tracebacks."""
    for name in (*packages, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in packages:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
