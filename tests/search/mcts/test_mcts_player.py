"""The Monte Carlo player: options, limits, seeds, and the profiles of the original programs."""

from __future__ import annotations

import gc
import subprocess
import sys
from itertools import product
from multiprocessing import active_children
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from time import process_time, sleep
from typing import Any

import pytest
from hypothesis import given

from cases import each
from helpers import any_game, board_of, choices, quick, walk
from inarow.errors import BadOption, IllegalMove
from inarow.games.base import Game
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.live.match import play_match
from inarow.options import options_of
from inarow.registry import load_agent, load_game
from inarow.search import clock
from inarow.search.agent import Agent
from inarow.search.clock import SearchClock
from inarow.search.decision import Info, Kind, Result, Unit, Value
from inarow.search.limit import Limit
from inarow.search.mcts import player as mcts
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.player import MctsPlayer

ROOT2 = 2**0.5
GAMES = ("connect_four", "random_drop", "tic_tac_toe", "nine_board", "mnk(rows=6,cols=6,k=4)")


def player(spec: str) -> MctsPlayer:
    found = load_agent(spec)
    assert isinstance(found, MctsPlayer)
    return found


both_codes = pytest.mark.parametrize("compiled", [True, False], ids=["kernel", "python"])
"""What users notice holds for both searches."""


# Options and profiles


@pytest.mark.req("S0.36", "X.4")
def test_the_classic_player_never_calls_for_dice_and_others_may() -> None:
    state = load_game("random_drop(rows=2,cols=2,k=2)").initial_state().play(0)
    lost_without_dice = {
        load_agent(f"classic-mc(simulations=200,seed={seed})").choose(state, Limit()).action
        for seed in range(5)
    }
    assert lost_without_dice <= {0, 1}
    decision = load_agent("mcts(simulations=500,seed=1)").choose(state, Limit())
    assert 2 in decision.values


def test_it_is_a_player_and_supports_every_game() -> None:
    agent = MctsPlayer()
    assert isinstance(agent, Agent)
    assert agent.name == "mcts"
    assert all(agent.supports(load_game(spec)) for spec in GAMES)


def test_every_difference_is_an_option_with_help() -> None:
    options = {opt.name: opt for opt in options_of(MctsPlayer)}
    assert list(options) == [
        "simulations",
        "seconds",
        "exploration",
        "final",
        "draw_points",
        "loss_points",
        "rollout_depth",
        "max_wins",
        "decisive",
        "keep_rollout",
        "per_child",
        "processes",
        "solve",
        "sharp",
        "threads",
        "compiled",
        "dice",
        "seed",
    ]
    assert all(opt.help for opt in options.values())
    assert options["final"].choices == ("visits", "ratio")


@pytest.mark.req("S0.5", "S0.6", "S3.17", "X.3", "X.4", "S2.9", "S2.11")
@each(
    "name, simulations, seconds, settings",
    [
        (
            "mcts",
            10_000,
            None,
            Settings(1.0, "visits", 0.5, 0.0, solve=True, sharp=True),
        ),
        ("classic-mc", 10_000, None, Settings(ROOT2, "ratio", 0.0, 0.0)),
        ("normal", 250, None, Settings(1.41, "visits", 0.5, 0.0)),
        ("hard", 750, None, Settings(1.41, "visits", 0.5, 0.0)),
        ("impossible", 1500, None, Settings(1.41, "visits", 0.5, 0.0)),
        (
            "classic-nine-mcts",
            None,
            2.5,
            Settings(
                ROOT2,
                "ratio",
                0.0,
                -1.0,
                10,
                2048,
                decisive=True,
                keep_rollout=True,
                per_child=True,
                processes=9,
            ),
        ),
    ],
)
def test_profiles(
    name: str, simulations: int | None, seconds: float | None, settings: Settings
) -> None:
    agent = player(name)
    assert agent.name == name
    assert (agent.simulations, agent.seconds) == (simulations, seconds)
    assert abs(agent.exploration - settings.exploration) < 1e-12
    assert agent.settings == settings
    assert agent.per_child == (name == "classic-nine-mcts")
    assert (agent.threads, agent.compiled) == (1, True)


@each(
    "wrong",
    [
        {"simulations": 0},
        {"seconds": 0.0},
        {"final": "best"},
        {"draw_points": 2.0},
        {"loss_points": 0.5},
        {"rollout_depth": 0},
        {"processes": 0},
        {"threads": 0},
        {"threads": 257},
        {"exploration": -1.0},
        {"decisive": 1},
        {"per_child": True},  # with the default final=visits every move would be the same
    ],
)
def test_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(wrong))):
        MctsPlayer(**wrong)


# What it answers


@pytest.mark.req("S0.6", "S3.17")
@each(
    "name, simulations",
    [("normal", 250), ("hard", 750), ("impossible", 1500), ("classic-mc", 10_000)],
)
def test_profiles_run_exactly_their_simulations(name: str, simulations: int) -> None:
    decision = load_agent(name, seed=1).choose(ConnectFour().initial_state(), Limit())
    assert decision.nodes == simulations


@both_codes
@pytest.mark.parametrize("prove", [False, True])
def test_a_decision_tells_everything(compiled: bool, prove: bool) -> None:
    state = ConnectFour().initial_state()
    agent = MctsPlayer(300, seed=1, compiled=compiled, solve=prove, sharp=prove)
    decision = agent.choose(state, Limit())
    assert set(decision.values) == set(range(7))
    assert decision.value == decision.values[decision.action]
    assert all(value.kind is Kind.ESTIMATE for value in decision.values.values())
    assert all(0 <= value.score <= 1 for value in decision.values.values())
    assert decision.line[0] == decision.action
    assert len(decision.line) > 1
    for action in decision.line:
        state = state.play(action)
    assert decision.nodes == 300
    assert 0 < decision.seconds < 20
    assert decision.path == ("kernel, falling stones in one word" if compiled else "python")


@pytest.mark.req("S0.43")
def test_a_single_legal_move_is_returned_at_once() -> None:
    state = ConnectFour(2, 2, 3).initial_state().play(0).play(0)
    assert list(state.legal_actions()) == [1]
    for agent in (MctsPlayer(), player("classic-mc"), player("classic-nine-mcts")):
        decision = agent.choose(state, Limit())
        assert (decision.action, decision.nodes, decision.line) == (1, 0, (1,))


@pytest.mark.req("S3.30")
def test_no_legal_move_is_an_error() -> None:
    state = Mnk(2, 2, 2).initial_state().play(0).play(1).play(2)
    for agent in (MctsPlayer(), player("classic-nine-mcts")):
        with pytest.raises(IllegalMove):
            agent.choose(state, Limit())


@pytest.mark.req("S2.15")
def test_a_proven_win_is_called_one() -> None:
    state = Mnk().state_from(board_of(["XX.", "OO.", "..."]), 0)
    for per_child in (False, True):
        agent = MctsPlayer(decisive=True, final="ratio", per_child=per_child, seed=1)
        decision = agent.choose(state, Limit())
        assert decision.action == 2
        assert decision.value == Value(Kind.PROVEN, 1.0, Result.WIN, 1, unit=Unit.CHANCE)


@pytest.mark.req("S2.6")
@quick
@given(game=any_game, path=choices)
def test_it_plays_legal_moves_in_every_game(
    game: ConnectFour | Mnk | NineBoard | RandomDrop, path: list[int]
) -> None:
    *_, state = walk(game.initial_state(), path)
    if state.outcome is None and not state.chance():
        nine: dict[str, Any] = {"decisive": True, "keep_rollout": True, "rollout_depth": 3}
        prove: dict[str, Any] = {"solve": True, "sharp": True}
        agents = [MctsPlayer(12, seed=1, **options) for options in ({}, nine, prove)]
        agents += [MctsPlayer(12, seed=1, compiled=False, **options) for options in ({}, nine)]
        for agent in agents:
            decision = agent.choose(state, Limit())
            assert decision.action in state.legal_actions()
            assert set(decision.values) <= set(state.legal_actions())


# Limits


@pytest.mark.parametrize(
    ("own", "limit", "nodes"),
    [
        (100, Limit(), 100),
        (100, Limit(simulations=40), 40),
        (100, Limit(nodes=30, simulations=40), 30),
        (40, Limit(simulations=100), 40),
        (None, Limit(simulations=70), 70),
        (None, Limit(depth=3), 500),
        (None, Limit(stop=Event()), 500),
    ],
)
@both_codes
def test_the_tightest_bound_counts(
    own: int | None, limit: Limit, nodes: int, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.defaults.MCTS_SIMULATIONS", 500)
    agent = MctsPlayer(simulations=own, seed=1, compiled=compiled)
    assert agent.choose(ConnectFour().initial_state(), limit).nodes == nodes


@both_codes
def test_with_per_child_the_own_bound_is_for_each_child(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.defaults.MCTS_SIMULATIONS", 50)
    state = ConnectFour().initial_state()
    agent = MctsPlayer(simulations=20, final="ratio", per_child=True, seed=1, compiled=compiled)
    assert agent.choose(state, Limit()).nodes == 140
    assert agent.choose(state, Limit(simulations=70)).nodes == 70
    endless = MctsPlayer(simulations=None, final="ratio", per_child=True, compiled=compiled)
    assert endless.choose(state, Limit()).nodes == 350


@each(
    "own, given, per_child, compiled",
    [
        (0.1, None, False, True),
        (None, 0.1, True, True),
        (9.0, 0.1, True, False),
        (0.1, 9.0, False, False),
        (None, 0.1, False, True),
        (0.1, None, True, False),
    ],
    quick=2,
)
def test_seconds_are_kept(
    own: float | None,
    given: float | None,
    per_child: bool,
    compiled: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options: dict[str, Any] = {"per_child": per_child, "compiled": compiled, "final": "ratio"}
    MctsPlayer(simulations=7, **options).choose(ConnectFour().initial_state(), Limit())  # loads
    agent = MctsPlayer(simulations=None, seconds=own, **options)
    for module in (clock, mcts):
        monkeypatch.setattr(module, "perf_counter", process_time)  # others' work does not count
    started = process_time()
    decision = agent.choose(ConnectFour().initial_state(), Limit(seconds=given))
    assert 0.07 < process_time() - started < 1.5
    assert decision.seconds > 0.07
    assert decision.nodes > 7


@both_codes
def test_a_tiny_limit_still_gives_a_legal_move(compiled: bool) -> None:
    state = load_game("gomoku").initial_state()
    for per_child in (False, True):
        options: dict[str, Any] = {"per_child": per_child, "compiled": compiled, "final": "ratio"}
        agent = MctsPlayer(simulations=None, **options)
        assert agent.choose(state, Limit(seconds=1e-6)).action in range(225)


@each(
    "spec, options, compiled",
    [
        ("connect_four", {}, True),
        ("connect_four", {"per_child": True, "final": "ratio"}, False),
        ("connect_four", {"keep_rollout": True}, True),
        ("gomoku", {}, False),
        ("gomoku", {"per_child": True, "final": "ratio"}, True),
        ("gomoku", {"keep_rollout": True}, False),
    ],
)
def test_it_can_be_stopped(spec: str, options: dict[str, Any], compiled: bool) -> None:
    options = {**options, "compiled": compiled}
    MctsPlayer(simulations=1, **options).choose(load_game(spec).initial_state(), Limit())  # loads
    stop = Event()
    stopped: list[float] = []

    def stop_at_work() -> None:
        """Stop after some work, not some time: a busy machine may not even have begun."""
        began = process_time()
        while process_time() < began + 0.05:
            sleep(0.01)
        stopped.append(process_time())
        stop.set()

    stopper = Thread(target=stop_at_work)
    stopper.start()
    agent = MctsPlayer(simulations=10**9, **options)
    decision = agent.choose(load_game(spec).initial_state(), Limit(stop=stop))
    late = process_time() - stopped[0]
    assert decision.nodes > 0
    assert late < 0.5
    stopper.join()


@both_codes
def test_a_stop_flag_that_is_already_set_leaves_a_legal_move(compiled: bool) -> None:
    stop = Event()
    stop.set()
    decision = MctsPlayer(compiled=compiled).choose(ConnectFour().initial_state(), Limit(stop=stop))
    assert (decision.action, decision.nodes) == (0, 0)


@both_codes
@pytest.mark.parametrize("per_child", [False, True])
def test_progress_is_reported_now_and_then(per_child: bool, compiled: bool) -> None:
    heard: list[Info] = []
    options: dict[str, Any] = {"per_child": per_child, "compiled": compiled, "final": "ratio"}
    agent = MctsPlayer(simulations=None, seconds=0.25, **options)
    decision = agent.choose(ConnectFour().initial_state(), Limit(), heard.append)
    assert 1 <= len(heard) <= 4
    assert [info.nodes for info in heard] == sorted(info.nodes for info in heard)
    assert heard[-1].nodes <= decision.nodes
    assert all(0.1 <= info.seconds <= decision.seconds for info in heard)
    assert all(info.line[0] == info.action for info in heard)


@both_codes
def test_listening_does_not_change_the_search(compiled: bool) -> None:
    state = ConnectFour().initial_state()
    options: dict[str, Any] = {"seed": 4, "decisive": True, "compiled": compiled}
    silent = MctsPlayer(simulations=1000, **options).choose(state, Limit())
    told = MctsPlayer(simulations=1000, **options).choose(state, Limit(), print)
    assert (silent.values, silent.line) == (told.values, told.line)


def fail(info: Info) -> None:
    raise KeyError(info.nodes)


@pytest.mark.parametrize("enabled", [True, False])
def test_the_garbage_collector_is_left_as_it_was(enabled: bool) -> None:
    was = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        agent = MctsPlayer(simulations=None, seed=1, compiled=False)
        agent.choose(ConnectFour().initial_state(), Limit(simulations=300))
        assert gc.isenabled() == enabled
        with pytest.raises(KeyError):
            agent.choose(ConnectFour().initial_state(), Limit(seconds=5), fail)
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was else gc.disable)()


def test_trees_need_no_garbage_collector() -> None:
    """Each tree goes when the next one comes; nothing is left for the collector to find."""
    agent = MctsPlayer(simulations=100, seed=1, keep_rollout=True, compiled=False)
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            agent.choose(ConnectFour().initial_state(), Limit())
        agent.close()
        assert gc.collect() < 300, "one tree alone would be thousands of objects"
    finally:
        gc.enable()


# Seeds


SEEDED: list[dict[str, Any]] = [
    {"simulations": 20},
    {"simulations": 20, "solve": True, "sharp": True},
    {"simulations": 2, "per_child": True, "final": "ratio"},
    {"simulations": 8, "compiled": False},
    {"simulations": 1, "per_child": True, "final": "ratio", "compiled": False},
]


@pytest.mark.req("X.5", "S2.24")
@each("spec, options", product(GAMES, SEEDED), quick=2)
def test_the_same_seeds_give_the_same_game(spec: str, options: dict[str, Any]) -> None:
    game: Game = load_game(spec)

    def play(seed: int) -> tuple[int, ...]:
        players = MctsPlayer(seed=seed, **options), MctsPlayer(seed=seed + 1, **options)
        return tuple(play_match(game, players, seed=seed).actions)

    first = play(1)
    assert first == play(1)
    assert any(first != play(seed) for seed in (2, 3))


@pytest.mark.req("S2.8", "S2.24")
@both_codes
def test_processes_change_nothing_but_the_time(compiled: bool) -> None:
    state = NineBoard().initial_state().play(0).play(4)
    options = f"simulations=60,seconds=none,compiled={compiled},seed=5".lower()
    one = player(f"classic-nine-mcts(processes=1,{options})")
    two = player(f"classic-nine-mcts(processes=2,{options})")
    for _ in range(2):
        first, second = one.choose(state, Limit()), two.choose(state, Limit())
        assert (first.action, first.values, first.line) == (
            second.action,
            second.values,
            second.line,
        )
        assert first.nodes == second.nodes == 60 * 9
    two.close()


@pytest.mark.req("S2.8")
@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 2), (64, 9)])
def test_searches_run_side_by_side_but_never_more_than_cores(
    cores: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    watch = SearchClock.watch

    def counting(clock: SearchClock, works: Any, *rest: Any) -> Any:
        asked.append(len(works))
        return watch(clock, works, *rest)

    monkeypatch.setattr("os.cpu_count", lambda: cores)
    monkeypatch.setattr(SearchClock, "watch", counting)
    agent = player("classic-nine-mcts(seconds=none,simulations=3)")
    before = set(active_children()), set(enumerate_threads())
    agent.choose(NineBoard("free").initial_state(), Limit())
    assert asked == [threads]
    assert (set(active_children()), set(enumerate_threads())) == before, "nothing stays behind"


@pytest.mark.req("S2.24")
def test_a_player_of_several_searches_leaves_nothing_that_keeps_a_program_alive() -> None:
    script = (
        "from inarow import Limit, load_agent, load_game\n"
        "state = load_game('nine_board').initial_state().play(4).play(7)\n"
        "agent = load_agent('classic-nine-mcts(seconds=none,simulations=5)')\n"
        "print(agent.choose(state, Limit()).nodes)\n"
    )
    # The pipe of stdout is only closed when every process that holds it has ended.
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stdout == "45\n"
