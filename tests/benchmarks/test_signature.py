"""The signature of the players: cheap parts of it are what the data file says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.signature import add, kept, main, run
from benchmarks.signature_cases import BOARDS

from inarow.registry import agents, games

CHEAP = (
    ["names:"],
    ["rules: tic_tac_toe"],
    ["rules: nine_board"],
    ["players: random,"],
    ["options: minimax(compiled=false)"],
    ["games: randobot"],
)


@pytest.mark.parametrize("only", CHEAP, ids=lambda only: only[0])
def test_answers_are_those_of_the_data(only: list[str]) -> None:
    found = dict(run(only))
    assert found
    assert found == kept(only)


def test_every_game_and_every_player_is_asked() -> None:
    headings = "\n".join(kept(["players: "]))
    assert {board.partition("(")[0] for board in BOARDS} >= set(games())
    assert all(f"players: {name}" in headings for name in agents() if name != "human")


def test_options_are_added_to_those_that_are_there() -> None:
    assert add("mcts", "") == "mcts"
    assert add("mcts", "solve=false") == "mcts(solve=false)"
    nested = "minimax(evaluator=open_lines(growth=3))"
    assert add(nested, "depth=1") == "minimax(evaluator=open_lines(growth=3),depth=1)"


def test_a_difference_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "signature.txt"
    data.write_text("rules: tic_tac_toe\n  another line\n", encoding="utf-8")
    monkeypatch.setattr("benchmarks.signature.DATA", data)
    check = ["signature.py", "--check", "--only", "rules: tic_tac_toe"]
    monkeypatch.setattr(sys, "argv", check)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    assert "-  another line" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["signature.py", "--write", *check[2:]])
    main()
    monkeypatch.setattr(sys, "argv", check)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0


def test_words_that_no_heading_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["signature.py", "--check", "--only", "chess"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
