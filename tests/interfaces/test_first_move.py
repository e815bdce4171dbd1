"""On a new machine no person waits for a compiler before a move; whatever judges does wait."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from command_line import environment, inarow, warm_kernels
from inarow.games.connect_four import ConnectFour
from inarow.games.record import Record
from inarow.interfaces.terminal import compiling
from inarow.interfaces.terminal.series import Series, seat_players

WARMING = "warming up: kernels 0 of 1; playing with the readable search"


def test_the_first_move_comes_while_kernels_are_compiled(tmp_path: Path, thorough: bool) -> None:
    for level in (3, 8) if thorough else (3,):
        play, empty = f"play connect_four --second level({level})", str(tmp_path / str(level))
        done = inarow(*play.split(), typed="4\nq\n", NUMBA_CACHE_DIR=empty)
        assert done.code == 0
        assert f"O (level {level}): " in done.out
        assert done.err == f"inarow: {WARMING}\n"


def test_the_book_answers_without_a_compiler(tmp_path: Path) -> None:
    code = (
        "import sys; from inarow.interfaces.cli import run\n"
        "for command in ('solve', 'analyse'):\n"
        "    sys.argv = ['inarow', command, '4453']\n"
        "    print(run(), 'numba' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(NUMBA_CACHE_DIR=str(tmp_path)),
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    for said in done.stdout.split("0 False\n", 1):
        assert "loss in 36 plies" in said
        assert "from the opening book" in said
    assert done.stdout.endswith("0 False\n")
    assert not list(tmp_path.rglob("*.kernel"))


def test_loading_kernels_loads_nothing_that_only_compiling_takes() -> None:
    warm_kernels()
    code = (
        "import sys, inarow\n"
        "state = inarow.load_game('connect_four').initial_state()\n"
        "decision = inarow.load_agent('level(8)').choose(state, inarow.Limit())\n"
        "print(decision.path, *(name in sys.modules for name in ('numba.np.linalg', 'asyncio')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "kernel, falling stones in one word False False\n"


@pytest.mark.parametrize(("before", "lines"), [("sys.ps1 = '>>> '", 1), ("", 0)])
def test_at_a_prompt_and_in_a_notebook_one_line_says_what_is_waited_for(
    before: str, lines: int
) -> None:
    code = (
        f"import sys; {before}\n"
        "from inarow.search.native.notice import Compiling, listening, telling\n"
        "with listening(lambda news: None), telling(Compiling('heard', 1, 3)): pass\n"
        "with telling(Compiling('said', 2, 3)), telling(Compiling('inside', here=True)): pass\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    line = "inarow: compiling the search, 2 of 3: said (once for this machine) ...\n"
    assert done.stderr == line * lines


@pytest.mark.parametrize(
    ("series", "waits"),
    [
        (Series(("human", "level(3)")), False),
        (Series(("human", "level(3)"), seed=1), True),
        (Series(("mcts(seed=7)", "human")), True),
        (Series(("level(3)", "mcts")), True),
        (Series(("human", "classic-minimax"), style="lookahead"), True),
    ],
    ids=["a person", "a seed", "a player with a seed", "machines", "an original program"],
)
def test_who_waits(series: Series, waits: bool) -> None:
    series.agents = seat_players(Record(ConnectFour()), series.players, series.seed)
    assert series.waits == waits


def test_progress_is_told_once_for_each_change(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = iter([None, "1 of 2", "1 of 2", "2 of 2", None, None])
    monkeypatch.setattr(compiling, "progress", lambda: next(said))
    for _ in range(6):
        compiling.tell_progress()
    assert capsys.readouterr().err.splitlines() == [
        "inarow: 1 of 2",
        "inarow: 2 of 2",
        "inarow: kernels are compiled",
    ]
