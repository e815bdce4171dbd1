"""What is left of a limit: positions are counted, and a limit once reached stays reached."""

from __future__ import annotations

from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import quick
from inarow.search import budget as module
from inarow.search.budget import Budget
from inarow.search.limit import Limit


class HandClock:
    """A clock that goes only when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    clock = HandClock()
    monkeypatch.setattr(module, "perf_counter", clock)
    return clock


def test_without_a_limit_nothing_ends() -> None:
    budget = Budget(Limit())
    assert all(budget.spend() for _ in range(10_000))
    assert not budget.exhausted
    assert budget.nodes == 10_000


@given(st.integers(1, 50), st.integers(0, 20))
@quick
def test_so_many_positions_are_allowed_and_not_one_more(nodes: int, more: int) -> None:
    budget = Budget(Limit(nodes=nodes))
    assert [budget.spend() for _ in range(nodes + more)] == [True] * nodes + [False] * more
    assert budget.nodes == nodes + more
    assert budget.exhausted == (more > 0)


@pytest.mark.req("S4.19")
def test_time_ends_when_it_is_over(clock: HandClock) -> None:
    budget = Budget(Limit(seconds=2))
    clock.now += 2
    assert budget.spend(), "the last moment still counts"
    clock.now += 0.001
    assert not budget.spend()
    assert budget.seconds == pytest.approx(2.001)


def test_seconds_are_those_since_the_search_began(clock: HandClock) -> None:
    budget = Budget(Limit())
    assert budget.seconds == 0
    clock.now += 1.5
    assert budget.seconds == 1.5


def test_a_stop_flag_ends_it_at_the_next_position() -> None:
    stop = Event()
    budget = Budget(Limit(stop=stop))
    assert budget.spend()
    stop.set()
    assert not budget.spend()


def test_what_is_over_stays_over(clock: HandClock) -> None:
    stop = Event()
    stop.set()
    budget = Budget(Limit(stop=stop))
    assert not budget.spend()
    stop.clear()
    assert not budget.spend()
    early = Budget(Limit(seconds=1))
    clock.now += 2
    assert not early.spend()
    clock.now -= 2
    assert not early.spend()


def test_the_tightest_bound_counts(clock: HandClock) -> None:
    budget = Budget(Limit(seconds=5, nodes=3))
    assert [budget.spend() for _ in range(4)] == [True, True, True, False]
    budget = Budget(Limit(seconds=5, nodes=3))
    clock.now += 6
    assert not budget.spend()
