"""m,n,k games: the compiled proof search, its pairs, and the values that are known."""

from __future__ import annotations

import signal
from random import Random
from threading import Event

import numpy as np
import pytest

from cases import each
from inarow.games.base import State
from inarow.registry import load_game
from inarow.search.decision import Kind, Result
from inarow.search.limit import Limit
from inarow.search.proof import kernel_lines
from inarow.search.proof.compiled import LineProofSearch
from inarow.search.proof.pairing import find_pairs, lines_of
from inarow.search.proof.plain import NOT_WON, WON, ProofSearch
from inarow.search.proof.player import ProofPlayer
from oracle import long_game

SPECS = ("mnk(3,3,3)", "mnk(3,4,3)", "mnk(4,4,3)", "mnk(4,4,4)", "mnk(2,5,3)", "mnk(3,3,2)")
KNOWN = {
    "mnk(3,3,3)": Result.DRAW,
    "mnk(3,4,3)": Result.WIN,
    "mnk(4,4,3)": Result.WIN,
    "mnk(2,8,3)": Result.DRAW,
    "mnk(4,4,4)": Result.DRAW,
    "mnk(4,6,4)": Result.DRAW,
    "mnk(5,5,4)": Result.DRAW,
    "mnk(5,6,4)": Result.WIN,
    "mnk(8,8,4)": Result.WIN,
    "mnk(5,5,5)": Result.DRAW,
    "mnk(6,6,5)": Result.DRAW,
    "mnk(10,10,10)": Result.DRAW,
    "mnk(3,3,4)": Result.DRAW,  # no line fits
}
"""J. W. H. M. Uiterwijk, "Solving Strong and Weak 4-in-a-Row", 2019, and others: docs."""


def states_of(spec: str, rng: Random, games: int) -> list[State]:
    """Positions from games in which nobody wins soon."""
    game = load_game(spec)
    return [
        state
        for _ in range(games)
        for state in long_game(game.initial_state(), rng)
        if state.outcome is None
    ]


@each("spec", SPECS)
def test_the_kernel_settles_what_the_readable_search_settles(spec: str, thorough: bool) -> None:
    rng, settled = Random(3), 0
    rules = load_game(spec).rules
    assert rules is not None
    compiled = [LineProofSearch(attacker, rules, Limit(memory=1)) for attacker in (0, 1)]
    plain = [ProofSearch(attacker) for attacker in (0, 1)]  # which remember, from the end backwards
    for state in reversed(states_of(spec, rng, 5 if thorough else 3)[::2]):
        if rules.k == 4 and len(state.legal_actions()) > 11:
            continue  # more than the readable search can settle
        for attacker in (0, 1):
            plain[attacker].search(state, 2_000)
            compiled[attacker].search(state, 2_000)
            known = plain[attacker].numbers(state)
            if known in (WON, NOT_WON):
                assert compiled[attacker].numbers(state) == known, (str(state), attacker)
                settled += 1
    assert settled > (20 if thorough else 10)


@each("spec", ["mnk(5,5,4)", "mnk(6,5,5)", "mnk(3,8,3)", "mnk(7,7,3)"])
def test_the_record_is_the_same_after_any_moves(spec: str) -> None:
    """Counts, threats and living lines are those of a new record, and moves are taken back."""
    rules = load_game(spec).rules
    assert rules is not None
    used = LineProofSearch(0, rules, Limit(memory=1))
    for state in states_of(spec, Random(7), 2):
        used.search(state, 50)
        fresh = LineProofSearch(0, rules, Limit(memory=1))
        left, right = used._set_up(state), fresh._set_up(state)
        for field in ("owner", "count", "wins", "open", "threats", "living", "empty", "hash"):
            assert np.array_equal(left[field], right[field]), (field, str(state))
        for player in (0, 1):
            wins = [cell for cell in range(rules.cells) if right.wins[player, cell]]
            assert wins == winning_cells(state, player)


def winning_cells(state: State, player: int) -> list[int]:
    """The free cells that complete a line of a player, by looking at every line."""
    rules = state.game.rules
    assert rules is not None
    owners = [owner for row in state.board() for owner in row]
    found = set()
    for line in lines_of(rules):
        free = [cell for cell in line if owners[cell] is None]
        if len(free) == 1 and sum(owners[cell] == player for cell in line) == rules.k - 1:
            found.add(free[0])
    return sorted(found)


@each("spec", ["mnk(5,5,4)", "mnk(6,6,5)", "mnk(4,7,4)", "mnk(3,3,3)"])
def test_pairs_stop_every_line_and_the_kernel_finds_the_same(spec: str, thorough: bool) -> None:
    rules = load_game(spec).rules
    assert rules is not None
    found, searches = 0, [LineProofSearch(attacker, rules, Limit(memory=1)) for attacker in (0, 1)]
    for state in states_of(spec, Random(11), 6 if thorough else 2):
        attacker = state.player
        pairs = find_pairs(state, attacker)
        record = searches[attacker]._set_up(state)
        assert bool(kernel_lines.can_pair(record)) == (pairs is not None)
        if pairs is None:
            continue
        found += 1
        owners = [owner for row in state.board() for owner in row]
        cells = [cell for pair in pairs for cell in pair]
        assert len(set(cells)) == len(cells)
        assert all(owners[cell] is None for cell in cells)
        for line in lines_of(rules):
            stopped = any(owners[cell] == 1 - attacker for cell in line)
            assert stopped or any(set(pair) <= set(line) for pair in pairs)
    assert found > (5 if thorough else 1)


@each("spec", KNOWN)
def test_known_values_are_proven(spec: str) -> None:
    said = ProofPlayer().choose(load_game(spec).initial_state(), Limit(nodes=100_000))
    assert said.value is not None
    assert (said.value.kind, said.value.result) == (Kind.PROVEN, KNOWN[spec])


def test_a_win_has_a_line_to_the_end() -> None:
    state = load_game("mnk(5,6,4)").initial_state()
    for action in ProofPlayer().choose(state, Limit(nodes=100_000)).line:
        state = state.play(action)
    assert state.outcome is not None
    assert state.outcome.winner == 0


def test_an_interrupt_ends_a_proof_without_limit() -> None:
    state = load_game("mnk(8,8,5)").initial_state()

    def strike(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, strike)
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            ProofPlayer(seconds=None).choose(state, Limit(stop=Event()))
    finally:
        signal.signal(signal.SIGALRM, before)
