"""What is left of a limit: positions are counted, and a limit once reached stays reached."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Event, Thread, Timer, current_thread
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import quick
from inarow.search import clock as module
from inarow.search.clock import SearchClock
from inarow.search.limit import Limit


class HandClock:
    """A clock that goes only when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    hand = HandClock()
    monkeypatch.setattr(module, "perf_counter", hand)
    return hand


def test_without_a_limit_nothing_ends() -> None:
    clock = SearchClock(Limit())
    assert all(clock.spend() for _ in range(10_000))
    assert not clock.exhausted
    assert clock.nodes == 10_000


@given(st.integers(1, 50), st.integers(0, 20))
@quick
def test_so_many_positions_are_allowed_and_not_one_more(nodes: int, more: int) -> None:
    clock = SearchClock(Limit(nodes=nodes))
    assert [clock.spend() for _ in range(nodes + more)] == [True] * nodes + [False] * more
    assert clock.nodes == nodes + more
    assert clock.exhausted == (more > 0)


@pytest.mark.req("S4.19")
def test_time_ends_when_it_is_over(hand: HandClock) -> None:
    clock = SearchClock(Limit(seconds=2))
    hand.now += 2
    assert clock.spend(), "the last moment still counts"
    hand.now += 0.001
    assert not clock.spend()
    assert clock.seconds == pytest.approx(2.001)


def test_seconds_are_those_since_the_search_began(hand: HandClock) -> None:
    clock = SearchClock(Limit())
    assert clock.seconds == 0
    hand.now += 1.5
    assert clock.seconds == 1.5


def test_a_stop_flag_ends_it_at_the_next_position() -> None:
    stop = Event()
    clock = SearchClock(Limit(stop=stop))
    assert clock.spend()
    stop.set()
    assert not clock.spend()


def test_what_is_over_stays_over(hand: HandClock) -> None:
    stop = Event()
    stop.set()
    clock = SearchClock(Limit(stop=stop))
    assert not clock.spend()
    stop.clear()
    assert not clock.spend()
    early = SearchClock(Limit(seconds=1))
    hand.now += 2
    assert not early.spend()
    hand.now -= 2
    assert not early.spend()


def test_the_tightest_bound_counts(hand: HandClock) -> None:
    clock = SearchClock(Limit(seconds=5, nodes=3))
    assert [clock.spend() for _ in range(4)] == [True, True, True, False]
    clock = SearchClock(Limit(seconds=5, nodes=3))
    hand.now += 6
    assert not clock.spend()


# Works in threads


def test_works_run_at_the_same_time_and_answer_in_order() -> None:
    meet = Barrier(3)

    def work(number: int) -> int:
        meet.wait(60)  # passes only if all three are there
        return number

    answers = SearchClock(Limit()).watch([partial(work, n) for n in range(3)], halt=lambda: None)
    assert answers == [0, 1, 2]


@pytest.mark.parametrize("end", ["time", "stop"])
def test_the_end_of_time_and_a_stop_event_halt_the_works_once(end: str) -> None:
    stop, halted, calls = Event(), Event(), []

    def halt() -> None:
        calls.append(end)
        halted.set()

    limit = Limit(seconds=0.05) if end == "time" else Limit(stop=stop)
    timer = Timer(0.05, stop.set)
    timer.start()
    assert SearchClock(limit).watch([partial(halted.wait, 60)] * 2, halt) == [True, True]
    assert calls == [end]
    timer.join()


def test_time_may_have_begun_earlier() -> None:
    halted = Event()
    clock = SearchClock(Limit(seconds=60), perf_counter() - 61)
    assert clock.over
    assert clock.watch([partial(halted.wait, 60)], halted.set) == [True]


def test_an_error_of_one_work_halts_the_others_and_is_raised() -> None:
    halted = Event()

    def work(fails: bool) -> bool:
        if fails:
            raise KeyError("no")
        return halted.wait(60)

    with pytest.raises(KeyError, match="no"):
        SearchClock(Limit()).watch([partial(work, False), partial(work, True)], halted.set)


def test_ctrl_c_halts_the_works_and_goes_on() -> None:
    halted, ended = Event(), []

    def work() -> None:
        ended.append(halted.wait(60))

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SearchClock(Limit()).watch([work], halted.set, tick=interrupt)
    assert ended == [True], "it was waited for"


def test_there_are_ticks_in_the_callers_thread_while_works_run() -> None:
    ticks: list[Thread] = []
    enough = Event()

    def tick() -> None:
        ticks.append(current_thread())
        if len(ticks) == 3:
            enough.set()

    assert SearchClock(Limit()).watch([partial(enough.wait, 60)], lambda: None, tick) == [True]
    assert set(ticks) == {current_thread()}


def test_a_work_may_recurse_deeply() -> None:
    import sys

    def depth(n: int) -> int:
        return 0 if n == 0 else 1 + depth(n - 1)

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(30_000)
    try:
        assert SearchClock(Limit()).watch([partial(depth, 20_000)], lambda: None) == [20_000]
    finally:
        sys.setrecursionlimit(before)
