"""Who gets an engine when there are not enough: lines, turns and shares."""

from __future__ import annotations

import asyncio
import os
import pickle
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event as ThreadEvent
from threading import Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest

import engine_jobs
from inarow.interfaces.web.engines.jobs import Lost, Place, choose_move
from inarow.interfaces.web.engines.orders import WAITING, Line, Order, Priority
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.engines.pool import Worker as PoolWorker
from inarow.interfaces.web.engines.worker import HEADER, _Worker, pack
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.search.limit import Limit

JOB = partial(engine_jobs.double, 1)


class Worker:
    """A worker that never comes to an end."""

    ready = warm = loaded = True
    number = 0
    order: Order[int] | None = None
    numbers = count(1)

    def begin(self, order: Order[int]) -> None:
        self.order, self.number = order, next(self.numbers)


class Engines(EnginePool):
    """Engines that only count how many are started."""

    started = 0

    def _start_soon(self) -> None:
        self.started += 1


def busy_with(
    size: int, *asked: tuple[Priority, str], ready: int | None = None
) -> list[tuple[Priority, object]]:
    """What the workers of a pool do when all this is asked for, in the order of their beginning."""

    async def ask() -> list[tuple[Priority, object]]:
        engines = Engines(size)
        workers = [Worker() for _ in range(size if ready is None else ready)]
        engines._workers = cast(Any, workers)
        for kind, client in asked:
            engines.submit(JOB, priority=kind, client=client)
        busy = sorted((w for w in workers if w.order), key=lambda w: w.number)
        return [(w.order.priority, w.order.client) for w in busy if w.order]

    return asyncio.run(ask())


def test_clients_take_turns() -> None:
    async def take_all() -> str:
        line, found = Line(Priority.MOVE), ""
        for client in "aaaabcc":
            line.add(Order(JOB, 1.0, Priority.MOVE, client))
        while (order := line.take()) is not None:
            found += cast(str, order.client)
        return found

    assert asyncio.run(take_all()) == "abcacaa"


def test_a_worker_without_kernels_takes_what_does_not_wait_for_them() -> None:
    async def ask() -> None:
        engines, worker = Engines(1), Worker()
        worker.warm = worker.loaded = False
        engines._workers = [cast(Any, worker)]
        told: list[str | None] = []
        engines.on_warming = told.append
        engines.tell_warming("1 of 5")
        study = engines.submit(JOB, client="a")
        repeatable = engines.submit(JOB, priority=Priority.MOVE, client="a")
        assert worker.order is None
        move = engines.submit(JOB, priority=Priority.MOVE, client="a", waits=False)
        assert worker.order is move
        worker.warm, worker.order = True, None
        engines.worker_ready(cast(Any, worker))
        assert worker.order is repeatable
        worker.order = None
        engines.dispatch()
        assert worker.order is study
        assert told == ["1 of 5", None]

    asyncio.run(ask())


def test_engines_start_one_after_the_other_or_when_somebody_waits() -> None:
    async def ask() -> None:
        engines, worker = Engines(5), Worker()
        worker.loaded = False
        engines._workers = [cast(Any, worker)]
        engines.worker_ready(cast(Any, worker))
        assert engines.submit(JOB, priority=Priority.QUICK).worker is None
        assert engines.started == 0  # the first answer has the machine for itself
        engines.submit(JOB, priority=Priority.MOVE)
        assert engines.started == 1
        engines._workers.append(cast(Any, Worker()))
        engines._workers[1].ready = False  # it is on its way
        engines.dispatch()
        assert engines.started == 1
        worker.loaded = True
        engines.worker_ready(cast(Any, worker))
        assert engines.started == 2

    asyncio.run(ask())


def test_nobody_waits_for_more_engines_while_kernels_are_compiled() -> None:
    async def ask() -> None:
        engines, worker = Engines(5), Worker()
        worker.warm = worker.loaded = False
        engines._workers = [cast(Any, worker)]
        engines.submit(JOB)  # a study, which needs kernels
        assert engines.started == 0
        engines.submit(JOB, priority=Priority.MOVE, waits=False)
        assert engines.started == 1

    asyncio.run(ask())


@pytest.mark.parametrize(("had_begun", "deaths"), [(True, 0), (False, 1)])
def test_an_engine_that_ends_before_its_first_job_may_be_broken(
    had_begun: bool, deaths: int
) -> None:
    async def end() -> None:
        engines, worker = Engines(5), Worker()
        engines._workers = [cast(Any, worker)]
        engines.worker_ended(cast(Any, worker), had_begun)
        while not engines.started:
            await asyncio.sleep(0)
        assert engines._deaths == deaths

    asyncio.run(end())


def test_an_engine_that_was_killed_gets_no_other_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its late answer may still be on the way while it dies."""

    async def late() -> None:
        said, gone = asyncio.StreamReader(), asyncio.Event()
        process = SimpleNamespace(
            pid=0, stdin=SimpleNamespace(write=lambda _: None), stdout=said, wait=gone.wait
        )
        engines = Engines(1)
        dying = PoolWorker(engines, cast(Any, process))
        engines._workers = [dying]
        said.feed_data(pack(("loaded", 0)))
        slow = engines.submit(JOB)
        while slow.worker is None:
            await asyncio.sleep(0)
        next_one = engines.submit(JOB)
        dying._kill_slow(slow)
        said.feed_data(pack(("result", dying.number, 2)))
        for _ in range(9):
            await asyncio.sleep(0)
        assert killed == [0]
        assert next_one.worker is None
        said.feed_eof()
        gone.set()
        await dying.reading
        assert not next_one.answer.done()
        with pytest.raises(Refused, match="did not answer in time"):
            await slow.wait()

    killed: list[int] = []
    monkeypatch.setattr("inarow.interfaces.web.engines.pool.kill_tree", killed.append)
    asyncio.run(late())


@pytest.mark.parametrize("patience", [0.0, 600.0])
def test_an_engine_loads_kernels_after_its_first_answer_or_a_quiet_moment(
    patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = ThreadEvent()
    monkeypatch.setattr("inarow.agents.warm_up.STEPS", [SimpleNamespace(ready=True)])
    engines = "inarow.interfaces.web.engines"
    monkeypatch.setattr(f"{engines}.worker.load_kernels", lambda step: loaded.set())
    monkeypatch.setattr(f"{engines}.worker.QUIET_SECONDS", patience)
    given, orders = os.pipe()
    answers, told = os.pipe()
    with (
        os.fdopen(orders, "wb", 0) as ask,
        os.fdopen(given, "rb") as source,
        os.fdopen(answers, "rb") as heard,
        os.fdopen(told, "wb") as sink,
    ):
        engine = _Worker(source, sink)
        threads = [Thread(target=engine.serve), Thread(target=engine.warm_up)]
        for thread in threads:
            thread.start()

        def hear() -> Any:
            return pickle.loads(heard.read(HEADER.unpack(heard.read(HEADER.size))[0]))[0]

        assert hear() == "warm"
        if patience:
            assert not loaded.is_set()
            ask.write(pack(("job", 1, JOB)))
            assert hear() == "result"
        assert hear() == "loaded"
        assert loaded.is_set()
        ask.close()
        for thread in threads:
            thread.join()


def test_a_move_comes_while_kernels_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    place = Place("connect_four", None, (3,))
    job = partial(choose_move, place, "level(3)", {}, 1, Limit(seconds=5), False)

    async def play() -> int:
        engines = EnginePool(1)
        told: asyncio.Queue[str | None] = asyncio.Queue()
        engines.on_warming = told.put_nowait
        await engines.start()
        try:
            found = await engines.submit(job, 60.0, Priority.MOVE, waits=False).wait()
            assert (await told.get() or "").startswith("warming up: kernels 0 of ")
            assert not engines.ready
            assert not isinstance(found, Lost)
            return found[0]
        finally:
            await engines.close()

    assert asyncio.run(play()) in range(7)


def test_a_quick_move_does_not_wait_for_a_long_one_while_kernels_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [str(Path(engine_jobs.__file__).parent), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    async def play() -> None:
        engines = EnginePool(3)
        await engines.start()
        try:
            long = engines.submit(engine_jobs.think, 600.0, Priority.MOVE, "a", waits=False)
            quick = engines.submit(JOB, 600.0, Priority.QUICK, "b", waits=False)
            assert await quick.wait() == 2
            while long.worker is None:  # and the long one has begun as well, without kernels
                await asyncio.sleep(0.05)
            assert await engines.submit(JOB, priority=Priority.QUICK, waits=False).wait() == 2
            assert not long.answer.done()
            assert not engines.ready
        finally:
            await engines.close()
        with suppress(Refused):
            await long.wait()

    asyncio.run(play())


def test_where_no_second_engine_starts_the_only_one_does_all() -> None:
    async def ask() -> None:
        engines, worker = Engines(5), Worker()
        engines._workers = [cast(Any, worker)]
        engines._deaths = 1
        move = engines.submit(JOB, priority=Priority.MOVE)
        assert worker.order is move

    asyncio.run(ask())


def test_what_nobody_waits_for_is_passed_over() -> None:
    async def take() -> None:
        line = Line(Priority.MOVE)
        orders = [Order(JOB, 1.0, Priority.MOVE, client) for client in "aabb"]
        for order in orders:
            line.add(order)
        for order in (orders[0], orders[2], orders[3]):
            order.stop()
            assert isinstance(order.answer.exception(), Refused)
        assert line.take() is orders[1]
        assert line.take() is None

    asyncio.run(take())


@pytest.mark.parametrize("kind", Priority)
def test_a_full_line_says_so_to_the_client_who_filled_it(kind: Priority) -> None:
    async def fill() -> None:
        line = Line(kind)
        for _ in range(WAITING[kind]):
            line.add(Order(JOB, 1.0, kind, "greedy"))
        with pytest.raises(Refused) as refused:
            line.add(Order(JOB, 1.0, kind, "greedy"))
        assert (refused.value.code, refused.value.retry) == ("busy", 1.0)
        line.add(Order(JOB, 1.0, kind, "modest"))
        first, second = line.take(), line.take()
        assert first is not None
        assert second is not None
        assert (first.client, second.client) == ("greedy", "modest")

    asyncio.run(fill())


def test_of_six_engines_one_is_left_for_the_studies_of_another_client() -> None:
    studies = [(Priority.STUDY, "greedy")] * 5
    assert busy_with(6, *studies, (Priority.STUDY, "modest")) == [
        *studies[:3],
        (Priority.STUDY, "modest"),
    ]
    assert busy_with(6, *studies, (Priority.STUDY, "modest"), (Priority.MOVE, "player"))[4:] == [
        (Priority.MOVE, "player")
    ]


def test_of_five_engines_one_is_left_for_other_clients_and_one_for_quick_moves() -> None:
    long = [(Priority.MOVE, "greedy")] * 40
    assert busy_with(5, *long) == [(Priority.MOVE, "greedy")] * 3
    assert busy_with(5, *long, *[(Priority.MOVE, "modest")] * 2)[3:] == [(Priority.MOVE, "modest")]
    studies = [(Priority.STUDY, "greedy")] * 5
    assert busy_with(5, *studies) == studies[:3]
    everything = [*long, *studies, (Priority.MOVE, "modest"), (Priority.QUICK, "quick")]
    assert busy_with(5, *everything)[-1] == (Priority.QUICK, "quick")
    assert len(busy_with(5, *everything)) == 5
    quick = [(Priority.QUICK, "greedy")] * 9
    assert busy_with(5, *quick, (Priority.QUICK, "modest")) == [
        *quick[:4],
        (Priority.QUICK, "modest"),
    ]
    assert busy_with(5, *long, *quick, (Priority.QUICK, "modest"))[3:] == [
        (Priority.QUICK, "greedy"),
        (Priority.QUICK, "modest"),
    ]


def test_long_thoughts_leave_the_engine_that_has_loaded_most_to_quick_moves() -> None:
    async def ask(*kinds: Priority) -> object:
        engines = Engines(4)
        engines._workers = cast(Any, [Worker() for _ in range(4)])
        orders = [engines.submit(JOB, priority=kind, client=kind) for kind in kinds]
        return orders[kinds.index(Priority.QUICK)] is engines._workers[0].order

    assert asyncio.run(ask(Priority.MOVE, Priority.QUICK, Priority.MOVE))
    assert asyncio.run(ask(Priority.QUICK, Priority.MOVE, Priority.MOVE))


@pytest.mark.parametrize("ready", [1, 2, 3, 4])
def test_one_engine_is_left_for_quick_moves_while_others_have_yet_to_start(ready: int) -> None:
    long = [(Priority.MOVE, client) for client in "abcdef"]
    found = busy_with(5, *long, (Priority.QUICK, "quick"), ready=ready)
    assert found == [*long[: ready - 1], (Priority.QUICK, "quick")]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_few_engines_are_all_used_and_no_study_takes_the_last(size: int) -> None:
    mixed = [
        *[(Priority.STUDY, "a")] * 4,
        *[(Priority.MOVE, "a")] * 4,
        *[(Priority.QUICK, "b")] * 4,
    ]
    found = [kind for kind, _ in busy_with(size, *mixed)]
    assert len(found) == size
    assert found.count(Priority.STUDY) == max(1, size - 2)
    assert (Priority.MOVE in found) == (size > 1)
    assert (Priority.QUICK in found) == (size > 2)
