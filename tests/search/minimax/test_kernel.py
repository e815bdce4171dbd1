"""The compiled alpha-beta search finds what the readable one finds."""

from __future__ import annotations

import weakref
from random import Random
from threading import Event, Timer

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import each
from inarow.games.base import State
from inarow.games.dice import roll
from inarow.registry import load_agent, load_game
from inarow.search.decision import Kind, Result
from inarow.search.evaluators import EVALUATORS, evaluator
from inarow.search.evaluators.column_score import column_scores, sorted_columns
from inarow.search.limit import Limit
from inarow.search.minimax.alphabeta import Plan
from inarow.search.minimax.compiled import CompiledAlphaBeta
from kernel_helpers import compiled

GAMES = (
    "connect_four",
    "connect_four(rows=4,cols=5,k=3)",
    "connect_four(rows=9,cols=9)",
    "connect_four(rows=12,cols=4,k=10)",
    "connect_four(rows=3,cols=3,k=7)",
    "random_drop(rows=5,cols=5)",
    "tic_tac_toe",
    "mnk(rows=4,cols=6,k=4)",
    "mnk(rows=5,cols=5,k=3,overline=exact)",
    "mnk(rows=9,cols=8,k=4)",
    "mnk(rows=1,cols=7,k=3)",
    "mnk(rows=3,cols=4,k=2)",
    "nine_board",
    "nine_board(first_move=free,full_board=free)",
)


def random_position(spec: str, seed: int, plies: int) -> State:
    """A position that a player may be asked about, after some random plies."""
    rng = Random(seed)
    state = load_game(spec).initial_state()
    for _ in range(plies):
        actions = state.legal_actions()
        action = roll(state, rng) if state.chance() else rng.choice(list(actions))
        following = state.play(action)
        if following.outcome is not None:
            break
        state = following
    while state.chance():
        state = state.play(roll(state, rng))
    return state if state.outcome is None else load_game("tic_tac_toe").initial_state()


def both(state: State, spec: str) -> None:
    """Ask the player with and without kernels, and compare all that both must agree on."""
    name, _, options = spec.rstrip(")").partition("(")
    readable = load_agent(
        f"{name}({options},compiled=false)" if options else f"{name}(compiled=false)"
    )
    compiled = load_agent(spec)
    if not compiled.supports(state.game):
        return
    expected, found = (agent.choose(state, Limit()) for agent in (readable, compiled))
    assert found.action == expected.action
    assert dict(found.values) == dict(expected.values)
    assert found.path.startswith("kernel")
    assert expected.path == "python"


positions = st.builds(
    random_position,
    st.sampled_from(GAMES),
    st.integers(0, 10**6),
    st.integers(0, 14),
)


@pytest.mark.req("S1.19", "S1.20", "S1.23", "S1.24", "S1.42", "S4.17")
@settings(deadline=None)
@given(
    positions, st.integers(1, 3), st.sampled_from(EVALUATORS), st.sampled_from(("left", "centre"))
)
def test_values_and_moves_are_those_of_the_readable_alphabeta(
    state: State, depth: int, judge: str, order: str
) -> None:
    if len(state.legal_actions()) > 30:
        depth = min(depth, 2)  # the readable search would take long
    both(state, f"alphabeta(depth={depth},evaluator={judge},order={order},seconds=none)")


@pytest.mark.req("S1.18", "S1.22")
@settings(max_examples=30, deadline=None)
@given(positions, st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_every_idea_can_be_switched_alone(
    state: State, bound_tests: bool, foresight: bool, table: bool, deepening: bool
) -> None:
    switches = f"bound_tests={bound_tests},foresight={foresight},table={table}"
    both(state, f"alphabeta(depth=3,evaluator=none,{switches},deepening={deepening},seconds=none)")


@pytest.mark.req("S0.22", "S0.24", "S0.28", "S0.31", "S0.32", "S0.34")
@settings(deadline=None)
@given(positions, st.integers(1, 3), st.sampled_from(EVALUATORS))
def test_minimax_and_expectiminimax_find_the_same_values(
    state: State, depth: int, judge: str
) -> None:
    if len(state.legal_actions()) > 30:
        depth = min(depth, 2)  # the readable search would take minutes
    both(state, f"minimax(depth={depth},evaluator={judge})")
    both(state, f"expectiminimax(depth={depth},evaluator={judge})")


@pytest.mark.req(
    "S1.10", "S1.25", "S1.26", "S1.27", "S1.28", "S1.29", "S1.30", "S1.31", "S1.32", "S1.35"
)
@settings(deadline=None)
@given(st.sampled_from(GAMES[:6]), st.integers(0, 10**6), st.integers(0, 10), st.integers(0, 5))
def test_sorted_columns_visit_the_same_number_of_positions(
    spec: str, seed: int, plies: int, above: int
) -> None:
    """Sorted where more plies are left than the threshold, as in the readable search."""
    state = random_position(spec, seed, plies)
    options = f"depth=4,evaluator=none,sort_above={above},table=false,seconds=none"
    if load_agent(f"alphabeta({options})").supports(state.game):
        compiled = load_agent(f"alphabeta({options})").choose(state, Limit())
        readable = load_agent(f"alphabeta({options},compiled=false)").choose(state, Limit())
        assert compiled.nodes == readable.nodes
        assert dict(compiled.values) == dict(readable.values)


@pytest.mark.req(
    "S1.10", "S1.26", "S1.28", "S1.29", "S1.30", "S1.31", "S1.32", "S1.33", "S1.34", "S1.35"
)
@each("spec", GAMES[:6])
def test_columns_are_scored_and_sorted_as_by_the_readable_search(spec: str) -> None:
    from inarow.search.minimax import kernel as kernels
    from inarow.search.minimax.compiled import board_of

    score, sort = compiled(kernels.column_score), compiled(kernels.sort_columns)
    for plies in range(30):
        state = random_position(spec, plies, plies)
        if not load_agent("alphabeta(sort_above=0)").supports(state.game):
            continue  # the game has ended early
        plan = Plan(evaluator="none", sort_above=0)
        board = board_of(state, CompiledAlphaBeta(state, plan, Limit())._configure)
        columns = range(state.game.shape[1])
        assert [max(0, score(board, col)) for col in columns] == column_scores(state), state
        sort(board, 0)
        order = [int(col) for col in board.sorted[: len(columns)] if col in state.legal_actions()]
        assert order == sorted_columns(state), state


@pytest.mark.req("S4.14", "S4.15", "S4.16", "S4.18")
@settings(max_examples=20, deadline=None)
@given(st.sampled_from(("gomoku", "mnk(rows=7,cols=7,k=4)", GAMES[8])), st.integers(0, 999))
def test_the_gomoku_player_finds_the_same_move(spec: str, seed: int) -> None:
    state = random_position(spec, seed, 6)
    if state.ply:
        options = "seconds=60,seed=1"
        compiled = load_agent(f"classic-gomoku({options})").choose(state, Limit())
        readable = load_agent(f"classic-gomoku({options},compiled=false)").choose(state, Limit())
        assert (compiled.action, compiled.value) == (readable.action, readable.value)


@pytest.mark.req(
    "S0.48",
    "S0.49",
    "S0.50",
    "S0.52",
    "S0.53",
    "S0.54",
    "S1.12",
    "S1.13",
    "S1.14",
    "S1.16",
    "S4.22",
    "S4.23",
    "S4.24",
    "S4.25",
    "S4.26",
    "S4.27",
)
@each("name", EVALUATORS)
@each("spec", GAMES)
def test_evaluations_are_those_of_the_readable_evaluators(
    spec: str, name: str, thorough: bool
) -> None:
    from inarow.search.evaluators import kernel as kernels
    from inarow.search.minimax.compiled import board_of

    evaluate, judge = compiled(kernels.evaluate), evaluator(name)
    if not judge.supports(load_game(spec)):
        return
    for plies in range(0, 24, 1 if thorough else 3):
        state = random_position(spec, plies, plies)
        search = CompiledAlphaBeta(state, Plan(evaluator=name), Limit())
        board = board_of(state, search._configure)
        for player in (0, 1):
            assert evaluate(board, player) == judge(state, player), state


@pytest.mark.req("S1.15")
@pytest.mark.parametrize(
    "name", ["open_lines(growth=3)", "weighted_chains(growth=4,room=0.5,centre=2)"]
)
def test_options_of_evaluators_reach_the_kernel(name: str) -> None:
    from inarow.search.evaluators import kernel as kernels
    from inarow.search.minimax.compiled import board_of

    evaluate = compiled(kernels.evaluate)
    for seed in range(10):
        state = random_position("connect_four", seed, 12)
        search = CompiledAlphaBeta(state, Plan(evaluator=name), Limit())
        board = board_of(state, search._configure)
        assert evaluate(board, 0) == evaluator(name)(state, 0)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_share_a_table_and_find_the_same_values(threads: int) -> None:
    for seed in range(6):
        state = random_position("connect_four(rows=5,cols=5)", seed, 8)
        one, many = (
            load_agent(f"alphabeta(depth=8,evaluator=none,threads={n},seconds=none)")
            for n in (1, threads)
        )
        expected, found = one.choose(state, Limit()), many.choose(state, Limit())
        assert dict(found.values) == dict(expected.values)
        assert found.action == expected.action


def test_a_stop_event_ends_a_search_that_has_no_other_limit() -> None:
    state = load_game("connect_four(rows=7,cols=8)").initial_state()
    stop = Event()
    Timer(0.2, stop.set).start()
    decision = load_agent("alphabeta(seconds=none)").choose(state, Limit(stop=stop))
    assert decision.action in state.legal_actions()
    assert decision.nodes > 100


def test_a_limit_of_nodes_is_kept_exactly() -> None:
    state = load_game("connect_four").initial_state()
    decision = load_agent("alphabeta").choose(state, Limit(nodes=500))
    assert 500 <= decision.nodes <= 501 + len(state.legal_actions())


def test_a_tiny_table_gives_the_same_values() -> None:
    state = random_position("connect_four(rows=5,cols=6)", 7, 6)
    options = "depth=9,evaluator=none,seconds=none"
    small = load_agent(f"alphabeta({options})").choose(state, Limit(memory=1))
    large = load_agent(f"alphabeta({options})").choose(state, Limit(memory=64))
    assert dict(small.values) == dict(large.values)


def test_the_line_is_playable_and_begins_with_the_move() -> None:
    for seed in range(10):
        state = random_position("connect_four", seed, 10)
        decision = load_agent("alphabeta(depth=8,seconds=none)").choose(state, Limit())
        assert decision.line[0] == decision.action
        for action in decision.line:
            state = state.play(action)


@each("compiled", ["true", "false"])
@each(
    "spec",
    [
        "minimax(depth=9,evaluator=none,compiled={})",
        "alphabeta(deepening=false,evaluator=none,foresight=false,compiled={})",
        "alphabeta(evaluator=none,compiled={})",
    ],
)
def test_an_interrupted_search_proves_nothing_false(spec: str, compiled: str) -> None:
    """The empty board of tic-tac-toe is drawn; no half searched move may claim otherwise."""
    state = load_game("tic_tac_toe").initial_state()
    for nodes in (*range(1, 16), *range(16, 400, 48)):
        decision = load_agent(spec.format(compiled)).choose(state, Limit(nodes=nodes))
        for value in decision.values.values():
            assert value.kind is not Kind.PROVEN or value.result is Result.DRAW


def test_a_search_as_deep_as_the_largest_board_does_not_crash() -> None:
    state = load_game("connect_four(rows=100,cols=100,k=50)").initial_state()
    options = "deepening=false,evaluator=none,foresight=false,seconds=none"
    decision = load_agent(f"alphabeta({options})").choose(state, Limit(nodes=11_000))
    assert decision.action in state.legal_actions()


def test_a_finished_search_gives_its_memory_back_at_once() -> None:
    state = load_game("connect_four").initial_state()
    search = CompiledAlphaBeta(state, Plan(), Limit())
    alive = weakref.ref(search)
    del search
    assert alive() is None


def test_the_dice_are_given_up_when_somebody_says_stop() -> None:
    state = load_game("random_drop(rows=60,cols=60)").initial_state()
    stop = Event()
    stop.set()
    decision = load_agent("expectiminimax(depth=2)").choose(state, Limit(stop=stop))
    assert decision.action in state.legal_actions()
    assert decision.nodes < 20_000


def test_a_limit_of_nodes_is_shared_by_the_threads() -> None:
    state = load_game("connect_four").initial_state()
    decision = load_agent("alphabeta(threads=2)").choose(state, Limit(nodes=40_000))
    assert decision.nodes < 60_000


def test_the_path_names_the_code_that_ran() -> None:
    state = load_game("connect_four").initial_state()
    decision = load_agent("alphabeta(depth=2)").choose(state, Limit())
    assert decision.path == "kernel, stones counted line by line"
