"""An opening book holds what the solver finds, survives interruptions, and admits damage."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cases import each
from command_line import SECONDS
from inarow.errors import BadFile, BadOption
from inarow.games.connect_four import ConnectFour
from inarow.games.notation import play_moves
from inarow.search.solver import book_build
from inarow.search.solver.book import Book, load_book, shipped_book
from inarow.search.solver.book_build import build_book, check_book, work_file
from inarow.search.solver.book_positions import Positions
from inarow.search.solver.solver import Solver

GAME = ConnectFour(4, 5)


def test_known_numbers_of_positions_mirror_images_once() -> None:
    layers = Positions(6, 7).layers(8)
    assert [len(layer) for layer in layers] == [1, 4, 25, 121, 568, 2144, 8231, 27109, 91295]


def test_every_entry_is_what_the_solver_says(tmp_path: Path) -> None:
    book = build_book(GAME, 5, tmp_path / "book.npz", workers=1)
    solver = Solver(4, 5, 8)
    found = 0
    board = Positions(4, 5)
    for layer in board.layers(5):
        for own, other in zip(*(part.tolist() for part in board.stones(layer)), strict=True):
            assert book.score(own, other) == solver.score((own, other))
            found += 1
    assert found == len(book)
    assert check_book(book, 50) == []


def test_mirror_images_have_the_same_score_and_deeper_positions_none(tmp_path: Path) -> None:
    book = build_book(GAME, 3, tmp_path / "book.npz", workers=1)
    assert book.score(0, 1) == book.score(0, 1 << 20) is not None
    assert book.score(0b0101, 0b1010) is None


def test_a_saved_book_is_the_same_when_read(tmp_path: Path) -> None:
    path = tmp_path / "book.npz"
    book, again = build_book(GAME, 4, path, workers=1), load_book(path)
    assert (again.rows, again.cols, again.plies) == (4, 5, 4)
    assert again.keys.tolist() == book.keys.tolist()
    assert again.scores.tolist() == book.scores.tolist()
    assert not work_file(path).exists()


def test_an_interrupted_build_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "book.npz"
    seen: list[int] = []

    def interrupt(done: int, total: int) -> None:
        seen.append(done)
        if done >= total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_book(GAME, 5, path, workers=1, on_progress=interrupt)
    with work_file(path).open("a") as work:
        work.write("123")  # the power went out in the middle of a line
    with pytest.raises(KeyboardInterrupt):
        build_book(GAME, 5, path, workers=1, on_progress=interrupt)
    kept = work_file(path).read_text()
    restarted: list[int] = []
    book = build_book(
        GAME, 5, path, workers=1, on_progress=lambda done, total: restarted.append(done)
    )
    assert restarted[0] == len(kept.splitlines()) > 0
    assert check_book(book, 30) == []


def test_several_processes_make_the_same_book(tmp_path: Path) -> None:
    one = build_book(GAME, 4, tmp_path / "one.npz", workers=1)
    two = build_book(GAME, 4, tmp_path / "two.npz", workers=2)
    assert one.keys.tolist() == two.keys.tolist()
    assert one.scores.tolist() == two.scores.tolist()


def test_a_shallower_book_helps_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = build_book(GAME, 5, tmp_path / "alone.npz", workers=1)
    asked: list[int | None] = []

    class Helper(Book):
        def least(self, own: int, other: int) -> int | None:
            asked.append(super().least(own, other))
            return asked[-1]

    for plies in (3, 4, 5):
        book = build_book(GAME, plies, tmp_path / f"{plies}.npz", workers=1)
        wrong = np.ones_like(book.scores) if plies == 5 else book.scores
        helper = Helper(4, 5, plies, book.keys, wrong)
        monkeypatch.setattr(book_build, "shipped_book", lambda *board, helper=helper: helper)
        again = build_book(GAME, 5, tmp_path / "again.npz", workers=1)
        assert again.scores.tolist() == alone.scores.tolist()
        assert bool(asked) == (plies == 4), "only one that is a ply shallower can help"
        assert None not in asked
        asked.clear()
        monkeypatch.undo()


SOLVES_FOR_MINUTES = """
import os, sys
from pathlib import Path
from inarow.games.connect_four import ConnectFour
from inarow.search.solver import solver as solve
from inarow.search.solver.book_build import build_book

class Solver(solve.Solver):
    def score(self, position):
        print(os.getpid(), flush=True)
        return super().score(position)

solve.Solver = Solver  # in the worker processes too, which import this file
if __name__ == "__main__":
    build_book(ConnectFour(), 1, Path(sys.argv[1]), workers=2)
"""


def test_the_processes_end_when_the_program_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "build.py"
    script.write_text(SOLVES_FOR_MINUTES, encoding="utf-8")
    command = [sys.executable, str(script), str(tmp_path / "book.npz")]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True) as program:
        assert program.stdout is not None
        worker = int(program.stdout.readline())
        program.kill()
        try:
            # The pipe of stdout is only closed when every process that holds it has ended.
            assert program.communicate(timeout=SECONDS)[0] == ""
        except subprocess.TimeoutExpired:
            os.kill(worker, signal.SIGKILL)
            raise


def test_a_solver_with_a_book_does_not_search_what_it_holds(tmp_path: Path) -> None:
    book = build_book(GAME, 4, tmp_path / "book.npz", workers=1)
    plain, quick = Solver(4, 5, 8), Solver(4, 5, 8, book=book)
    for moves in ("", "3", "33", "123"):
        state = play_moves(GAME.initial_state(), moves)
        assert quick.scores(state) == plain.scores(state)
        assert sum(column.nodes for column in quick.columns(state).values()) == 0
        assert quick.best(state)[0].score == plain.score(state)
        line = quick.line(state, by_book=True)
        assert line == plain.line(state)[: len(line)]
        assert len(line) == 4 - state.ply
    assert "_engine" not in vars(quick), "and needs no kernels"
    assert quick.scores("1234512") == plain.scores("1234512"), "beyond the book it searches"


def test_a_game_that_is_over_needs_no_kernels(tmp_path: Path) -> None:
    path = tmp_path / "book.npz"
    keys = np.sort(np.concatenate(Positions(4, 5).layers(8)))
    Book(4, 5, 8, keys, np.zeros(len(keys), np.int8)).save(path)
    solver = Solver(4, 5, 8, book=load_book(path))
    column, beside = 0b1111, 0b111 << 5
    assert solver.solve((beside, column)).lowest == -7
    assert solver.columns((column >> 1, beside))[0].lowest == 7
    assert "_engine" not in vars(solver)


def test_what_a_book_says_of_positions_just_beyond_it_is_never_too_much(tmp_path: Path) -> None:
    book, solver = build_book(GAME, 4, tmp_path / "book.npz", workers=1), Solver(4, 5, 8)
    board = Positions(GAME.rows, GAME.cols)
    own, other = (part.tolist() for part in board.stones(board.layers(5)[5]))
    least = [book.least(*stones) for stones in zip(own, other, strict=True)]
    scores = [solver.score(stones) for stones in zip(own, other, strict=True)]
    gaps = [score - bound for score, bound in zip(scores, least, strict=True) if bound is not None]
    assert len(gaps) == len(scores) > 100
    assert min(gaps) == 0
    assert book.least(0, 1) is None


def test_many_positions_and_lines_come_from_the_book(tmp_path: Path) -> None:
    book = build_book(GAME, 4, tmp_path / "book.npz", workers=1)
    quick = Solver(4, 5, 8, book=book)
    found = quick.solve_many(["", "3", "33", "1234", "54321"])
    assert (
        found.lowest.tolist()
        == Solver(4, 5, 8).solve_many(["", "3", "33", "1234", "54321"]).lowest.tolist()
    )
    assert found.nodes[:4].tolist() == [0, 0, 0, 0]
    assert found.nodes[4] > 0


def test_a_book_for_another_board_is_refused(tmp_path: Path) -> None:
    book = build_book(GAME, 1, tmp_path / "book.npz", workers=1)
    with pytest.raises(BadOption, match="4 x 5"):
        Solver(book=book)


def test_keys_of_64_bits(tmp_path: Path) -> None:
    """Three rows of sixteen columns need all bits of a word when the last column is full."""
    keys = np.sort(np.concatenate(Positions(3, 16).layers(3)))
    scores = (np.arange(len(keys)) % 20).astype(np.int8)  # whatever: nobody can solve this board
    Book(3, 16, 3, keys, scores).save(tmp_path / "book.npz")
    book = load_book(tmp_path / "book.npz")
    assert book.keys.tolist() == keys.tolist()
    solver = Solver(3, 16, 8, book=book)
    for own, other in [(0, 0), (0, 1 << 60), (1 << 61, 0b101 << 60), (1 << 61, 1 << 60 | 1)]:
        solution = solver.solve((own, other))
        assert (solution.score, solution.nodes) == (book.score(own, other), 0)


@each("rows, cols", [(6, 7), (3, 16), (15, 4), (1, 9)])
def test_positions_are_read_back_from_their_keys(rows: int, cols: int) -> None:
    board = Positions(rows, cols)
    state = ConnectFour(rows, cols).initial_state()
    rng = Random(rows)
    played: list[int] = []
    while state.outcome is None:
        first, second = state.stones
        own, other = (second, first) if state.player else (first, second)
        key = board.keys(*np.array([[own], [other]], np.uint64))
        back = board.stones(key)
        assert board.keys(*back).tolist() == key.tolist()
        mirrored = ConnectFour(rows, cols).initial_state()
        for action in played:
            mirrored = mirrored.play(cols - 1 - action)
        pairs = {state.stones, mirrored.stones}
        found = (int(back[0][0]), int(back[1][0]))
        assert (found[::-1] if state.player else found) in pairs
        action = rng.choice(state.legal_actions())
        played.append(action)
        state = state.play(action)


@pytest.mark.parametrize("content", [b"not a book", b"PK\x03\x04 damaged", b""])
def test_wrong_files_are_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "book.npz"
    path.write_bytes(content)
    with pytest.raises(BadFile, match="is not an opening book"):
        load_book(path)
    work_file(path).write_text("7 7\n")
    with pytest.raises(BadFile, match="not from this book"):
        build_book(GAME, 2, path, workers=1)


def test_a_changed_byte_is_refused_or_read_but_never_ends_in_another_error(tmp_path: Path) -> None:
    path, refused = tmp_path / "book.npz", 0
    build_book(GAME, 2, path, workers=1)
    content = path.read_bytes()
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        try:
            load_book(path)
        except BadFile:
            refused += 1
    assert refused > len(content) // 2


def test_a_wrong_score_is_found(tmp_path: Path) -> None:
    book = build_book(GAME, 3, tmp_path / "book.npz", workers=1)
    book.scores[3] += 1
    assert any("the solver" in line for line in check_book(book, len(book)))
    less = Book(4, 5, 3, book.keys[:-1], book.scores[:-1])
    assert "that there are" in check_book(less, 5)[0]


def test_the_shipped_book_holds_every_position_of_its_plies() -> None:
    book = shipped_book(6, 7)
    assert book is not None
    layers = Positions(6, 7).layers(book.plies)
    assert book.keys.tolist() == sorted(key for layer in layers for key in layer.tolist())
    assert book.score(0, 0) == 1, "the first player wins with his last stone"
    stone = [1 << 7 * column for column in range(7)]
    assert [-(book.score(0, bit) or 0) for bit in stone] == [-2, -1, 0, 1, 0, -1, -2]
