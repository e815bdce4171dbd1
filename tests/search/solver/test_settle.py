"""Large boards in parts: the same answers as in one search, whatever is cut off, lost or shared."""

from __future__ import annotations

import json
import os
from collections import Counter
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.errors import BadFile, IllegalMove, NotAvailable, WorkersLost
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.notation import play_moves
from inarow.search.solver.ledger import Ledger
from inarow.search.solver.settle import Settling
from inarow.search.solver.solver import Solver

BOARDS = [(4, 4), (5, 4), (4, 5), (3, 7), (6, 4)]


class Here(Executor):
    """This process, one question at a time; some are lost, none more than twice, or all."""

    def __init__(self, lost: int = 0, executor: Executor | None = None, at_once: int = 1) -> None:
        self.executor: Executor = executor or self
        self._at_once = at_once
        self._random, self._lost = Random(1), lost
        self._losses = Counter[Any]()
        self.asked = 0

    def capacity(self) -> int:
        return self._at_once

    def has_lost_workers(self, error: Exception) -> bool:
        return isinstance(error, ConnectionError)

    def submit(self, call: Any, /, *args: Any, **_: Any) -> Future[Any]:
        self.asked += 1
        future: Future[Any] = Future()
        mercy = self._lost < 100 and self._losses[args] == 2
        if self._random.randrange(100) < self._lost and not mercy:
            self._losses[args] += 1
            future.set_exception(ConnectionError("a worker died"))
        else:
            future.set_result(call(*args))
        return future


def settling(
    state: State, moves: tuple[int, ...], ledger: Ledger, workers: Here, leaf_nodes: int
) -> Settling:
    rules = ledger.game
    return Settling(state, moves, ledger, workers, (*rules.shape, 8, 1), leaf_nodes)


@st.composite
def openings(draw: st.DrawFn) -> tuple[ConnectFour, State, tuple[int, ...]]:
    """A small board after some moves."""
    game = ConnectFour(*draw(st.sampled_from(BOARDS)))
    state, moves = game.initial_state(), []
    for _ in range(draw(st.integers(0, 6))):
        column = draw(st.sampled_from(state.legal_actions()))
        after = state.play(column)
        if after.outcome is not None:
            break
        state = after
        moves.append(column + 1)
    return game, state, tuple(moves)


@given(openings(), st.booleans(), st.sampled_from([1, 30, 1000]), st.sampled_from([0, 30]))
def test_parts_give_the_score_of_the_whole(
    opening: tuple[ConnectFour, State, tuple[int, ...]], weak: bool, leaf_nodes: int, lost: int
) -> None:
    game, state, moves = opening
    search = settling(state, moves, Ledger(game), Here(lost), leaf_nodes)
    found, solver = search.run(weak), Solver(*game.shape, 8)
    score = solver.score(state)
    assert found.lowest <= score <= found.highest
    assert (found.result if weak else found.score) == (
        solver.solve(state, weak=True).result if weak else score
    )
    truth = solver.scores(state)
    for column, bounds in search.columns.items():
        assert bounds.lowest <= truth[column] <= bounds.highest
    best = max(search.columns.values(), key=lambda bounds: bounds.lowest)
    assert best.result is found.result, "it knows the move to play"


def test_a_position_that_was_part_of_a_larger_search_gets_its_move() -> None:
    game = ConnectFour(4, 5)
    ledger = Ledger(game)
    start = game.initial_state()
    settling(start, (), ledger, Here(), 1000).run(weak=True)
    for column in start.legal_actions():
        search = settling(start.play(column), (column + 1,), ledger, Here(), 1000)
        found = search.run(weak=True)
        assert found.result is not None
        assert found.result in [bounds.result for bounds in search.columns.values()]


def test_whatever_work_an_answer_seems_to_take_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.search.solver.settle._ASIDE", 10**13)
    game = ConnectFour(4, 5)
    search = settling(game.initial_state(), (), Ledger(game), Here(), 10)
    assert search.run(weak=True).result == Solver(4, 5).solve("", weak=True).result


def test_a_game_that_is_over_is_refused() -> None:
    game = ConnectFour(4, 5)
    with pytest.raises(IllegalMove, match="the game is over"):
        settling(play_moves(game.initial_state(), "1212121"), (), Ledger(game), Here(), 1000)


def test_a_question_that_ends_every_worker_is_not_asked_for_ever() -> None:
    game = ConnectFour(4, 4)
    with pytest.raises(WorkersLost, match="ended 3 workers"):
        settling(game.initial_state(), (), Ledger(game), Here(lost=100), 100).run(weak=True)


def test_several_workers_find_the_same() -> None:
    game = ConnectFour(5, 5)
    with ThreadPoolExecutor(3) as threads:
        search = settling(
            game.initial_state(), (), Ledger(game), Here(executor=threads, at_once=3), 300
        )
        assert search.run(weak=True).result == Solver(5, 5).solve("", weak=True).result


def test_what_is_in_the_file_is_not_asked_again(tmp_path: Path) -> None:
    game, path = ConnectFour(4, 6), tmp_path / "4x6.jsonl"

    class Enough(Exception):
        """The plug was pulled."""

    def pull(search: Settling) -> None:
        if search.ledger.entries == stop:
            raise Enough

    asked = []
    for stop in (7, 12, -1):  # two runs are cut off, the third one is not
        workers, ledger = Here(), Ledger(game, path)
        search = Settling(
            game.initial_state(), (), ledger, workers, (4, 6, 8, 1), 200, on_news=pull
        )
        if stop > 0:
            with pytest.raises(Enough):
                search.run(weak=True)
            with path.open("ab") as file:
                file.write(b'{"moves": [1, 2')  # as it is after a power cut
        else:
            assert search.run(weak=True).result == Solver(4, 6).solve("", weak=True).result
        asked.append(workers.asked)
        ledger.close()
    lines = path.read_text().splitlines()
    assert asked[:2] == [7, 5]
    assert len(lines) == 1 + sum(asked)
    questions = [(tuple(entry["moves"]), entry["at_least"]) for entry in map(json.loads, lines[1:])]
    assert len(set(questions)) == len(questions)


def test_every_line_of_the_file_is_true(tmp_path: Path) -> None:
    game, path = ConnectFour(5, 4), tmp_path / "5x4.jsonl"
    ledger = Ledger(game, path)
    settling(game.initial_state(), (), ledger, Here(), 40).run(weak=False)
    ledger.close()
    solver = Solver(5, 4)
    entries = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    for entry in entries:
        score = solver.score("".join(map(str, entry["moves"])))
        assert entry["lowest"] <= score <= entry["highest"]
    assert any(entry["lowest"] < entry["at_least"] <= entry["highest"] for entry in entries)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello\n", "damaged, or no file of settled positions"),
        ("hello", "is no file of settled positions"),
        ("a line\nand one without an end", "damaged, or no file of settled positions"),
        pytest.param("[" * 100_000 + "\n", "damaged, or no file of", id="deep"),
        ('{"format": "other"}\n', "is no file of settled positions"),
        ("[]\n", "is no file of settled positions"),
        (
            '{"format": "inarow settled 1", "game": "connect_four(rows=4,cols=4,k=4)"}\n',
            "is about connect_four(rows=4,cols=4,k=4), not about",
        ),
        (
            '{"format": "inarow settled 1", "game": "connect_four(rows=4,cols=5,k=4)"}\n{}\n',
            "line 2: this is not a settled position",
        ),
        (
            '{"format": "inarow settled 1", "game": "connect_four(rows=4,cols=5,k=4)"}\n'
            '{"moves": [9], "at_least": 1, "lowest": 1, "highest": 2, "nodes": 3}\n',
            "line 2: this is not a settled position",
        ),
        (
            '{"format": "inarow settled 1", "game": "connect_four(rows=4,cols=5,k=4)"}\n'
            '{"moves": [1, 1, 1, 1, 1], "at_least": 1, "lowest": 1, "highest": 2, "nodes": 3}\n',
            "line 2: this is not a settled position",
        ),
        (
            '{"format": "inarow settled 1", "game": "connect_four(rows=4,cols=5,k=4)"}\n'
            '{"moves": [Infinity], "at_least": 1, "lowest": 1, "highest": 2, "nodes": 3}\n',
            "line 2: this is not a settled position",
        ),
        (
            '{"format": "inarow settled 1", "game": "connect_four(rows=4,cols=5,k=4)"}\n'
            '{"moves": [1], "at_least": 1, "lowest": 2, "highest": 1, "nodes": 3}\n',
            "line 2: this is not a settled position",
        ),
        (
            '{"format": "inarow settled 1", "game": "connect_four(rows=4,cols=5,k=4)"}\n'
            '{"moves": [1], "at_least": 1, "lowest": 1, "highest": 1000, "nodes": 3}\n{"mov',
            "line 2: this is not a settled position",
        ),
        (
            '{"format": "inarow settled 1", "game": "connect_four(rows=4,cols=5,k=4)"}\n'
            '{"moves": [1], "at_least": 1, "lowest": 1, "highest": 9, "nodes": 3}\n'
            '{"moves": [5], "at_least": 1, "lowest": -9, "highest": 0, "nodes": 3}\n',
            "line 3: this contradicts an earlier line",
        ),
    ],
)
def test_files_that_are_none_are_refused_and_left_alone(
    text: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "settled.jsonl"
    path.write_text(text)
    with pytest.raises(BadFile, match=words.replace("(", r"\(").replace(")", r"\)")):
        Ledger(ConnectFour(4, 5), path)
    assert path.read_text() == text


def test_two_programs_cannot_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "settled.jsonl"
    first = Ledger(ConnectFour(4, 5), path)
    with pytest.raises(NotAvailable, match="in use by another process"):
        Ledger(ConnectFour(4, 5), path)
    first.close()
    Ledger(ConnectFour(4, 5), path).close()


def test_a_first_line_that_was_cut_off_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "settled.jsonl"
    Ledger(ConnectFour(4, 5), path).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    Ledger(ConnectFour(4, 5), path).close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize("name", [os.devnull, "."])
def test_what_is_no_plain_file_is_not_read(name: str) -> None:
    with pytest.raises(BadFile, match="is not a plain file"):  # a device may never end
        Ledger(ConnectFour(4, 5), Path(name))
