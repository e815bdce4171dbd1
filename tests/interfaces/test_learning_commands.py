"""`inarow review`, `puzzle` and `watch` as people use them: tables, JSON, files, Ctrl-C."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Done, Terminal, inarow
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.library.library import Library
from inarow.library.solving import Solving
from inarow.library.sources import imported
from inarow.registry import load_game

PATIENT = ("--limit", "1min")
GAME = ("--game", "tic_tac_toe", "--moves", "b2b3a3c1c3a2a1", *PATIENT)
QUICK = ("--limit", "200nodes, 200sims", "--seed", "1")


def fine(done: Done) -> str:
    assert (done.code, done.err) == (0, "")
    return done.out


def saved(path: Path, spec: str, moves: str) -> Path:
    record = Record(load_game(spec), tags={"First": "Ada", "Second": "Bob"})
    record.push_moves(moves)
    save_record(record, path)
    return path


# Review


def test_a_review_is_a_table_with_a_summary() -> None:
    lines = fine(inarow("review", *GAME)).splitlines()
    assert lines[1] == "   2  O  b3??  blunder: from draw to loss in 6; better a3"
    assert len(lines) == 10
    assert lines[-2] == "X: 3 best, 0 fine, 0 inaccuracies, 0 mistakes, 1 blunder"


def test_a_file_is_reviewed_and_written_with_comments(tmp_path: Path) -> None:
    source = saved(tmp_path / "game.txt", "tic_tac_toe", "b2b3a3")
    target = tmp_path / "reviewed.json"
    out = fine(inarow("review", str(source), "--out", str(target), *PATIENT))
    assert out.splitlines()[-1].startswith("O (Bob): ")
    record = load_record(target)
    assert record.root.children[0].children[0].comment.startswith("blunder: ")
    again = fine(inarow("review", str(target), "--json", *PATIENT))
    assert json.loads(again)["players"] == {"X": "Ada", "O": "Bob"}


@pytest.mark.parametrize(
    ("spec", "moves", "judged"),
    [("gomoku", "h8i9", 2), ("nine_board", "5531", 2), ("random_drop", "44?25", 3)],
)
def test_every_game_can_be_reviewed(spec: str, moves: str, judged: int) -> None:
    data = json.loads(fine(inarow("review", "--game", spec, "--moves", moves, "--json", *QUICK)))
    assert data["complete"] is True
    assert len(data["review"]) == judged
    assert all(move["grade"] != "blunder" for move in data["review"])


def test_progress_on_a_terminal_and_what_is_judged_survives_ctrl_c(tmp_path: Path) -> None:
    target = tmp_path / "part.txt"
    args = ("--game", "gomoku", "--moves", "h8i9g7i7h7i8", "--limit", "1min", "--out", str(target))
    with closing(Terminal("review", *args)) as terminal:
        terminal.wait_for("reviewing: 0 of 6")
        terminal.press("c")
        assert terminal.finish() == 130
    assert "stopped" in terminal.text


def test_a_review_on_a_terminal_leads_to_trying_again() -> None:
    with closing(Terminal("review", *GAME)) as terminal:
        terminal.wait_for(r"O: 2 positions", r"Whose \[1\]: ")
        terminal.type("O", "O to move holds the draw", "Your move: ")
        terminal.type("why", r"Why not b3\?", "X answers a3", "Your move: ")
        terminal.type("a3", "Right, a3: draw", "Your move: ")
        terminal.type("exit", "Solved at the first try: 1 of 1")
        assert terminal.finish() == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "there is no move to review"),
        (("nowhere.txt",), "nowhere.txt"),
        (("x.txt", "--moves", "4"), "not both"),
        (("--moves", "9"), "there is no column 9"),
        (("--moves", "4", "--limit", "soon"), "is not a limit"),
    ],
)
def test_mistakes_of_review_are_one_line(args: tuple[str, ...], message: str) -> None:
    check(inarow("review", *args), message)


def check(done: Done, message: str) -> None:
    assert done.code in (1, 2)
    assert done.out == ""
    assert done.err.startswith("inarow: ")
    assert done.err.count("\n") == 1
    assert message in done.err


# Puzzles


def test_puzzles_as_json() -> None:
    data = json.loads(fine(inarow("puzzle", "--json", "--level", "2")))
    assert {one["level"] for one in data} == {2}
    assert all(len(one["solutions"]) == 1 for one in data)


def test_a_puzzle_is_asked_answered_and_explained() -> None:
    first = json.loads(fine(inarow("puzzle", "--json")))[0]
    (right,) = first["solutions"]
    wrong = next(move for move in first["values"] if move != right)
    typed = f"hint\nwhy\n9\n{wrong}\n{right}\ne\n"
    out = fine(inarow("puzzle", "--number", "1", typed=typed))
    assert f"Puzzle 1 (level {first['level']}, rating {first['rating']})" in out
    assert f"{first['goal']}." in out
    assert "The right move leads to: " in out
    assert "There is no column 9" in out
    assert "Try a move first" in out
    assert f"Wrong: {wrong} gives " in out
    assert f"Right, {right}: " in out
    assert out.endswith("Solved at the first try: 0 of 1.\n")


def test_help_explains_a_puzzle_and_costs_nothing() -> None:
    first = json.loads(fine(inarow("puzzle", "--json")))[0]
    (right,) = first["solutions"]
    out = fine(inarow("puzzle", "--number", "1", typed=f"help\n{right}\ne\n"))
    assert f"{first['goal']}: find the move for that, such as " in out
    assert "hint (or h) gives away a little more each time" in out
    assert out.endswith("Solved at the first try: 1 of 1.\n")


def test_one_puzzle_is_one_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    args = ("tic_tac_toe", "--make", "1", "--seed", "1", "--out", str(path))
    assert fine(inarow("puzzle", *args)) == f"{path}: 1 puzzle\n"
    done = inarow("puzzle", "--file", str(path), "--number", "7")
    check(done, "there is no number 7, only 1 puzzle\n")


def test_the_first_try_counts_and_solutions_are_shown_on_request() -> None:
    data = json.loads(fine(inarow("puzzle", "--json")))
    (right,) = data[2]["solutions"]
    out = fine(inarow("puzzle", "--number", "3", typed=f"{right}\nshow\nnext\nexit\n"))
    assert "The solution is " in out
    assert out.endswith("Solved at the first try: 1 of 3.\n")


def test_the_seed_shuffles_the_same_way() -> None:
    one, two = (inarow("puzzle", "--seed", "5", typed="e\n").out for _ in range(2))
    assert one == two
    assert one.endswith("Goodbye.\n")


def test_mistakes_of_a_game_are_asked(tmp_path: Path) -> None:
    source = saved(tmp_path / "game.txt", "tic_tac_toe", "b2b3a3c1c3a2a1")
    out = fine(
        inarow("puzzle", "--mistakes", str(source), "--player", "O", *PATIENT, typed="b3\na3\ne\n")
    )
    assert "O to move holds the draw." in out
    assert "Wrong: b3 gives loss in 6, not draw. That was played in the game." in out
    assert "Right, a3: draw." in out
    clean = saved(tmp_path / "clean.txt", "tic_tac_toe", "b2a3")
    out = fine(inarow("puzzle", "--mistakes", str(clean), *PATIENT))
    assert out == "No mistake was found in this game: well played.\n"
    assert fine(inarow("puzzle", "--mistakes", str(clean), *PATIENT, "--json")) == "[]\n"


def test_mistakes_of_a_game_of_the_library_are_asked_by_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INAROW_GAMES", str(tmp_path / "games.db"))
    record = Record(load_game("tic_tac_toe"))
    record.push_moves("b2b3a3c1c3a2a1")
    kept = imported(record)
    with Library(tmp_path / "games.db") as library:
        library.add([kept])
    told = fine(inarow("library", "review", kept.id[:5], *PATIENT))
    assert told.endswith(f"puzzle --mistakes {kept.id}\n")
    out = fine(inarow("puzzle", "--mistakes", kept.id[:5], *PATIENT, typed="a3\ne\n"))
    assert "Right, a3: draw." in out
    check(inarow("puzzle", "--mistakes", "nothing"), "No such file")


def test_a_board_that_nobody_can_solve_has_no_puzzles() -> None:
    check(inarow("puzzle", "--game", "mnk(9,9,7)"), "it takes too long to solve")


def test_my_rating_moves_with_the_first_answer_and_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.db"
    monkeypatch.setenv("INAROW_GAMES", str(file))
    data = json.loads(fine(inarow("puzzle", "--json")))
    (right,) = data[0]["solutions"]
    wrong = next(move for move in data[0]["values"] if move != right)
    out = fine(inarow("puzzle", "--number", "1", typed=f"{right}\ne\n"))
    assert f"(level {data[0]['level']}, rating {data[0]['rating']})" in out
    assert "; 1 of 1 solved at the first try; 1 in a row, at most 1 (+" in out
    out = fine(inarow("puzzle", "--number", "1", typed=f"{wrong}\n{right}\ne\n"))
    assert out.count("Puzzle rating ") == 1
    assert "; 1 of 2 solved at the first try; 0 in a row, at most 1 (-" in out
    out = fine(inarow("puzzle", "--number", "1", typed=f"hint\n{right}\ne\n"))
    assert "; 1 of 3 solved at the first try" in out
    with Solving(file) as mine:  # what the page reads as well
        assert mine.standing(load_game("connect_four")).tried == 3
    out = fine(inarow("puzzle", typed="show\ne\n"))
    puzzle, now, *_ = re.findall(r"rating (\d+)", out)
    assert abs(int(puzzle) - int(now)) < 300
    file.write_text("no database" * 99)
    assert "; 1 of 1 solved" in fine(inarow("puzzle", "--number", "1", typed=f"{right}\ne\n"))


def test_a_new_puzzle_is_shown_as_soon_as_it_is_made() -> None:
    out = fine(inarow("puzzle", "--game", "tic_tac_toe", "--make", "1000", typed="e\n"))
    assert out.count("Puzzle ") == 1
    assert out.endswith("Goodbye.\n")


def test_where_only_dice_moved_there_is_nothing_to_review() -> None:
    done = inarow("review", "--game", "nine_board", "--moves", "11")
    check(done, "there is no move to review: only dice have moved so far")


def test_puzzles_are_made_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    args = ("--game", "connect_four(4,4,3)", "--make", "2", "--seed", "3", "--out", str(path))
    assert "2 puzzles" in fine(inarow("puzzle", *args))
    data = json.loads(fine(inarow("puzzle", "--file", str(path), "--json")))
    assert [one["game"] for one in data] == ["connect_four(rows=4,cols=4,k=3)"] * 2


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--level", "6"), "--level"),
        (("--number", "99999"), "there is no number 99999"),
        (("--file", "nowhere.txt"), "nowhere.txt"),
        (("--game", "connect_four(1,3,2)"), "no puzzles can be made"),
        (("--game", "connect_four(k=100)"), "no puzzles can be made"),
        (("--game", "mnk(20,20,25)"), "no puzzles can be made"),
        (("--game", "chess"), "there is no game"),
    ],
)
def test_mistakes_of_puzzle_are_one_line(args: tuple[str, ...], message: str) -> None:
    check(inarow("puzzle", *args), message)


# Watch


def test_a_search_is_watched_in_words() -> None:
    out = fine(inarow("watch", "mcts", "--moves", "b2", "--limit", "12sims"))
    assert out.count("\nsimulation ") == 12
    assert "selection: " in out
    assert "UCT " in out
    out = fine(
        inarow("watch", "alphabeta(evaluator=none)", "--moves", "b2a1c3", "--limit", "2plies")
    )
    assert "root: O (max), window (-inf, inf)" in out
    assert "reaches alpha; cut off: " in out
    threats = fine(inarow("watch", "gomoku"))  # a board on which something threatens
    assert threats.endswith("black wins by threats in at most 5 plies, from 42 positions\n")
    assert "h8" in fine(inarow("watch", "gomoku", "h8a1h9a3h10a5", "--json"))
    wide = fine(inarow("watch", "mcts", "gomoku", "h8", "--limit", "2sims"))
    assert "answer: " in wide


def test_a_search_is_watched_as_data() -> None:
    data = json.loads(fine(inarow("watch", "mcts", "--limit", "3sims", "--json")))
    headings = [step["heading"] for step in data["steps"] if step["heading"]]
    assert headings == ["simulation 1", "simulation 2", "simulation 3"]
    steps = json.loads(fine(inarow("watch", "alphabeta", "--moves", "b2a1", "--json")))["steps"]
    assert (steps[0]["phase"], steps[-2]["phase"], steps[-1]["phase"]) == (
        "enter",
        "return",
        "answer",
    )


def test_keys_step_through_a_search() -> None:
    with closing(Terminal("watch", "mcts", "tic_tac_toe", "b2", "--limit", "2sims")) as terminal:
        for key, shown in (
            ("", "step 0 of 7"),
            ("n", "step 1 of 7"),
            (" ", "step 2 of 7"),
            ("b", "step 1 of 7"),
            ("e", "step 7 of 7"),
            ("p", "step 1 of 7, playing"),
            ("+", "step 7 of 7"),
        ):
            terminal.child.send(key)
            terminal.wait_for(shown)
        terminal.child.send("q")
        assert terminal.finish() == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("dfs",), "dfs"),
        (("level",), "level cannot be watched: there are mcts"),
        (("mcts", "--moves", "a1b1a2b2a3"), "the game is over"),
        (("alphabeta(evaluator=magic)",), "magic"),
        (("alphabeta", "--game", "nine_board"), "dice"),
        (("learned", "tic_tac_toe"), "no network for"),
        (("gomoku", "connect_four"), "gomoku cannot play"),
    ],
)
def test_mistakes_of_watch_are_one_line(args: tuple[str, ...], message: str) -> None:
    check(inarow("watch", *args), message)
