"""What alpha-beta answers: a line, every depth, a legal move also when the budget is spent."""

from __future__ import annotations

from threading import Event

import pytest

from alphabeta_cases import BLIND, BOARDS, NOISY, check_line, depth_of, every_board, some
from cases import each
from helpers import columns, play_all
from inarow.games.connect_four import ConnectFour
from inarow.search.clock import SearchClock
from inarow.search.decision import Info, Kind, Result
from inarow.search.evaluators.threats import decided
from inarow.search.limit import Limit
from inarow.search.minimax.alphabeta import AlphaBeta, search_alphabeta
from inarow.search.minimax.root import clear_score, value_of_clear
from inarow.search.ordering import centre_first
from oracle import endgames, noise, snapshot, stones_left


@pytest.mark.req("S1.37", "X.6")
@every_board
def test_the_position_of_the_caller_stays_as_it_was(spec: str) -> None:
    for state in some(spec, 4):
        before, path = snapshot(state), [snapshot(state.play(a)) for a in state.legal_actions()]
        search_alphabeta(state, AlphaBeta(table={}, foresee=decided), min(4, depth_of(state)), True)
        assert snapshot(state) == before
        assert [snapshot(state.play(a)) for a in state.legal_actions()] == path


@pytest.mark.req("S1.19")
@pytest.mark.parametrize("deepening", [False, True])
def test_the_line_leads_to_the_end_that_the_value_promises(deepening: bool) -> None:
    for state in endgames(100, 8):
        decision = search_alphabeta(state, AlphaBeta(table={}), 8, deepening)
        check_line(state, decision)
        value = decision.value
        assert value is not None
        if value.plies is None:
            continue
        assert len(decision.line) == value.plies
        end = play_all(state, decision.line).outcome
        assert end is not None
        assert (end.winner == state.player) == (value.result is Result.WIN)


def test_every_completed_depth_is_told() -> None:
    heard: list[Info] = []
    state = ConnectFour(4, 4, 4).initial_state()
    search = AlphaBeta(evaluate=noise, score=clear_score)
    decision = search_alphabeta(state, search, 4, True, False, value_of_clear, heard.append)
    assert [info.depth for info in heard] == [1, 2, 3, 4]
    assert heard[-1].action == decision.action
    assert heard[-1].line == decision.line
    assert [info.nodes for info in heard] == sorted(info.nodes for info in heard)


def test_the_last_depth_is_told_too_when_it_settles_the_matter() -> None:
    heard: list[Info] = []
    state = play_all(ConnectFour().initial_state(), columns("141412"))
    decision = search_alphabeta(state, AlphaBeta(), 8, deepening=True, on_info=heard.append)
    assert decision.value is not None
    assert decision.value.words == "win in 1 ply"
    assert [info.depth for info in heard] == [1]


@each("deepening", [False, True])
@each("nodes", [1, 2, 10, 100, 1000])
def test_an_ended_budget_still_leaves_a_legal_move(nodes: int, deepening: bool) -> None:
    for spec in BOARDS:
        for state in some(spec, 4):
            search = AlphaBeta(
                evaluate=noise, score=clear_score, clock=SearchClock(Limit(nodes=nodes)), table={}
            )
            depth = stones_left(state)
            decision = search_alphabeta(state, search, depth, deepening, describe=value_of_clear)
            assert decision.action in state.legal_actions()
            check_line(state, decision)
            assert decision.nodes <= nodes + 2000


def test_a_search_that_ran_out_of_work_proves_nothing_wrong() -> None:
    for state in some("connect_four(rows=4,cols=4,k=3)", 40):
        truth = BLIND.scores(state, stones_left(state))
        for nodes in (3, 10, 30, 100):
            search = AlphaBeta(clock=SearchClock(Limit(nodes=nodes)), table={})
            decision = search_alphabeta(state, search, stones_left(state), deepening=True)
            for action, value in decision.values.items():
                if value.kind is Kind.PROVEN:
                    sign = {Result.WIN: 1, Result.LOSS: -1, Result.DRAW: 0}[
                        value.result or Result.DRAW
                    ]
                    assert (truth[action] > 0) - (truth[action] < 0) == sign


def test_a_deepening_search_keeps_the_last_complete_depth() -> None:
    state = ConnectFour().initial_state()
    for nodes in (100, 500, 2000):
        heard: list[Info] = []
        search = AlphaBeta(evaluate=noise, score=clear_score, clock=SearchClock(Limit(nodes=nodes)))
        decision = search_alphabeta(state, search, 42, True, False, value_of_clear, heard.append)
        assert heard
        assert decision.action == heard[-1].action
        assert decision.value == heard[-1].value
        depth = heard[-1].depth or 0
        assert decision.action == NOISY.deepened(state, depth)
        assert decision.nodes >= nodes, "all work is counted, that of the broken depth too"


def test_a_stopped_search_answers_with_its_first_move() -> None:
    stop = Event()
    stop.set()
    search = AlphaBeta(clock=SearchClock(Limit(stop=stop)), moves=centre_first)
    decision = search_alphabeta(ConnectFour().initial_state(), search, 42)
    assert decision.action == 3
    assert decision.nodes < 10


def test_cuts_can_be_watched() -> None:
    state = ConnectFour(4, 4, 3).initial_state()
    search = AlphaBeta(cuts=[])
    search.value(state, 6)
    assert search.cuts
    for cut in search.cuts:
        assert cut.alpha >= cut.beta
        assert cut.action in cut.state.legal_actions()
