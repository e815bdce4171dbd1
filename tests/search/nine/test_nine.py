"""The nine-board engine: it finds what the readable search finds, and what it proves is true."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import numpy as np
import pytest

from cases import each
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.clock import SearchClock
from inarow.search.decision import Kind, Result
from inarow.search.evaluators.nine_patterns import evaluate, fitted_values, folded
from inarow.search.limit import Limit
from inarow.search.native import nine
from inarow.search.native.nine import FILLINGS, set_state
from inarow.search.nine import kernel, plain
from inarow.search.nine.alphabeta import look_ahead
from inarow.search.nine.kernel_tree import LOST, OPEN, WON
from inarow.search.nine.root import Root, make_record
from inarow.search.nine.tree import Tree
from oracle import long_game
from proven import Truth, lies, positions

NINE = ("nine_board", "nine_board(full_board=free)", "nine_board(first_move=free)")


def quiet_positions(spec: str, count: int, seed: int) -> list[State]:
    """Positions of random games in which the player to move has no win at once."""
    rng, found = Random(seed), list[State]()
    while len(found) < count:
        states = list(long_game(load_game(spec).initial_state(), rng))
        quiet = [s for s in states[:-1] if not s.chance() and not plain.winning_turns(s)]
        found += rng.sample(quiet, min(3, len(quiet)))
    return found[:count]


@each("spec", NINE)
def test_the_kernel_values_a_position_as_the_readable_evaluator_does(spec: str) -> None:
    values = fitted_values()
    b = make_record(values)
    for state in quiet_positions(spec, 20, seed=1):
        set_state(b, state)
        safe = len(plain.safe_turns(state))
        assert kernel.count_safe(b) == safe
        assert nine.evaluate(b, safe) == evaluate(state, safe, values), (str(state), state.note)


@each("spec", NINE)
def test_the_kernel_finds_the_value_of_the_readable_search(spec: str, thorough: bool) -> None:
    values = fitted_values()
    b = make_record(values)
    b.late, b.forced = 99, 0  # as deep everywhere as the readable one
    for state in quiet_positions(spec, 24 if thorough else 6, seed=2):
        if not plain.safe_turns(state) or len(plain.turns(state)) > 9:
            continue
        for depth in (1, 2):
            clock = SearchClock(Limit())
            expected = plain.value_of(state, depth, values, clock)
            set_state(b, state)
            b.node_limit, b.stop = 1 << 40, 0
            found = kernel.search(b, np.zeros(1 << 12, np.int64), depth, 0, -kernel.WIN, kernel.WIN)
            if abs(found) > kernel.SURE:
                found = kernel.WIN if found > 0 else -kernel.WIN
            assert found == expected, (str(state), state.note, depth)


def test_a_position_is_worth_the_same_turned_and_the_opposite_with_exchanged_players() -> None:
    values = fitted_values().of_boards()
    digits = np.arange(FILLINGS)[:, None] // 3 ** np.arange(9) % 3
    exchanged = (np.array([0, 2, 1])[digits] * 3 ** np.arange(9)).sum(axis=1)
    turned = [2, 5, 8, 1, 4, 7, 0, 3, 6]  # a quarter: cell 0 goes to place 2
    moved = (digits * 3 ** np.array(turned)).sum(axis=1)
    for board in range(9):
        assert (values[board, exchanged] == -values[board]).all()
        assert (values[turned[board], moved] == values[board]).all()
    assert folded().boards.max() + 1 == 11_664


@cache
def known_positions(spec: str) -> tuple[list[State], Truth]:
    """Late positions and the truth about them, the same for every player."""
    truth = Truth(most=600)
    return positions(load_game(spec), 4, truth, 8), truth


@each("player", ["nine", "nine(proof=0.8)", "nine(proof=0)", "nine(search=alphabeta,proof=0)"])
@pytest.mark.parametrize("spec", NINE[:2])
def test_what_is_proven_is_true(spec: str, player: str) -> None:
    states, truth = known_positions(spec)
    for state in states:
        for nodes in (1, 20, 1000):
            said = load_agent(player).choose(state, Limit(nodes=nodes))
            assert not list(lies(state, said, truth)), (str(state), state.note)


def test_a_favourite_that_is_examined_is_dropped_or_ends_the_search() -> None:
    state = play_moves(load_game("nine_board").initial_state(), "551912")
    asked = list[int]()

    def refute_first(move: int, positions: int) -> int:
        asked.append(move)
        return LOST if move == asked[0] else OPEN

    seen = Tree(Root(state), Limit(nodes=5000)).decide(examine=refute_first, share=0.5)
    assert seen.action == asked[-1] % 9 != asked[0] % 9
    assert seen.values[asked[0] % 9].result is Result.LOSS
    for known, result in ((WON, Result.WIN), (LOST, Result.LOSS)):
        examine = partial(lambda known, move, positions: known, known)
        found = Tree(Root(state), Limit(nodes=500_000)).decide(examine=examine, share=0.5)
        assert found.value is not None
        assert (found.value.result, found.value.kind) == (result, Kind.PROVEN)
        assert found.nodes < 500_000, "all was known before the limit"


def test_every_move_is_judged_where_that_is_asked_for() -> None:
    state = play_moves(load_game("nine_board").initial_state(), "551912")
    for said in (
        look_ahead(state, Limit(depth=4), every=True),
        load_agent("nine").choose(state, Limit(nodes=3000)),
    ):
        assert said.values.keys() == set(state.legal_actions())
        assert all(value.kind is not Kind.BOUND for value in said.values.values())
    best = max(said.values, key=lambda action: said.values[action].rank)
    assert said.values[said.action].chance > said.values[best].chance - 0.1


def test_the_player_takes_a_win_and_gives_none_away() -> None:
    rng = Random(7)
    for state in quiet_positions("nine_board", 20, seed=rng.randrange(99)):
        safe = {turn[0] for turn, _ in plain.safe_turns(state)}
        said = load_agent("nine").choose(state, Limit(nodes=500))
        assert not safe or said.action in safe
    state = play_moves(load_game("nine_board").initial_state(), "79757")
    said = load_agent("nine").choose(state, Limit(nodes=1))
    assert said.value is not None
    assert (said.value.result, said.value.plies) == (Result.WIN, 1)


def test_limits_hold() -> None:
    state = play_moves(load_game("nine_board").initial_state(), "55")
    for player in ("nine", "nine(proof=0)", "nine(search=alphabeta)"):
        assert load_agent(player).choose(state, Limit(nodes=1000)).nodes <= 1000
        assert load_agent(player).choose(state, Limit(simulations=100)).nodes <= 100
    assert not load_agent("nine").supports(load_game("ultimate_tic_tac_toe"))
    assert not load_agent("nine").supports(load_game("tic_tac_toe"))
