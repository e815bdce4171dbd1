"""The alpha-beta player: options, honest values, limits, and the original program 001."""

from __future__ import annotations

from itertools import product
from threading import Event, Timer
from time import process_time

import pytest

from cases import each
from helpers import board_of, columns, load_data, play_all
from inarow.errors import BadOption, IllegalMove
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.notation import parse_position
from inarow.registry import load_agent, load_game
from inarow.search.decision import Decision, Info, Kind, Result
from inarow.search.evaluators import EVALUATORS, evaluator
from inarow.search.limit import Limit
from inarow.search.minimax import player as module
from inarow.search.minimax.alphabeta import AlphaBeta
from inarow.search.minimax.player import AlphaBetaPlayer
from inarow.search.ordering import centre_first, moves_in_order
from oracle import (
    BLOCKS,
    RECORDED,
    TRUTH,
    WINS,
    Brute,
    by_distance_apart,
    endgames,
    expectation,
    positions,
    recorded_state,
    snapshot,
    stones_left,
    wins_now,
)

ILLUSTRATION = load_data("originals.json")["program_001"]["illustration"]
SMALL = ("connect_four(rows=4,cols=4,k=3)", "mnk(rows=3,cols=4,k=3)")


def choose(player: AlphaBetaPlayer, state: State, limit: Limit | None = None) -> Decision:
    return player.choose(state, limit or Limit())


def check_line(state: State, decision: Decision) -> None:
    assert decision.line[0] == decision.action
    for action in decision.line:
        assert action in state.legal_actions()
        state = state.play(action)


# Brute force


@pytest.mark.req("S1.23", "S1.38")
@each("spec", SMALL)
@each("order", ["left", "centre"])
def test_to_the_end_every_choice_is_that_of_brute_force(
    spec: str, order: str, thorough: bool
) -> None:
    brute = Brute(moves=moves_in_order(order))
    for state in positions(spec, 20 if thorough else 8, empty=8):
        depth = stones_left(state)
        for exact, table in product((True, False), repeat=2):
            player = AlphaBetaPlayer(
                evaluator="none",
                order=order,
                exact=exact,
                table=table,
                deepening=False,
                seconds=None,
            )
            decision = choose(player, state)
            assert decision.action == brute.choice(state, depth)
            check_line(state, decision)


@each("name", EVALUATORS)
def test_a_few_plies_ahead_every_choice_is_that_of_brute_force(name: str, thorough: bool) -> None:
    judge = evaluator(name)

    def clamped(state: State, player: int) -> float:
        return max(-999_999_999, min(999_999_999, judge(state, player)))

    brute = Brute(clamped, by_distance_apart, moves=centre_first)
    for spec in ("connect_four(rows=5,cols=5,k=4)", "mnk(rows=4,cols=4,k=4)"):
        for state in positions(spec, 7 if thorough else 3):
            plain = AlphaBetaPlayer(depth=2, evaluator=name, deepening=False, seconds=None)
            depth = min(2, stones_left(state))
            assert choose(plain, state).action == brute.choice(state, depth)
            deepened = AlphaBetaPlayer(depth=3, evaluator=name, seconds=None)
            depth = min(3, stones_left(state))
            assert choose(deepened, state).action == brute.deepened(state, depth)


@pytest.mark.req("S1.18", "S1.22", "S1.23", "S1.27", "S1.38", "S1.39", "S1.41")
def test_the_player_of_the_original_solves_endgames() -> None:
    player = load_agent("classic-alphabeta(seconds=none)")
    for state in endgames(100, 8):
        truth = Brute().scores(state, 8)
        decision = player.choose(state, Limit())
        assert truth[decision.action] == max(truth.values())
        for action, value in decision.values.items():
            if value.kind is Kind.PROVEN:
                score = truth[action]
                expected = Result.WIN if score > 0 else Result.LOSS if score else Result.DRAW
                assert value.result is expected
                assert value.plies == (9 - abs(score) if score else None)


# Honest values


@each("name", EVALUATORS)
@each("spec", SMALL)
def test_what_is_called_proven_is_true(spec: str, name: str, thorough: bool) -> None:
    proven, count = 0, 30 if thorough else 8
    for state in positions(spec, count, empty=8):
        depth = stones_left(state)
        scores = TRUTH.scores(state, depth)
        for limit in (Limit(depth=1), Limit(depth=3), Limit(nodes=40), Limit()):
            player = AlphaBetaPlayer(evaluator=name, seconds=None)
            for action, value in choose(player, state, limit).values.items():
                if value.kind is not Kind.PROVEN:
                    continue
                proven += 1
                score = scores[action]
                assert value.result is (
                    Result.WIN if score > 0 else Result.LOSS if score else Result.DRAW
                )
                if not limit.nodes:
                    assert value.plies == (depth + 1 - abs(score) if score else None)
    assert proven > 4 * count


@each("name", ["alphabeta", "classic-alphabeta"])
@each("spec", ["random_drop(rows=2,cols=4,k=3)", "random_drop(3,3,3)"])
def test_with_dice_in_the_game_what_is_called_proven_is_true(spec: str, name: str) -> None:
    """Only columns are searched, but the opponent may answer with the dice."""
    worth = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}
    player = load_agent(f"{name}(seconds=none)")
    for state in positions(spec, 30):
        sign = 1 if state.player == 0 else -1
        for action, value in player.choose(state, Limit()).values.items():
            if value.kind is Kind.PROVEN:
                assert value.result is not None
                assert sign * expectation(state.play(action)) == worth[value.result]


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("mnk(rows=1,cols=9,k=3)", "X...X..OO X"),
        ("mnk(rows=3,cols=4,k=3)", ".O../...X/...X O"),
    ],
)
def test_moves_that_were_left_out_may_be_better_so_nothing_is_proven(
    game: str, position: str
) -> None:
    """With order=near only cells beside stones are tried; here another cell wins."""
    state = parse_position(load_game(game), position)
    truth = Brute().value(state, stones_left(state)) * (1 if state.player == 0 else -1)
    assert truth > 0, "the player to move wins"
    player = AlphaBetaPlayer(order="near", evaluator="none", seconds=None)
    value = choose(player, state).value
    assert value is not None
    assert value.kind is not Kind.PROVEN or value.result is Result.WIN


@each("exact", [True, False])
@each("foresight", [True, False])
def test_scores_are_finite(exact: bool, foresight: bool) -> None:
    state = play_all(ConnectFour().initial_state(), columns("445566"))
    for depth, deepening, order in product((1, 3), (True, False), ("left", "centre")):
        player = AlphaBetaPlayer(
            depth=depth, exact=exact, foresight=foresight, deepening=deepening, order=order
        )
        decision = choose(player, state)
        assert wins_now(state, decision.action)
        for value in decision.values.values():
            assert abs(value.score) < float("inf")


def test_an_evaluation_is_never_taken_for_a_decided_game() -> None:
    state = parse_position(
        Mnk(7, 7, 4), "......./......./..XXX../......./OO...../O....../....... X"
    )
    state = state.play(0)  # X lets the win go; the evaluation still sees an open three
    for name in EVALUATORS:
        value = choose(AlphaBetaPlayer(depth=1, evaluator=name), state).value
        assert value is not None
        assert value.kind is Kind.ESTIMATE
        assert abs(value.score) < 1_000_000_000


# The recorded positions and the illustration


@pytest.mark.req("S0.26", "S0.27")
@each("name", [*WINS, *BLOCKS])
@each("spec", ["alphabeta(depth=4)", "classic-alphabeta(depth=4)"])
def test_wins_are_taken_and_threats_blocked(name: str, spec: str) -> None:
    state = recorded_state(name)
    assert load_agent(spec).choose(state, Limit()).action + 1 in RECORDED[name]["required_columns"]


@pytest.mark.req("S1.17", "S1.18")
def test_two_threats_cannot_be_blocked_with_one_stone() -> None:
    board = board_of(ILLUSTRATION["board"])
    game = ConnectFour(ILLUSTRATION["rows"], ILLUSTRATION["columns"])
    player = AlphaBetaPlayer(depth=3, deepening=False)
    o_moves = choose(player, game.state_from(board, 1))
    assert [column for column, value in sorted(o_moves.values.items()) if value.plies == 1] == [
        1,
        5,
    ]
    x_moves = choose(player, game.state_from(board, 0))
    assert x_moves.action == 0, "x wins at once"
    for column in (1, 5):
        assert x_moves.values[column].words == "loss in 2 plies", "o plays the other one"


# Options


@pytest.mark.req("S1.18")
def test_foresight_changes_the_work_but_not_the_choice() -> None:
    total = {True: 0, False: 0}
    for state in endgames(40, 10):
        answers = {}
        for foresight in (True, False):
            player = AlphaBetaPlayer(evaluator="none", foresight=foresight, seconds=None)
            decision = choose(player, state)
            total[foresight] += decision.nodes
            answers[foresight] = (decision.action, decision.value and decision.value.words)
        assert answers[True] == answers[False]
    assert total[True] < total[False]


@pytest.mark.req("S1.22")
def test_bound_tests_change_the_work_but_not_the_choice() -> None:
    total = {True: 0, False: 0}
    for state in endgames(40, 8):
        answers = {}
        for tests in (True, False):
            player = AlphaBetaPlayer(
                evaluator="none",
                bound_tests=tests,
                foresight=False,
                table=False,
                exact=False,
                deepening=False,
                seconds=None,
            )
            decision = choose(player, state)
            total[tests] += decision.nodes
            answers[tests] = (decision.action, decision.value and decision.value.words)
        assert answers[True] == answers[False]
    assert total[True] < total[False]


@pytest.mark.parametrize("name", [name for name in EVALUATORS if name != "none"])
def test_bound_tests_are_left_out_where_an_evaluation_speaks(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bool] = []

    def spy(**settings: object) -> AlphaBeta:
        made.append(bool(settings["bound_tests"]))
        return AlphaBeta(**settings)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "AlphaBeta", spy)
    state = ConnectFour(4, 4, 3).initial_state()
    choose(AlphaBetaPlayer(evaluator=name, depth=1, compiled=False), state)
    choose(AlphaBetaPlayer(evaluator="none", depth=1, compiled=False), state)
    choose(AlphaBetaPlayer(evaluator="none", depth=1, bound_tests=False, compiled=False), state)
    assert made == [False, True, False]


@pytest.mark.req("S1.25", "S1.27")
def test_sorting_by_columns_is_for_dropping_games_only() -> None:
    player = load_agent("classic-alphabeta")
    assert isinstance(player, AlphaBetaPlayer)
    assert player.sort_above == 20
    assert player.supports(load_game("connect_four"))
    assert not player.supports(load_game("tic_tac_toe"))
    assert not player.supports(load_game("nine_board"))
    assert AlphaBetaPlayer().supports(load_game("nine_board"))


@pytest.mark.req("S1.27")
def test_the_threshold_reaches_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first move of the original: depth is the cells left plus one."""
    sorted_at: list[int] = []

    def sort(state: State) -> list[int]:
        sorted_at.append(state.ply)
        return list(state.legal_actions())

    monkeypatch.setattr(module, "sorted_columns", sort)
    state = ConnectFour(rows=22, cols=1, k=4).initial_state()
    player = load_agent("classic-alphabeta(deepening=false,seconds=none,compiled=false)")
    player.choose(state, Limit())
    # 22 plies are left at the root, 21 after its move, 20 after the next one: depths 22 and 21.
    assert sorted_at == [1, 2]


@pytest.mark.req("X.4")
@pytest.mark.parametrize(("order", "first"), [("left", 0), ("centre", 2)])
def test_ties_go_to_the_first_move_of_the_order(order: str, first: int) -> None:
    state = ConnectFour(rows=2, cols=5, k=5).initial_state()
    player = AlphaBetaPlayer(evaluator="none", depth=2, order=order)
    assert choose(player, state).action == first


@each(
    "option",
    [
        "depth=0",
        "depth=-3",
        "evaluator=tea",
        "order=random",
        "sort_above=-1",
        "seconds=0",
        "exact=2",
    ],
)
def test_bad_options_are_refused(option: str) -> None:
    with pytest.raises(BadOption):
        load_agent(f"alphabeta({option})")


# Limits


@pytest.mark.req("S1.40")
@each("depth", [1, 2, 3])
def test_the_depth_is_the_smaller_of_option_and_limit(depth: int) -> None:
    state = ConnectFour().initial_state()
    heard: list[Info] = []
    AlphaBetaPlayer(depth=3).choose(state, Limit(depth=depth), heard.append)
    assert [info.depth for info in heard] == list(range(1, depth + 1))
    heard.clear()
    AlphaBetaPlayer(depth=depth).choose(state, Limit(depth=3), heard.append)
    assert [info.depth for info in heard] == list(range(1, depth + 1))


@each("spec", ["connect_four", "gomoku", "nine_board(first_move=free)"])
@each("limit", [Limit(seconds=0.01), Limit(seconds=0.2), Limit(nodes=1)])
def test_a_small_limit_is_kept_and_answered_with_a_legal_move(spec: str, limit: Limit) -> None:
    state = load_game(spec).initial_state()
    started = process_time()
    decision = choose(AlphaBetaPlayer(), state, limit)
    assert process_time() - started < (limit.seconds or 0) + 0.5
    assert decision.action in state.legal_actions()


def test_without_a_limit_its_own_time_counts() -> None:
    started = process_time()
    decision = choose(AlphaBetaPlayer(seconds=0.1), ConnectFour().initial_state())
    assert process_time() - started < 0.6
    assert decision.nodes > 7


def test_a_bound_of_the_caller_replaces_its_own_time() -> None:
    state = ConnectFour(rows=4, cols=4, k=4).initial_state()
    decision = choose(AlphaBetaPlayer(seconds=0.001), state, Limit(depth=5))
    assert len(decision.line) == 5


@each("spec", ["connect_four", "gomoku", "nine_board(first_move=free)"])
def test_a_search_is_stopped_from_another_thread(spec: str) -> None:
    state = load_game(spec).initial_state()
    stop = Event()
    timer = Timer(0.1, stop.set)
    timer.start()
    started = process_time()
    decision = choose(AlphaBetaPlayer(seconds=None), state, Limit(stop=stop))
    timer.join()
    assert process_time() - started < 0.6
    assert decision.action in state.legal_actions()


@pytest.mark.req("S1.37", "X.6")
def test_the_position_of_the_caller_stays_as_it_was() -> None:
    for spec in ("connect_four", "gomoku", "nine_board(first_move=free)"):
        for state in positions(spec, 3):
            before = snapshot(state)
            choose(AlphaBetaPlayer(), state, Limit(nodes=300))
            assert snapshot(state) == before


def test_the_line_is_legal_and_begins_with_the_choice() -> None:
    for spec in ("connect_four", "gomoku", "nine_board", "tic_tac_toe", "random_drop"):
        for state in positions(spec, 3):
            for exact, deepening, table in product((True, False), repeat=3):
                player = AlphaBetaPlayer(exact=exact, deepening=deepening, table=table, depth=3)
                check_line(state, choose(player, state, Limit(nodes=200)))


def test_a_finished_game_is_refused() -> None:
    over = play_all(ConnectFour().initial_state(), columns("1212121"))
    with pytest.raises(IllegalMove):
        choose(AlphaBetaPlayer(), over)


def test_tic_tac_toe_is_a_draw() -> None:
    decision = choose(AlphaBetaPlayer(seconds=None), Mnk().initial_state())
    assert {value.words for value in decision.values.values()} == {"draw"}
    assert decision.action == 4, "the centre is tried first"
