"""Openings: no position twice, none that is nearly over, balanced where that is asked for."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

import pytest

from inarow.arena.judging import is_balanced, is_solved
from inarow.arena.openings import all_openings, load_openings, random_openings, read_openings
from inarow.errors import BadFile, BadOption, InarowError, UnknownName
from inarow.games.base import Game, State
from inarow.games.notation import parse_moves, play_moves
from inarow.games.record import Record
from inarow.games.record_file import save_record
from inarow.registry import load_game
from inarow.search.solver.solver import Solver


def position(game: Game, moves: str) -> State:
    return play_moves(game.initial_state(), moves)


def images(game: Game, moves: str) -> frozenset[Hashable]:
    """The position in every way it can be turned, by playing the turned moves one by one."""
    found = set()
    for turned in game.symmetries():
        state = game.initial_state()
        for action in parse_moves(game, moves):
            state = state.play(turned[action])
        found.add(state.key())
    return frozenset(found)


def all_lines(state: State, plies: int) -> list[State]:
    """Every position after so many stones, by brute force."""
    if state.ply == plies:
        return [state]
    return [end for a in state.legal_actions() for end in all_lines(state.play(a), plies)]


@pytest.mark.parametrize(
    ("spec", "plies", "count"),
    [
        ("tic_tac_toe", 0, 1),
        ("tic_tac_toe", 1, 3),
        ("tic_tac_toe", 2, 12),
        ("tic_tac_toe", 3, 38),
        ("connect_four", 1, 4),
        ("connect_four", 2, 25),
        ("gomoku", 1, 36),
        ("nine_board", 1, 15),
        ("nine_board(first_move=free)", 1, 15),
        ("random_drop", 2, 25),
    ],
)
def test_all_starts_are_counted(spec: str, plies: int, count: int) -> None:
    """Tic-tac-toe: known counts. Connect Four: 7 * 7 lines, and only 44 is its own mirror image."""
    assert len(all_openings(load_game(spec), plies)) == count


@pytest.mark.parametrize(
    ("spec", "plies"),
    [("tic_tac_toe", 4), ("connect_four(rows=4,cols=4,k=3)", 4), ("mnk(rows=2,cols=3,k=2)", 1)],
)
def test_all_starts_are_those_of_brute_force(spec: str, plies: int) -> None:
    game = load_game(spec)
    found = all_openings(game, plies)
    orbits = [images(game, moves) for moves in found]
    for number, orbit in enumerate(orbits):
        assert not any(orbit & other for other in orbits[:number]), "a position comes twice"
    wanted = {
        state.key()
        for state in all_lines(game.initial_state(), plies)
        if state.outcome is None
        and all(state.play(action).outcome is None for action in state.legal_actions())
    }
    assert set().union(*orbits) == wanted


def test_too_many_starts_are_refused() -> None:
    with pytest.raises(BadOption, match="more than 10000 different starts of 3 plies"):
        all_openings(load_game("mnk(rows=8,cols=9,k=5)"), 3)


@pytest.mark.parametrize("spec", ["connect_four", "gomoku", "tic_tac_toe", "nine_board"])
def test_random_starts_differ_and_are_repeatable(spec: str) -> None:
    game = load_game(spec)
    found = random_openings(game, 8, 3, seed=5)
    assert found == random_openings(game, 8, 3, seed=5) != random_openings(game, 8, 3, seed=6)
    orbits = [images(game, moves) for moves in found]
    assert len(set(orbits)) == 8
    for moves in found:
        state = position(game, moves)
        assert state.ply == 3
        assert state.outcome is None


def test_stones_of_a_random_start_lie_together_on_a_large_board() -> None:
    game = load_game("gomoku")
    for moves in random_openings(game, 20, 4, seed=1):
        cells = [divmod(action, 15) for action in parse_moves(game, moves)]
        for at, (row, col) in enumerate(cells[1:], start=1):
            assert any(max(abs(row - r), abs(col - c)) == 1 for r, c in cells[:at])


def test_random_starts_never_call_for_dice() -> None:
    game = load_game("random_drop")
    assert not any("?" in moves for moves in random_openings(game, 20, 4, seed=1))


def test_more_starts_than_there_are_is_an_error() -> None:
    with pytest.raises(BadOption, match="only 3 different openings of 1 plies"):
        random_openings(load_game("tic_tac_toe"), 4, 1, seed=1)


def test_balanced_starts_of_connect_four_are_draws() -> None:
    game = load_game("connect_four(rows=5,cols=5,k=4)")
    assert is_solved(game)
    solver = Solver(5, 5)
    found = load_openings("balanced(plies=6,count=10)").make(game, seed=3)
    assert len(found) == 10
    assert {solver.score(moves) for moves in found} == {0}


def test_balance_elsewhere_is_an_estimate_that_knows_what_is_proven() -> None:
    game = load_game("tic_tac_toe")
    assert not is_solved(game)
    assert is_balanced(position(game, "b2a3b3b1"))  # a draw
    assert not is_balanced(position(game, "a3b3c1c3a1"))  # O must block three cells
    assert not is_balanced(position(game, "a3b3b2c3c2a2b1a1"))  # one move left


def test_a_file_has_one_opening_a_line(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# mine\n44\n\n4 5  # the same as the next but one\n34\n43\n121212\n")
    game = load_game("connect_four")
    assert read_openings(game, path) == ["44", "45", "34"], "43 is 45 seen in a mirror"
    assert read_openings(game, path, plies=1) == ["4", "3", "1"]
    assert load_openings(f"file({path},plies=1)").make(game, seed=9) == ["4", "3", "1"]


@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_a_saved_game_is_an_opening(tmp_path: Path, suffix: str) -> None:
    game = load_game("connect_four")
    record = Record(game)
    record.push_moves("4455667")
    save_record(record, tmp_path / f"game{suffix}")
    assert read_openings(game, tmp_path / f"game{suffix}", plies=3) == ["445"]
    with pytest.raises(BadFile, match="over after these moves"):
        read_openings(game, tmp_path / f"game{suffix}")
    with pytest.raises(BadFile, match=r"a game of connect_four\(.*, not of mnk"):
        read_openings(load_game("tic_tac_toe"), tmp_path / f"game{suffix}")


def test_files_of_other_programs(tmp_path: Path) -> None:
    game = load_game("gomoku")
    pos, sgf, psq = (tmp_path / name for name in ("my.txt", "my.sgf", "my.psq"))
    pos.write_text("h8i9\nh8i10g7\n", encoding="utf-8")
    assert load_openings(f"pos(path={pos})").make(game, 1) == ["h8i7", "h8i6g9"]
    assert load_openings(str(pos)).make(game, 1) == ["h8i9", "h8i10g7"]
    sgf.write_bytes("(;GM[4]SZ[15]PB[刘备];B[hh];W[ig])(;GM[4];B[hh];W[ih])".encode("gb2312"))
    assert load_openings(str(sgf)).make(game, 1) == ["h8i9", "h8i8"]
    psq.write_text("Piskvorky 15x15, 11:11, 0\n8,8,1\n9,7,1\n", encoding="utf-8")
    standard = load_game("gomoku(rule=standard)")
    assert load_openings(str(psq)).make(standard, 1) == ["h8i9"]
    with pytest.raises(BadFile, match="is a game of"):
        load_openings(str(psq)).make(load_game("tic_tac_toe"), 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"44\n48\n", "line 2: '48' is no opening: move 2"),
        (b"1111111\n", r"line 1: '1111111' is no opening: move 7 \(1\): column 1 is full"),
        (b"\n# nothing\n", "has no openings of connect_four in it"),
        (b"\xff\xfe", "is not a text file"),
    ],
)
def test_a_bad_file_is_told_in_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(content)
    with pytest.raises(BadFile, match=message):
        read_openings(load_game("connect_four"), path)


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ("balance", UnknownName, "did you mean balanced"),
        ("all(plies=x)", BadOption, "must be a whole number"),
        ("random(count=0)", BadOption, "1 to 100000"),
        ("file(path=a,way=b)", BadOption, "has no option 'way'"),
    ],
)
def test_bad_specs(spec: str, error: type[InarowError], message: str) -> None:
    with pytest.raises(error, match=message):
        load_openings(spec)


def test_specs_name_every_way() -> None:
    game = load_game("connect_four")
    assert load_openings("start").make(game, seed=1) == [""]
    assert len(load_openings("all").make(game, seed=1)) == 25
    assert len(load_openings("all(plies=2,count=5)").make(game, seed=1)) == 5
    assert len(load_openings("random").make(game, seed=1)) == 50
