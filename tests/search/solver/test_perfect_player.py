"""The perfect player never gives a result away, varies, and sets traps where it cannot win."""

from __future__ import annotations

from random import Random
from threading import Event

import pytest

from cases import each
from inarow.agents.level import CarelessPlayer
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.decision import Kind, Result
from inarow.search.limit import Limit
from inarow.search.solver.player import PerfectPlayer, lent_solver
from inarow.search.solver.solver import Solver
from oracle import wins_now

SMALL = "connect_four(rows=4,cols=5)"


def middle_game(seed: int, spec: str = SMALL, plies: int = 6) -> State:
    rng, state = Random(seed), load_game(spec).initial_state()
    for _ in range(plies):
        following = state.play(rng.choice(list(state.legal_actions())))
        if following.outcome is not None:
            break
        state = following
    return state


@pytest.mark.parametrize("exact", [False, True])
def test_every_move_keeps_the_result_of_the_game(exact: bool) -> None:
    solver, player = Solver(4, 5, 8), PerfectPlayer(memory=8, seed=1, exact=exact)
    for seed in range(40):
        state = middle_game(seed)
        decision = player.choose(state, Limit())
        scores = solver.scores(state.stones if not state.player else state.stones[::-1])  # type: ignore[attr-defined]
        best = max(scores.values())
        if best > 0:
            assert scores[decision.action] == best, "a win is won as soon as possible"
        else:
            assert (scores[decision.action] < 0) == (best < 0)
        assert decision.value == solver.solve(state).value, "the position's, whatever is played"
        if exact:
            assert {a: v.score for a, v in decision.values.items()} == scores
            assert all(value.kind is Kind.PROVEN for value in decision.values.values())


def test_without_time_for_one_best_move_the_bounds_decide() -> None:
    state = load_game("connect_four(rows=7,cols=7)").initial_state()
    player = PerfectPlayer(memory=8, seed=1)
    decision = player.choose(state, Limit(seconds=0.001))
    assert decision.action in state.legal_actions()
    assert {value.kind for value in decision.values.values()} == {Kind.BOUND}


def test_a_solver_that_is_stopped_wins_at_once_and_says_no_more_than_its_move_keeps() -> None:
    stop = Event()
    stop.set()
    for seed in range(40):
        state = middle_game(seed, plies=seed % 12)
        for limit in (Limit(stop=stop), Limit(nodes=1000, stop=stop), Limit(seconds=9, stop=stop)):
            decision = PerfectPlayer(memory=8, seed=1).choose(state, limit)
            assert decision.value is not None
            assert decision.values[decision.action].results[0] >= decision.value.results[0]
            if any(wins_now(state, action) for action in state.legal_actions()):
                assert wins_now(state, decision.action)


def test_the_line_is_played_to_the_end_with_the_proven_result() -> None:
    for seed in range(15):
        state = middle_game(seed)
        decision = PerfectPlayer(exact=True, memory=8, seed=1, tricky=False).choose(state, Limit())
        assert decision.value is not None
        assert decision.line[0] == decision.action
        assert len(decision.line) == decision.value.plies
        for action in decision.line:
            state = state.play(action)
        assert state.outcome is not None


def test_equally_good_moves_are_varied_by_the_seed() -> None:
    state = play_moves(load_game(SMALL).initial_state(), "3")
    best = {a for a, score in Solver(4, 5, 8).scores("3").items() if score == 0}
    players = [PerfectPlayer(memory=8, seed=seed, tricky=False) for seed in range(40)]
    assert {player.choose(state, Limit()).action for player in players} == best
    assert len(best) > 1
    again = {PerfectPlayer(memory=8, seed=3).choose(state, Limit()).action for _ in range(3)}
    assert len(again) == 1


def test_a_lost_position_is_played_for_traps() -> None:
    """Among the moves that lose anyway, one after which most replies throw the win away."""
    solver = Solver(4, 5, 8)
    compared = 0
    for seed in range(200):
        state = middle_game(seed, plies=7)
        own, other = state.stones if not state.player else state.stones[::-1]  # type: ignore[attr-defined]
        scores = solver.scores((own, other))
        if max(scores.values()) >= 0 or len(scores) < 3:
            continue
        tricky = PerfectPlayer(memory=8, seed=1).choose(state, Limit()).action
        plain = PerfectPlayer(memory=8, seed=1, tricky=False).choose(state, Limit()).action
        assert mistakes(solver, state.play(tricky)) >= mistakes(solver, state.play(plain))
        compared += 1
    assert compared >= 5


def mistakes(solver: Solver, state: State) -> float:
    """The share of replies that do not win although one does."""
    if state.outcome is not None:
        return 0.0
    own, other = state.stones if not state.player else state.stones[::-1]  # type: ignore[attr-defined]
    scores = solver.scores((own, other))
    return sum(score <= 0 for score in scores.values()) / len(scores)


def test_it_beats_the_others_with_the_first_move_on_a_small_board() -> None:
    game = load_game("connect_four(rows=6,cols=4)")  # small, and quick to solve
    for seed in range(4):
        players = [load_agent("perfect(memory=8)", seed), load_agent("mcts(simulations=500)", seed)]
        state = game.initial_state()
        start = Solver(6, 4, 8).score("")
        while state.outcome is None:
            state = state.play(players[state.player].choose(state, Limit()).action)
        assert state.returns()[0] >= (start > 0) - (start < 0)


def test_a_limit_gives_bounds_and_still_a_move() -> None:
    state = load_game("connect_four").initial_state()
    decision = PerfectPlayer(book=False).choose(state, Limit(nodes=20_000))
    assert decision.action in state.legal_actions()
    assert decision.value is not None
    assert decision.value.kind is Kind.BOUND


def test_with_little_time_it_does_not_play_a_proven_loss_while_others_are_open() -> None:
    for seed in range(30):
        state = middle_game(seed, "connect_four", 14)
        decision = PerfectPlayer(seed=1, book=False).choose(state, Limit(nodes=300))
        lost = {a for a, value in decision.values.items() if value.result is Result.LOSS}
        assert decision.action not in lost or lost == set(decision.values)


@each("spec", ["connect_four(k=5)", "connect_four(rows=10,cols=10)", "random_drop", "tic_tac_toe"])
def test_other_games_are_declined(spec: str) -> None:
    assert not PerfectPlayer().supports(load_game(spec))


def test_with_little_time_it_still_wins_and_blocks_what_is_obvious() -> None:
    win = play_moves(load_game("connect_four").initial_state(), "4455")
    block = play_moves(load_game("connect_four").initial_state(), "147464")
    for nodes in (3_000, 100_000):
        player = PerfectPlayer(seed=1, book=False)
        assert player.choose(win, Limit(nodes=nodes)).action in (2, 5)
        assert PerfectPlayer(seed=1, book=False).choose(block, Limit(nodes=nodes)).action == 3


def test_what_was_solved_before_does_not_change_the_moves_of_a_seed() -> None:
    """A warm table answers sooner, and nothing else."""
    states = [middle_game(seed, "connect_four", 16) for seed in range(30)]
    cold = []
    for state in states:
        with lent_solver((6, 7, 8, 1, True)) as solver:
            solver.forget()
        cold.append(PerfectPlayer(memory=8, seed=5).choose(state, Limit()).action)
    warm = [PerfectPlayer(memory=8, seed=5).choose(state, Limit()).action for state in states]
    assert warm == cold


def test_the_level_without_mistakes_never_gives_a_result_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = Solver(4, 5, 8)
    level = CarelessPlayer(search="perfect", overlook=0.0, seed=1)
    monkeypatch.setattr(level, "thinker", lambda _: PerfectPlayer(memory=8, seed=1))
    for seed in range(40):
        state = middle_game(seed)
        scores = solver.scores(state.stones if not state.player else state.stones[::-1])  # type: ignore[attr-defined]
        best, chosen = max(scores.values()), scores[level.choose(state, Limit()).action]
        assert chosen == best if best > 0 else (chosen < 0) == (best < 0)


def test_a_stop_flag_ends_the_search_for_traps() -> None:
    stop = Event()
    stop.set()
    state = play_moves(load_game("connect_four").initial_state(), "1371266")
    decision = PerfectPlayer(book=False, exact=True).choose(state, Limit(stop=stop))
    assert decision.action in state.legal_actions()
