"""The solver as people use it: scores, columns, lines, limits, threads, many positions."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from threading import Event, Timer
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import each
from inarow.errors import BadNotation, BadOption, IllegalMove, NotSupported
from inarow.games.connect_four import ConnectFour, ConnectFourState
from inarow.search.decision import Kind, Result
from inarow.search.limit import Limit
from inarow.search.solver.positions import StonesReader
from inarow.search.solver.solver import Solver

DATA = Path(__file__).parents[2] / "data" / "connect4"
HARD = "13712"
"""An opening that takes seconds."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def lines(name: str, step: int = 1) -> tuple[list[str], list[int]]:
    words = [line.split() for line in (DATA / f"{name}.txt").read_text().splitlines()][::step]
    return [moves for moves, _ in words], [int(score) for _, score in words]


def state_after(moves: str, rows: int = 6, cols: int = 7) -> ConnectFourState:
    state = ConnectFour(rows, cols).initial_state()
    for letter in moves:
        state = state.play(int(letter) - 1)
    return state


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("Test_L3_R1", 1),
        ("Test_L2_R1", 1),
        ("Test_L1_R1", 1),
        ("Test_L2_R2", 5),
        ("Test_L1_R2", 50),
        ("hard10", 2),
    ],
)
def test_known_scores(solver: Solver, name: str, step: int) -> None:
    moves, scores = lines(name, step)
    found = solver.solve_many(moves)
    assert found.solved
    assert found.lowest.tolist() == scores


def test_every_kind_of_position_is_understood(solver: Solver) -> None:
    moves = "32164625"
    state = state_after(moves)
    first, second = state.stones
    assert solver.score(moves) == solver.score(state) == solver.score((first, second)) == 11


def test_the_player_to_move_is_the_one_who_is_judged(solver: Solver) -> None:
    assert solver.score(state_after("1122334")) < 0
    assert solver.score(state_after("112233")) == 18


def test_finished_games_have_their_result(solver: Solver) -> None:
    won = solver.solve("1122334")
    assert won.result is Result.LOSS
    assert solver.solve("1212121").plies == 0
    assert solver.scores("1212121") == {}
    assert solver.line("1212121") == ()
    with pytest.raises(IllegalMove, match="over"):
        solver.best("1212121")


def test_scores_of_columns_are_those_of_the_positions_after_them(solver: Solver) -> None:
    for moves in lines("Test_L2_R2", 50)[0]:
        scores = solver.scores(moves)
        assert max(scores.values()) == solver.score(moves)
        assert list(scores) == list(state_after(moves).legal_actions())
        for column, score in scores.items():
            assert score == -solver.score(f"{moves}{column + 1}")


@pytest.mark.parametrize("name", ["Test_L2_R2", "Test_L1_R1"])
def test_the_best_columns_are_those_with_the_best_score(solver: Solver, name: str) -> None:
    for moves in lines(name, 100)[0]:
        scores, (whole, columns) = solver.scores(moves), solver.best(moves)
        top = max(scores.values())
        assert whole.score == top
        assert columns.keys() == scores.keys()
        for column, bounds in columns.items():
            assert bounds.lowest <= scores[column] <= bounds.highest
            assert bounds.solved if scores[column] == top else bounds.highest < top


def test_the_best_columns_under_a_limit(cold: Solver) -> None:
    whole, columns = cold.best(HARD, Limit(nodes=1000))
    assert not whole.solved
    assert set(columns) == set(range(7))
    assert whole.highest == max(bounds.highest for bounds in columns.values())
    with pytest.raises(IllegalMove):
        cold.best("1212121")


def test_weak_values_are_the_signs_of_scores(solver: Solver) -> None:
    moves, scores = lines("Test_L2_R2", 10)
    for line, score in zip(moves, scores, strict=True):
        expected = Result.WIN if score > 0 else Result.LOSS if score < 0 else Result.DRAW
        assert solver.solve(line, weak=True).result is expected


def test_the_line_is_as_long_as_promised_and_ends_as_promised(solver: Solver) -> None:
    for moves, score in zip(*lines("Test_L2_R1", 25), strict=True):
        (whole, columns), line = solver.best(moves), solver.line(moves)
        assert whole.score == score
        assert line[0] == next(c for c, bounds in columns.items() if bounds.lowest == score)
        assert len(line) == whole.plies
        state = state_after(moves)
        player = state.player
        for column in line:
            state = state.play(column)
        assert state.outcome is not None
        winner = None if score == 0 else player if score > 0 else 1 - player
        assert state.outcome.winner == winner


# Properties


@st.composite
def games(draw: st.DrawFn, least: int = 12) -> str:
    """Moves of a game on 6 x 7 that is not over."""
    state, moves = ConnectFour().initial_state(), ""
    for choice in draw(st.lists(st.integers(0, 6), min_size=least + 6, max_size=34)):
        legal = state.legal_actions()
        column = legal[choice % len(legal)]
        after = state.play(column)
        if after.outcome is None:
            state, moves = after, f"{moves}{column + 1}"
    return moves


@settings(deadline=None)
@given(games(least=20))
def test_mirror_images_have_the_same_score(moves: str) -> None:
    image = "".join(str(8 - int(letter)) for letter in moves)
    one, two = shared().scores(moves), shared().scores(image)
    assert one == {6 - column: score for column, score in two.items()}


@settings(deadline=None)
@given(games(least=20), st.randoms(use_true_random=False))
def test_the_way_to_a_position_does_not_matter(moves: str, rng: Random) -> None:
    first, second = list(moves[::2]), list(moves[1::2])
    for _ in range(20):
        rng.shuffle(first)
        rng.shuffle(second)
        other = "".join(a + b for a, b in zip(first, [*second, ""][: len(first)], strict=False))
        try:
            same = state_after(other).stones == state_after(moves).stones
        except IllegalMove:
            continue
        if same:
            assert another().score(other) == shared().score(moves)
            break


@cache
def shared() -> Solver:
    return Solver()


@cache
def another() -> Solver:
    """One that knows nothing of what the shared one has seen."""
    return Solver()


# Many positions


def test_many_positions_in_one_call(solver: Solver) -> None:
    moves, scores = lines("Test_L3_R1", 10)
    found = solver.solve_many(moves)
    assert len(found) == len(moves)
    assert [solution.score for solution in found] == scores
    assert [solution.score for solution in found[3:5]] == scores[3:5]
    assert found[-1].left == 42 - len(moves[-1])
    stones = np.array([solver.positions.of(line) for line in moves])
    assert solver.solve_many(stones).lowest.tolist() == scores
    assert len(solver.solve_many([])) == 0


def test_what_follows_a_space_is_not_read(solver: Solver) -> None:
    text = (DATA / "Test_L3_R1.txt").read_text().splitlines()[:20]
    scores = [int(line.split()[1]) for line in text]
    assert solver.solve_many(text).lowest.tolist() == scores


@pytest.mark.parametrize(
    ("moves", "error", "words"),
    [
        ("128", BadNotation, "columns from 1 to 7"),
        ("12x", BadNotation, "columns from 1 to 7"),
        ("1é", BadNotation, "columns from 1 to 7"),
        ("1111111", IllegalMove, "full column"),
        ("12121212", IllegalMove, "after the game is over"),
        ("1\n2", BadNotation, "columns from 1 to 7"),
    ],
)
def test_wrong_moves_are_refused(
    solver: Solver, moves: str, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        solver.solve(moves)
    with pytest.raises(error, match=words):
        solver.solve_many(["4453", moves])


# Lines that are read together


_LETTERS = st.sampled_from("1234567" * 20 + "1357 \n\r\0x890\udcff")


@given(st.lists(st.one_of(st.text(_LETTERS), st.text("12345", max_size=44)), max_size=8))
def test_lines_are_read_together_as_one_by_one(texts: list[str]) -> None:
    reader, good = StonesReader(ConnectFour()), []
    for text in texts:
        try:
            good.append((text, reader.of(text)))
        except (BadNotation, IllegalMove) as error:
            with pytest.raises(type(error), match=re.escape(str(error))):
                reader.of_all([text])
    found = reader.of_all([text for text, _ in good]).view(np.uint64).tolist()
    assert [tuple(stones) for stones in found] == [stones for _, stones in good]


def test_many_lines_are_read_much_quicker_than_one_by_one() -> None:
    reader, texts = StonesReader(ConnectFour()), lines("Test_L1_R1")[0] * 5

    def seconds(read: Callable[[list[str]], object]) -> float:
        """The least of several tries: the first one also loads what is needed."""
        tries = []
        for _ in range(5):
            started = process_time()
            read(texts)
            tries.append(process_time() - started)
        return min(tries)

    assert seconds(reader.of_all) < seconds(lambda many: [reader.of(text) for text in many]) / 3


# Boards


@each("rows, cols", [(7, 8), (8, 7), (15, 4), (3, 16), (1, 32), (19, 3)])
def test_boards_up_to_64_bits(rows: int, cols: int) -> None:
    solver = Solver(rows, cols)
    state = ConnectFour(rows, cols).initial_state()
    rng = Random(rows)
    while state.outcome is None:
        before, state = state, state.play(rng.choice(state.legal_actions()))
    assert solver.solve(state).plies == 0
    winner = state.outcome.winner
    assert (solver.score(before) > 0) == (winner is not None)


def test_states_of_other_boards_are_refused(solver: Solver) -> None:
    with pytest.raises(NotSupported, match="not connect_four"):
        solver.solve(ConnectFour(5, 5).initial_state())
    with pytest.raises(NotSupported, match="k=5"):
        solver.solve(ConnectFour(6, 7, 5).initial_state())


def test_wrong_options_are_refused() -> None:
    with pytest.raises(BadOption, match="8 MB"):
        Solver(memory_mb=4)
    with pytest.raises(BadOption, match="thread"):
        Solver(threads=0)


# Limits


@pytest.fixture
def cold() -> Solver:
    return Solver(memory_mb=8)


@pytest.mark.parametrize("nodes", [1, 1000, 110_000, 150_000])
def test_a_limit_of_nodes_gives_true_bounds(cold: Solver, nodes: int) -> None:
    solution = cold.solve(HARD, Limit(nodes=nodes))
    assert not solution.solved
    assert solution.lowest <= 3 <= solution.highest
    assert solution.lowest >= -19
    assert solution.highest <= 19
    assert solution.nodes <= nodes
    assert solution.value.kind is Kind.BOUND


def test_a_limit_of_time_is_kept(cold: Solver) -> None:
    cold.score("32164625")  # compiled by now
    started = process_time()
    solution = cold.solve("", Limit(seconds=0.1))
    assert process_time() - started < 0.6
    assert solution.lowest <= 1 <= solution.highest
    assert not solution.solved


def test_the_stop_flag_ends_a_search(cold: Solver) -> None:
    cold.score("32164625")
    stop = Event()
    timer = Timer(0.1, stop.set)
    timer.start()
    started = process_time()
    columns = cold.columns("", Limit(stop=stop))
    assert process_time() - started < 0.6
    assert len(columns) == 7
    assert not all(column.solved for column in columns.values())
    stop.set()
    assert not cold.solve("", Limit(stop=stop)).solved


def test_a_search_goes_on_where_it_was_stopped(cold: Solver) -> None:
    moves, scores = lines("hard10")
    for _ in range(200):
        solution = cold.solve(moves[0], Limit(nodes=40_000))
        if solution.solved:
            break
    assert solution.score == scores[0]


def test_a_search_that_was_stopped_does_not_stop_the_next_one(cold: Solver) -> None:
    stop = Event()
    stop.set()
    assert not cold.solve(HARD, Limit(stop=stop)).solved
    assert cold.score("32164625") == 11
    assert not cold.solve(HARD, Limit(nodes=150_000)).solved
    moves, scores = lines("hard10")
    assert cold.solve(moves[0]).score == scores[0], "a search in threads, too"


def test_a_table_is_used_again_and_can_be_emptied() -> None:
    solver = Solver(memory_mb=8)
    line = lines("Test_L2_R2", 100)[0][0]
    first = solver.solve(line).nodes
    assert solver.solve(line).nodes < first / 10
    solver.forget()
    assert solver.solve(line).nodes == first


# Threads


def test_threads_agree_with_one_thread() -> None:
    moves, scores = lines("hard10", 4)
    assert Solver(threads=2).solve_many(moves).lowest.tolist() == scores
    assert Solver(threads=3).scores(moves[0]) == Solver().scores(moves[0])


def test_importing_the_solver_does_not_import_a_compiler() -> None:
    code = (
        "import sys, inarow.search.solver.solver; "
        "print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_no_limit_is_no_limit_in_whatever_words(cold: Solver) -> None:
    """A stop event that is never set, or a limit that is never reached, changes nothing."""
    endless = (Limit(), Limit(stop=Event()), Limit(depth=3), Limit(nodes=10**9))
    found: list[tuple[int, int, int]] = []
    for limit in endless:
        cold.forget()
        solution = cold.solve(lines("hard10")[0][0], limit)
        found.append((solution.lowest, solution.highest, solution.nodes))
    assert len(set(found)) == 1
    assert found[0][0] == found[0][1]
