"""Alpha-beta against brute force: the same moves, whatever is switched on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

import pytest

from alphabeta_cases import BOARDS, NOISY, ORDERS, backwards, check_line, depth_of, some
from cases import each
from inarow.games.base import State
from inarow.registry import load_game
from inarow.search.decision import Decision, Kind, Result, Value
from inarow.search.evaluators.threats import decided
from inarow.search.minimax.alphabeta import AlphaBeta, search_alphabeta
from inarow.search.minimax.root import clear_score, value_of_clear, value_of_distance
from inarow.search.ordering import centre_first
from oracle import (
    Brute,
    by_distance,
    by_distance_apart,
    noise,
    nothing,
    sent_to_full_boards,
    wins_now,
)

SWITCHES = ("bound_tests", "table", "sort", "foresee", "deepening", "narrow")
COMBINATIONS = list(product((False, True), repeat=len(SWITCHES)))


def name_of(combination: tuple[bool, ...]) -> str:
    return "+".join(n for n, on in zip(SWITCHES, combination, strict=True) if on) or "nothing"


@dataclass
class Case:
    """One way to search, and what brute force says of it."""

    brute: Brute
    deepening: bool
    narrow: bool
    search: AlphaBeta

    def check(self, state: State, depth: int) -> None:
        describe = value_of_clear if self.brute.evaluate is noise else value_of_distance
        decision = search_alphabeta(
            state, self.search, depth, self.deepening, self.narrow, describe
        )
        scores = self.brute.scores(state, depth)
        if self.deepening:
            assert decision.action == self.brute.deepened(state, depth)
        else:
            assert decision.action == self.brute.choice(state, depth)
            self.check_scores(decision, scores)
        assert decision.value == decision.values[decision.action]
        self.check_meaning(decision.value, scores[decision.action], depth)
        check_line(state, decision)

    def check_scores(self, decision: Decision, scores: dict[int, float]) -> None:
        assert list(decision.values) == list(scores)
        for action, value in decision.values.items():
            if value.kind is Kind.BOUND:
                assert self.narrow
                assert scores[action] <= value.score
                assert scores[action] <= scores[decision.action]
            else:
                assert value.score == scores[action]

    def check_meaning(self, value: Value, score: float, depth: int) -> None:
        far = 1_000_000_000 if self.brute.evaluate is noise else 0
        if abs(score) > far:
            assert value.kind is Kind.PROVEN
            assert value.result is (Result.WIN if score > 0 else Result.LOSS)
            assert value.plies == depth + 1 - (abs(score) - far)
        else:
            assert value.score == score
            assert value.plies is None
            if value.kind is Kind.PROVEN:
                assert value.result is Result.DRAW


@pytest.mark.req("S1.22", "S1.23", "S1.38", "S4.17")
@each("combination", COMBINATIONS, quick=3)
def test_every_combination_chooses_like_brute_force(
    combination: tuple[bool, ...], thorough: bool
) -> None:
    bound_tests, table, sort, foresee, deepening, narrow = combination
    turn = sum(combination)
    for order, moves in ORDERS.items():
        brute = Brute(nothing, by_distance, moves=moves, memory=MEMORY[order])
        for spec in BOARDS:
            turn += 1  # so that every switch meets every position
            states = some(spec, 4)
            for state in states if thorough else states[turn % 4 :][:1]:
                search = AlphaBeta(
                    moves=moves,
                    bound_tests=bound_tests,
                    table={} if table else None,
                    sort=backwards if sort else None,
                    foresee=decided if foresee else None,
                )
                Case(brute, deepening, narrow, search).check(state, depth_of(state))


@pytest.mark.req("S1.23", "S4.17")
@each("combination", [c for c in COMBINATIONS if not c[0]], quick=3)
def test_every_combination_with_an_evaluation_chooses_like_brute_force(
    combination: tuple[bool, ...], thorough: bool
) -> None:
    _, table, sort, foresee, deepening, narrow = combination
    brute = Brute(noise, by_distance_apart, moves=centre_first, memory=MEMORY["noise"])
    for spec in BOARDS:
        for state in some(spec, 6 if thorough else 3):
            search = AlphaBeta(
                evaluate=noise,
                score=clear_score,
                moves=centre_first,
                table={} if table else None,
                sort=backwards if sort else None,
                foresee=decided if foresee else None,
            )
            Case(brute, deepening, narrow, search).check(state, min(3, depth_of(state)))


MEMORY: dict[str, dict[object, float]] = {"left": {}, "centre": {}, "noise": {}}


def test_the_positions_tried_are_of_every_sort() -> None:
    seen = Counter(
        (state.player, any(wins_now(state, action) for action in state.legal_actions()))
        for spec in BOARDS
        for state in some(spec, 40)
    )
    assert len(seen) == 4
    assert min(seen.values()) >= 20, seen


def test_choosing_a_board_costs_no_ply() -> None:
    state = load_game("nine_board(first_move=free)").initial_state()
    assert AlphaBeta(evaluate=noise, score=clear_score).value(state, 2) == NOISY.value(state, 2)
    decision = search_alphabeta(state, AlphaBeta(table={}), 2)
    assert len(decision.values) == 9
    assert decision.action == 0
    for state in sent_to_full_boards(3):
        assert len({state.player, state.play(state.legal_actions()[0]).player}) == 1
        for depth in (1, 2, 3):
            search = AlphaBeta(evaluate=noise, score=clear_score, table={}, foresee=decided)
            assert search.value(state, depth) == NOISY.value(state, depth)
            Case(NOISY, True, False, search).check(state, depth)
