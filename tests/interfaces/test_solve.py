"""`inarow solve` and `inarow book` as people call them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import assert_one_line_error, inarow
from inarow.search.solver.engine import SolverEngine

LATE = "2252576253462244111563365343671351441"


def test_every_column_with_its_score_in_words() -> None:
    done = inarow("solve", "--moves", LATE)
    assert (done.code, done.err) == (0, "")
    assert "O to move: loss in 4 plies\n* 6   -1  loss in 4 plies\n" in done.out
    assert "line: 6 7 7 7\n" in done.out


def test_json_has_the_fields_that_analyse_has() -> None:
    found = json.loads(inarow("solve", "--moves", LATE, "--json").out)
    assert found["best"] == "6"
    assert found["value"] == {
        "kind": "proven",
        "result": "loss",
        "plies": 4,
        "score": -1,
        "unit": "stones",
        "words": "loss in 4 plies",
    }
    assert [row["move"] for row in found["actions"]] == ["6", "7"]
    assert found["line"] == ["6", "7", "7", "7"]
    assert found["to_move"] == "O"
    assert {"game", "moves", "nodes", "seconds"} < set(found)


def test_weak_says_the_result_and_calls_it_proven() -> None:
    found = json.loads(inarow("solve", "--moves", "32164625", "--weak", "--json").out)
    assert (found["value"]["kind"], found["value"]["result"]) == ("proven", "win")


def test_a_limit_gives_bounds() -> None:
    done = inarow("solve", "--moves", "", "--limit", "1000nodes", "--no-book", "--json")
    assert json.loads(done.out)["value"]["kind"] == "bound"


def test_a_batch_gives_one_line_for_each_and_names_bad_ones() -> None:
    done = inarow("solve", "--stdin", typed=f"{LATE} -1\n\n88\n{LATE[:-1]}\n")
    lines = [line.split() for line in done.out.splitlines()]
    assert lines[0][:2] == [LATE, "-1"]
    assert all(len(line) >= 3 for line in lines)
    assert done.code == 2
    assert "line 3: '88' is not a line of columns from 1 to 7" in done.err
    assert "1 line was not solved" in done.err


def test_more_memory_than_there_is_ends_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError("Unable to allocate 64.0 GiB")

    monkeypatch.setattr(SolverEngine, "__init__", fail)
    done = inarow("solve", "--moves", "44", "--no-book", "--memory", "65536")
    assert_one_line_error(done, 1, "there is not enough memory: Unable to allocate 64.0 GiB")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["random_drop"], "cannot be solved, it has dice: try inarow analyse"),
        (["mnk(100,100,5)"], "the board is too large"),
        (["tic_tac_toe", "--threads", "2"], "--threads is for Connect Four"),
        (["tic_tac_toe", "a1a2b1b2c1"], "the game is over"),
        (["--game", "connect_four(rows=12,cols=12)"], "cols * (rows + 1) <= 120"),
        (["--moves", "1212121"], "the game is over"),
        (["--moves", "9"], "no column 9"),
        (["--limit", "0s"], "more than nothing"),
        (["--stdin", "--moves", "4"], "leave out --moves"),
        (["--threads", "0"], "threads"),
        (["--book", "b.npz", "--no-book"], "contradict"),
        (["--book", __file__], "is not an opening book"),
    ],
)
def test_bad_input_ends_in_one_line(arguments: list[str], words: str) -> None:
    done = inarow("solve", *arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1


def test_a_book_is_built_described_and_verified(tmp_path: Path) -> None:
    book = str(tmp_path / "book.npz")
    board = ("--game", "connect_four(rows=4,cols=4)")
    built = inarow("book", "build", *board, "--plies", "4", "--out", book, "--workers", "1")
    assert (built.code, "positions of the first 4 plies, " in built.out) == (0, True)
    assert built.out.endswith(f", {Path(book).stat().st_size} bytes\n"), "not 0.00 MB"
    assert "Connect Four 4 x 4" in inarow("book", "info", book).out
    found = json.loads(inarow("book", "info", book, "--json").out)
    assert (found["rows"], found["cols"], found["plies"]) == (4, 4, 4)
    assert found["positions"] == found["wins"] + found["draws"] + found["losses"] > 50
    solved = inarow("solve", *board, "--book", book, "--moves", "12", "--json")
    assert json.loads(solved.out)["nodes"] == 0, "what the book holds is not searched"
    verified = inarow("book", "verify", book, "--sample", "50")
    assert "50 of " in verified.out
    assert "all right" in verified.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["build", "--plies", "2", "--out", "/no/such/folder/b.npz"], "no folder"),
        (["build", "--plies", "2", "--out", "b.npz", "--game", "gomoku"], "Connect Four"),
        (["info", __file__], "is not an opening book"),
        (["info", "/no/such/book.npz"], "No such file"),
    ],
)
def test_books_refuse_bad_input_in_one_line(arguments: list[str], words: str) -> None:
    done = inarow("book", *arguments)
    assert done.code in (1, 2)
    assert words in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("limit", ["300nodes", "20000nodes", "300ms"])
def test_what_is_proven_under_a_limit_is_true(limit: str) -> None:
    """In 4455 columns 3 and 6 win; a column that loses must not speak for the position."""
    found = json.loads(
        inarow("solve", "--moves", "4455", "--limit", limit, "--no-book", "--json").out
    )
    assert found["value"]["result"] in (None, "win")
    assert found["best"] in ("3", "6")
    lost = [row["move"] for row in found["actions"] if row["value"]["result"] == "loss"]
    assert not {"3", "6"} & set(lost)


def test_a_file_that_is_no_book_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("hello")
    done = inarow("book", "build", "--plies", "1", "--out", str(path))
    assert done.code == 2
    assert path.read_text() == "hello"


def test_what_is_not_known_is_not_starred_and_weak_speaks_of_results() -> None:
    shown = inarow("solve", "--limit", "20nodes", "--no-book")
    assert shown.code == 0
    assert "X to move: not known yet" in shown.out
    assert "*" not in shown.out
    data = json.loads(inarow("solve", "--limit", "20nodes", "--no-book", "--json").out)
    assert {row["value"]["kind"] for row in data["actions"]} == {"bound"}
    assert all(row["value"]["bounds"][0] < row["value"]["bounds"][1] for row in data["actions"])
    weak = inarow("solve", "--weak", "--moves", "4444442")
    assert "* 3       draw\n" in weak.out
    assert "plies" not in weak.out


def test_other_games_are_solved_with_every_move() -> None:
    found = json.loads(inarow("solve", "tic_tac_toe", "b2", "--json").out)
    assert found["value"]["words"] == "draw"
    values = {row["move"]: row["value"]["words"] for row in found["actions"]}
    corners = dict.fromkeys(("a1", "a3", "c1", "c3"), "draw")
    assert values == corners | dict.fromkeys(("a2", "b1", "b3", "c2"), "loss")


def test_a_win_is_told_with_its_line() -> None:
    said = inarow("solve", "mnk(rows=4,cols=4,k=3)").out
    assert "X to move: win (proven)" in said
    assert "line: " in said


def test_a_draw_by_pairs_shows_them() -> None:
    found = json.loads(inarow("solve", "mnk(5,5,5)", "--json").out)
    cells = [cell for pair in found["pairs"] for cell in pair]
    assert len(cells) == len(set(cells)) == 24
    said = inarow("solve", "mnk(5,5,5)").out
    assert "O never loses" in said
    board = said.rpartition(" positions in ")[0]
    assert board.count("12") == 2  # the last pair on the board


def test_what_a_limit_leaves_open_is_said() -> None:
    said = inarow("solve", "mnk(9,9,5)", "--limit", "50nodes").out
    assert "not settled" in said
    assert "and 17 more" in said


KEEP = ("solve", "--game", "connect_four(rows=4,cols=6)", "--weak", "--json", "--keep")


def test_a_large_board_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    path = tmp_path / "4x6.jsonl"
    first, again = (json.loads(inarow(*KEEP, str(path)).out) for _ in range(2))
    assert first["value"]["result"] == "loss"
    assert first["kept"] == str(path)
    assert first["nodes"] > 0
    assert again | {"seconds": 0} == first | {"seconds": 0}
    lines = path.read_text()
    later = json.loads(inarow(*KEEP, str(path), "--moves", "33").out)
    assert later["value"]["kind"] == "proven"
    assert path.read_text().startswith(lines), "other positions of the board are added"
    for column in "123456":
        later = json.loads(inarow(*KEEP, str(path), "--moves", column).out)
        assert later["value"]["kind"] == "proven", "also if the board needed only its result"


def test_a_board_beyond_64_bits_is_settled_in_parts(tmp_path: Path) -> None:
    moves = "3 6 11 12 11 10 7 9 5 11 3 8 8 5 13 3 12 2 2 12 3 10 10 11 8 7"
    args = ("solve", "--game", "connect_four(rows=4,cols=13)", "--moves", moves, "--weak", "--json")
    at_once = json.loads(inarow(*args).out)
    kept = (*args, "--keep", str(tmp_path / "13x4.jsonl"))
    first, again = (json.loads(inarow(*kept).out) for _ in range(2))
    assert first["value"]["result"] == at_once["value"]["result"] == "loss"
    assert first["nodes"] == again["nodes"] > 0


def test_a_large_board_that_is_interrupted_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("inarow.search.solver.settle.Settling.run", interrupt)
    path = tmp_path / "4x6.jsonl"
    assert_one_line_error(inarow(*KEEP, str(path)), 130, f"goes on with what is in {path}")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--limit", "1s"), "--limit does nothing beside --keep"),
        (("--stdin",), "--stdin does nothing beside --keep"),
        (("--position", "./. X"), "leave out --position"),
        (("--moves", "1", "--cluster", "127.0.0.1:9"), "there is no cluster"),
    ],
)
def test_what_cannot_go_with_keep_is_refused(
    args: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.arena.crews.CLUSTER_SECONDS", 0.1)
    assert_one_line_error(inarow(*KEEP, str(tmp_path / "x.jsonl"), *args), 2, words)


def test_a_file_to_keep_things_in_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    for text in ("dear diary\n", "dear diary"):
        (tmp_path / "notes.txt").write_text(text)
        assert_one_line_error(inarow(*KEEP, str(tmp_path / "notes.txt")), 2, "notes.txt")
        assert (tmp_path / "notes.txt").read_text() == text
    assert_one_line_error(inarow(*KEEP, str(tmp_path / "no" / "x.jsonl")), 1, "no folder")
    assert_one_line_error(inarow("solve", "--cluster", "a"), 2, "--cluster is for --keep")
    large = inarow("solve", "--game", "connect_four(12,12)", "--keep", str(tmp_path / "12.jsonl"))
    assert_one_line_error(large, 2, "cols * (rows + 1) <= 120")
    assert not (tmp_path / "12.jsonl").exists()
    assert_one_line_error(inarow("solve", "tic_tac_toe", "--keep", "x"), 2, "is for Connect Four")


def test_what_is_missing_for_a_proof_is_told() -> None:
    """The proof and disproof numbers of each attacker, as long as nothing is settled."""
    args = ("solve", "mnk(9,9,5)", "--limit", "50nodes")
    told = json.loads(inarow(*args, "--json").out)["open"]
    assert [one["attacker"] for one in told] == ["X", "O"]
    assert all(one["proof"] > 0 and one["disproof"] > 0 for one in told)
    said = inarow(*args).out
    for one in told:
        numbers = f"(proof number {one['proof']:,}, disproof number {one['disproof']:,})"
        assert f"still open: whether {one['attacker']} can force a win {numbers}\n" in said
    assert json.loads(inarow("solve", "tic_tac_toe", "--json").out)["open"] == []
    assert "still open" not in inarow("solve", "tic_tac_toe").out


def test_what_is_settled_for_one_player_is_not_called_open() -> None:
    found = json.loads(inarow("solve", "mnk(6,6,5)", "--limit", "50nodes", "--json").out)
    assert found["value"]["words"] == "at least a draw"
    assert [one["attacker"] for one in found["open"]] == ["X"]


@pytest.mark.parametrize("place", [["mnk(9,9,5)"], ["4453"]])
@pytest.mark.parametrize(("limit", "idle"), [("3plies", "depth"), ("9sims,1s", "simulations")])
def test_a_limit_that_a_proof_cannot_obey_is_refused(
    place: list[str], limit: str, idle: str
) -> None:
    done = inarow("solve", *place, "--limit", limit)
    assert_one_line_error(done, 2, f"no limit of {idle}", "2s, 1000000nodes or 64mb")
    assert done.out == ""


def test_memory_is_limited_by_either_option() -> None:
    for option in (("--limit", "4mb"), ("--limit", "4mb,1s")):
        assert_one_line_error(inarow("solve", "4453", *option), 2, "at least 8 MB")
