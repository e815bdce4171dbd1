"""Proof-number search: what it proves is what brute force finds, and its lines end as it says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.decision import Kind
from inarow.search.limit import Limit
from inarow.search.proof.compiled import NineProofSearch
from inarow.search.proof.plain import NOT_WON, WON, ProofSearch
from inarow.search.proof.player import ProofPlayer
from inarow.search.proof.prove import prove
from oracle import long_game
from proven import Truth, lies, positions

SMALL = (
    "tic_tac_toe",
    "mnk(3,4,3)",
    "connect_four(4,4,3)",
    "pop_out(3,3,3)",
    "nine_board",
    "nine_board(full_board=free)",
    "ultimate_tic_tac_toe",
)
NINE = ("nine_board", "nine_board(full_board=free)")


@pytest.mark.parametrize("spec", SMALL)
def test_what_is_proven_is_true(spec: str) -> None:
    truth = Truth(most=2_000)
    for state in positions(load_game(spec), 3, truth, 8):
        for compiled in (True, False) if spec in NINE else (False,):
            for nodes in (1, 7, 5000):
                said = ProofPlayer(compiled=compiled).choose(state, Limit(nodes=nodes))
                assert not list(lies(state, said, truth)), state
            assert said.value is not None
            assert said.value.kind is Kind.PROVEN


@pytest.mark.parametrize("spec", NINE)
def test_the_kernel_settles_what_the_readable_search_settles(spec: str) -> None:
    rng, compared = Random(5), 0
    while compared < 40:
        states = [s for s in long_game(load_game(spec).initial_state(), rng) if not s.chance()]
        for state in states[-12:-1:3]:
            for attacker in (0, 1):
                plain, compiled = ProofSearch(attacker), NineProofSearch(attacker, memory=1)
                plain.search(state, 3000)
                compiled.search(state, 3000)
                known = plain.numbers(state)
                if known in (WON, NOT_WON):
                    assert compiled.numbers(state) == known, (str(state), state.note, attacker)
                    compared += 1


def position(moves: str) -> State:
    return play_moves(load_game("nine_board").initial_state(), moves)


def test_hard_positions_are_proven_with_a_line_to_the_end() -> None:
    data = Path(__file__).parents[2] / "data" / "nine_board_proven.json"
    for moves, result in json.loads(data.read_text("utf-8")).items():
        state = position(moves)
        said = ProofPlayer().choose(state, Limit(nodes=300_000))
        assert said.value is not None
        assert (said.value.kind, said.value.result) == (Kind.PROVEN, result)
        end = state
        for action in said.line:
            end = end.play(action)
        assert end.outcome is not None
        assert (end.outcome.winner == state.player) == (result == "win")


def test_a_table_that_is_much_too_small_costs_time_and_nothing_else() -> None:
    state = position("184539735691678224361")
    large, small = NineProofSearch(state.player), NineProofSearch(state.player, memory=1)
    small._table = small._table[: 2**13].copy()  # a thousand buckets
    for search in (large, small):
        search.search(state, 2_000_000)
    assert small.numbers(state) == large.numbers(state) == WON
    assert small.nodes > large.nodes


def test_limits_and_the_stop_flag_hold() -> None:
    state = position("55")
    assert ProofPlayer().choose(state, Limit(nodes=1000)).nodes <= 1000
    said = ProofPlayer().choose(state, Limit(seconds=0.05))
    assert said.value is None
    assert said.action in state.legal_actions()
    assert prove(state, Limit(nodes=1), ProofSearch).nodes == 1


def test_the_prover_is_registered_and_says_what_it_cannot_play() -> None:
    prover = load_agent("prover")
    assert prover.supports(load_game("nine_board"))
    assert not prover.supports(load_game("random_drop"))
    assert load_agent("prover(seconds=2)") == replace(ProofPlayer(), seconds=2.0)
