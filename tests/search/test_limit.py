"""Limits: what people write is understood, and what makes no sense is refused."""

from __future__ import annotations

import threading
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import quick
from inarow.errors import BadOption
from inarow.games.notation import play_moves
from inarow.registry import load_agent
from inarow.search.limit import Limit


@each(
    "text, limit",
    [
        ("2s", Limit(seconds=2.0)),
        ("0.5s", Limit(seconds=0.5)),
        (".5 s", Limit(seconds=0.5)),
        ("500ms", Limit(seconds=0.5)),
        ("1.5min", Limit(seconds=90.0)),
        ("2S", Limit(seconds=2.0)),
        ("1ply", Limit(depth=1)),
        ("6 plies", Limit(depth=6)),
        ("1000nodes", Limit(nodes=1000)),
        ("250sims", Limit(simulations=250)),
        ("250 simulations", Limit(simulations=250)),
        ("64mb", Limit(memory=64)),
        ("64MB", Limit(memory=64)),
        ("depth=6", Limit(depth=6)),
        ("seconds = 2", Limit(seconds=2.0)),
        ("Memory=64", Limit(memory=64)),
        (" 2s , 1000 nodes,depth=3 ", Limit(seconds=2.0, nodes=1000, depth=3)),
    ],
)
def test_limits_are_read_as_people_write_them(text: str, limit: Limit) -> None:
    assert Limit.parse(text) == limit


@each(
    "text",
    [
        "",
        " ",
        "2",
        "s",
        "two seconds",
        "2h",
        "-2s",
        "+2s",
        "1e3s",
        "2s3",
        "2s 3s",
        "2s,",
        ",2s",
        "1.2.3s",
        ".s",
        "0s",
        "0.0s",
        "0nodes",
        "0.5nodes",
        "depth=0",
        "depth=6plies",
        "depth=",
        "stop=1",
        "width=3",
        "nan s",
        "inf s",
        "٢s",
        "9" * 400 + "s",
        "9" * 400 + "nodes",
        "depth=" + "9" * 400,
    ],
)
def test_what_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        Limit.parse(text)


@quick
@given(st.text(max_size=12) | st.text(st.sampled_from("0123456789.=, smindepthosb"), max_size=12))
def test_any_text_is_a_limit_or_is_refused(text: str) -> None:
    try:
        limit = Limit.parse(text)
    except BadOption:
        return
    bounds = (limit.seconds, limit.depth, limit.nodes, limit.simulations, limit.memory)
    assert any(bound is not None for bound in bounds)
    assert all(bound is None or bound > 0 for bound in bounds)


@each("name", ["seconds", "depth", "nodes", "simulations", "memory"])
@each("value", [0, -1, float("nan"), float("inf")])
def test_a_limit_must_be_more_than_nothing(name: str, value: float) -> None:
    with pytest.raises(BadOption, match="a limit must be more than nothing"):
        Limit(**{name: value})  # type: ignore[arg-type]


HUGE = 10**400
"""More than a machine can count to, and more than a float can hold."""


@each("name", ["seconds", "depth", "nodes", "simulations", "memory"])
def test_a_bound_that_nobody_can_count_to_is_as_good_as_none(name: str) -> None:
    bounds: dict[str, int] = {"nodes": 200, "simulations": 200} | {name: HUGE}
    limit = Limit(**bounds)  # type: ignore[arg-type]
    assert 2**31 < getattr(limit, name) < 2**63
    state = play_moves("tic_tac_toe", "b2a1c3")
    for player in ("alphabeta", "mcts", "gomoku"):
        with suppress(MemoryError):  # so much memory was asked for
            assert load_agent(player).choose(state, limit).action in state.legal_actions()


def test_no_bound_at_all_is_allowed() -> None:
    assert Limit() == Limit(None, None, None, None, None)
    assert not Limit().stopped


def test_a_limit_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Limit().seconds = 1.0  # type: ignore[misc]


def test_the_stop_flag_may_be_set_by_another_thread() -> None:
    limit = Limit(stop=threading.Event())
    assert not limit.stopped
    assert limit.stop is not None
    thread = threading.Thread(target=limit.stop.set)
    thread.start()
    thread.join()
    assert limit.stopped


def test_a_limit_shows_its_bounds() -> None:
    assert repr(Limit(seconds=2.0, stop=threading.Event())) == (
        "Limit(seconds=2.0, depth=None, nodes=None, simulations=None, memory=None)"
    )


def test_of_two_bounds_of_a_kind_the_tighter_one_counts() -> None:
    stop = threading.Event()
    limit = Limit(seconds=2, nodes=100, stop=stop)
    assert limit.within(seconds=3, nodes=7, depth=4) == Limit(2, 4, 7, stop=stop)
    assert limit.within(seconds=None, depth=None) == limit, "none bounds nothing"
    assert limit.within() == limit


def test_a_limit_has_parts() -> None:
    assert Limit(seconds=3, nodes=7, depth=5).part(1 / 3) == Limit(seconds=1, nodes=2, depth=5)
    assert Limit(nodes=1).part(0.5).nodes == 1, "never nothing"
    assert Limit().part(0.25) == Limit()


def test_nodes_bound_simulations() -> None:
    assert Limit(simulations=9, nodes=4).most_simulations == 4
    assert Limit(simulations=9).most_simulations == 9
    assert Limit(seconds=1, depth=3).most_simulations is None


@each("endless", [Limit(), Limit(depth=3), Limit(memory=8)])
def test_a_search_that_would_never_end_is_refused(endless: Limit) -> None:
    assert not endless.counted
    with pytest.raises(BadOption, match="a search needs a limit"):
        endless.require_end()
    for ends in (
        Limit(seconds=1),
        Limit(nodes=1),
        Limit(simulations=1),
        Limit(stop=threading.Event()),
    ):
        ends.require_end()
