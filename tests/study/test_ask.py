"""Questions in one line of Python: every way to name a position, and what natural mistakes say."""

from __future__ import annotations

from pathlib import Path

import pytest

import inarow
from inarow.games.record_sgf import format_sgf


def test_a_position_however_it_is_written(tmp_path: Path) -> None:
    game = inarow.load_game("gomoku")
    record = inarow.Record(game)
    state = record.push_moves("h8i9")
    inarow.save_record(record, tmp_path / "game.txt")
    written = [
        inarow.position("gomoku", "h8i9"),
        inarow.position("gomoku h8 i9"),
        inarow.position(game, "h8 i9"),
        inarow.position("gomoku", [game.parse("h8"), game.parse("i9")]),
        inarow.position(state),
        inarow.position("gomoku", inarow.format_position(state)),
        inarow.position(game, str(state)),
        inarow.position(record),
        inarow.position(tmp_path / "game.txt"),
        inarow.position(inarow.format_record(record)),
        inarow.position(inarow.format_record_json(record)),
        inarow.position(format_sgf(record)),
    ]
    assert {found.key() for found in written} == {state.key()}
    assert inarow.position(record, "h9").ply == 3
    assert inarow.position("4453").game == inarow.load_game("connect_four")
    assert inarow.position().ply == 0


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (("gomoku h8", "i9"), "given twice"),
        ((42,), "a position is a game, moves, a state or a record, not int"),
        (("conect_four",), "connect_four"),
        (("4459",), "column"),
    ],
)
def test_natural_mistakes_are_told_in_a_sentence(what: tuple[str, ...], words: str) -> None:
    with pytest.raises(inarow.InarowError, match=words):
        inarow.position(*what)


def test_solutions_are_proven_and_printed() -> None:
    found = inarow.solve("2252576253462244111563365343671351441")
    assert found.decision.value is not None
    assert found.decision.value.words == "loss in 4 plies"
    assert {judged.move: judged.value and judged.value.words for judged in found.moves} == {
        "6": "loss in 4 plies",
        "7": "loss in 2 plies",
    }
    shown = str(found)
    assert shown.startswith(str(found.state))
    assert "loss in 4 plies (proven)" in shown
    small = inarow.solve("connect_four(rows=4,cols=4,k=3)").decision.value
    assert small is not None
    assert small.kind is inarow.Kind.PROVEN
    with pytest.raises(inarow.NotSupported, match="it has dice"):
        inarow.solve("random_drop")


def test_an_analysis_takes_any_player_and_limit() -> None:
    by_name = inarow.analyse("tic_tac_toe", "b2", agent="alphabeta", limit="1000nodes")
    by_player = inarow.analyse(
        "tic_tac_toe", "b2", agent=inarow.load_agent("alphabeta"), limit=inarow.Limit(nodes=1000)
    )
    assert by_name.decision.action == by_player.decision.action
    assert by_name.agent == by_player.agent == "alphabeta"
    with pytest.raises(inarow.IllegalMove, match="the game is over"):
        inarow.analyse("tic_tac_toe", "a1b1a2b2a3")
