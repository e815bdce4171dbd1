"""What is left of a limit: positions are counted, and a limit once reached stays reached."""

from __future__ import annotations

from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import quick
from inarow.search import clock as module
from inarow.search.clock import Clock
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
    clock = Clock(Limit())
    assert all(clock.spend() for _ in range(10_000))
    assert not clock.exhausted
    assert clock.nodes == 10_000


@given(st.integers(1, 50), st.integers(0, 20))
@quick
def test_so_many_positions_are_allowed_and_not_one_more(nodes: int, more: int) -> None:
    clock = Clock(Limit(nodes=nodes))
    assert [clock.spend() for _ in range(nodes + more)] == [True] * nodes + [False] * more
    assert clock.nodes == nodes + more
    assert clock.exhausted == (more > 0)


@pytest.mark.req("S4.19")
def test_time_ends_when_it_is_over(hand: HandClock) -> None:
    clock = Clock(Limit(seconds=2))
    hand.now += 2
    assert clock.spend(), "the last moment still counts"
    hand.now += 0.001
    assert not clock.spend()
    assert clock.seconds == pytest.approx(2.001)


def test_seconds_are_those_since_the_search_began(hand: HandClock) -> None:
    clock = Clock(Limit())
    assert clock.seconds == 0
    hand.now += 1.5
    assert clock.seconds == 1.5


def test_a_stop_flag_ends_it_at_the_next_position() -> None:
    stop = Event()
    clock = Clock(Limit(stop=stop))
    assert clock.spend()
    stop.set()
    assert not clock.spend()


def test_what_is_over_stays_over(hand: HandClock) -> None:
    stop = Event()
    stop.set()
    clock = Clock(Limit(stop=stop))
    assert not clock.spend()
    stop.clear()
    assert not clock.spend()
    early = Clock(Limit(seconds=1))
    hand.now += 2
    assert not early.spend()
    hand.now -= 2
    assert not early.spend()


def test_the_tightest_bound_counts(hand: HandClock) -> None:
    clock = Clock(Limit(seconds=5, nodes=3))
    assert [clock.spend() for _ in range(4)] == [True, True, True, False]
    clock = Clock(Limit(seconds=5, nodes=3))
    hand.now += 6
    assert not clock.spend()
