"""SGF: every game on free cells comes back, foreign files are read, damage has a line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import quick
from inarow.errors import BadRecord, NotSupported
from inarow.games.base import Game, Outcome, Reason
from inarow.games.record import Record
from inarow.games.record_file import load_record, load_records, save_record
from inarow.games.record_sgf import format_sgf, is_sgf, parse_sgf
from inarow.registry import load_game
from records import OFF_BOARD, content, records

SPECS = (
    "gomoku",
    "gomoku(7,7,opening=pro)",
    "gomoku(9,11,renju)",
    "gomoku(rule=caro)",
    "mnk(15,15,5)",
    "tic_tac_toe",
    "mnk(4,7,3)",
    "mnk(6,5,4,exact)",
    "gomoku(rows=19,cols=19)",
)
placing: st.SearchStrategy[Game] = st.sampled_from(SPECS).map(load_game)
TAGS = {"First", "Second", "Event", "Round", "Date", "Site"}


def opened(text: str, game: Game | None = None) -> Record:
    [record] = parse_sgf(text, game)
    return record


@quick
@given(records(placing))
def test_a_record_comes_back_with_its_variations_and_comments(record: Record) -> None:
    if record.start and record.root.state.note:  # an opening that has begun
        with pytest.raises(NotSupported):
            format_sgf(record)
        return
    text = format_sgf(record)
    assert is_sgf(text)
    for name in set(record.tags) - TAGS:
        del record.tags[name]
    assert content(opened(text)) == content(record)


@quick
@given(st.text("()[];\\:BWCABPL hijaZ0\n", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    for start in ("", "(;", "(;GM[4]SZ[15]"):
        try:
            found = parse_sgf(start + text)
        except BadRecord:
            continue
        assert [parse_sgf(format_sgf(record)) for record in found] == [[one] for one in found]


@each("result", OFF_BOARD)
def test_every_off_board_result_survives(result: Outcome) -> None:
    record = Record(load_game("gomoku"))
    record.push_moves("h8")
    record.result = result
    assert opened(format_sgf(record)).result == result


def test_what_other_programs_write() -> None:
    record = opened(
        "\n(;FF[4]GM[4]GN[1]EV[a x b]DT[2025.01.19]RO[1.1]RU[1]SZ[20:15]PB[Ada\\]]PW[Bob]RE[W+1]"
        "TE[timeout]\n;C[first]B[aa]C[opening move];W[to]\n"
        "  ;B[bb](;W[cc]C[5ms])(;W[dd];B[ee]))"
    )
    assert record.game == load_game("gomoku(rows=15,cols=20,rule=standard)")
    assert record.tags["First"] == "Ada]"
    assert record.tags["Event"] == "a x b"
    assert record.moves == "a15t1b14c13"
    assert [node.comment for node in record.root.line()] == ["first\nopening move", "", "", "5ms"]
    assert record.result == Outcome(1, Reason.ADJUDICATED)
    fork = record.root.children[0].children[0].children[0]
    assert [record.game.format(node.action or 0) for node in fork.children] == ["c13", "d12"]


def test_several_moves_in_one_node_and_stones_before_the_first() -> None:
    assert opened("(;GM[4]RE[0]B[hh]W[ig]B[gj])").moves == "h8i9g6"
    record = opened("(;SZ[5]AB[aa:ab][cc]AW[ee][ed];W[ea])")
    assert record.start == "X..../X..../..X../....O/....O O"
    assert opened("(;SZ[5]AB[aa]AW[bb]PL[W];W[ea])").root.state.player == 1
    white = Record(record.game, record.game.state_from(((None,) * 5,) * 5, 1))
    assert opened(format_sgf(white)) == white
    assert "AB[aa][ab][cc]AW[ed][ee]PL[W]" in format_sgf(record)
    with pytest.raises(BadRecord, match=r"RU\[tic_tac_toe\] is no rule for such a board"):
        opened("(;SZ[5]RU[tic_tac_toe];B[cc])")
    with pytest.raises(BadRecord, match=r"RU\[Japanese\] is no rule"):
        opened("(;RU[Japanese];B[cc])")
    caro = load_game("gomoku(rule=caro)")
    assert opened("(;RU[House];B[cc])", caro).game == caro


@each(
    "name, rule",
    [
        ("RIF", "renju"),
        ("Renju", "renju"),
        ("Taraguchi-10", "renju"),
        ("Yamaguchi", "renju"),
        ("Soosõrv-8", "renju"),
        ("Gomoku", "freestyle"),
        ("Free-style", "freestyle"),
        ("Standard Gomoku", "standard"),
        ("Swap2", "standard"),
        ("CARO", "caro"),
        ("4", "renju"),
    ],
)
def test_rules_are_known_by_the_names_that_clubs_use(name: str, rule: str) -> None:
    assert opened(f"(;GM[4]SZ[15]RU[{name}];B[hh])").game == load_game(f"gomoku(rule={rule})")


def test_the_usual_game_counts_where_the_file_is_silent() -> None:
    small = load_game("mnk(7,7,4)")
    assert opened("(;SZ[7];B[aa])", small).game == small
    assert opened("(;B[aa])", small).game == small
    assert opened("(;SZ[9];B[aa])", small).game == load_game("gomoku(rows=9,cols=9)")
    assert opened("(;B[aa])", load_game("connect_four")).game == load_game("gomoku")


@each(
    "text, line, problem",
    [
        ("(;GM[1]SZ[19];B[aa])", 1, r"GM\[1\] is another game"),
        ("(;SZ[15]\n;B[zz])", 2, "no cell of a board 15 x 15"),
        ("(;SZ[15]\n;B[])", 2, "no cell"),
        ("(;\n;B[hh]\n;B[ii])", 3, "is out of turn"),
        ("(;B[hh];W[hh])", 1, "h8 is taken"),
        ("(;AB[aa:bb]\nAW[bb])", 2, "puts a stone on another one"),
        ("(;B[aa:bb])", 1, "it takes one cell"),
        ("(;B[hh]", 1, "a \\) is missing"),
        ("(;B[hh]))", 1, "never opened"),
        ("(;B[hh]\n;AB[aa])", 2, "comes too late"),
        ("(;AB[aa:cc])", 1, "say who is to move"),
        ("(;B[hh\n", 1, "not SGF"),
        ("(;[x])", 1, "without its name"),
        ("(;SZ[x])", 1, "no size"),
        ("(;SZ[999])", 1, "rows must be"),
        ("(())", 1, "begins with"),
        (
            "(;RE[W+]\nSZ[3]RU[mnk(3,3,3,win)];B[aa];W[ba];B[ab];W[bb];B[ac])",
            1,
            "the board shows 1-0",
        ),
    ],
)
def test_damage_is_named_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(BadRecord, match=problem) as caught:
        parse_sgf(text)
    assert caught.value.line == line


def test_what_sgf_cannot_hold_is_refused() -> None:
    for spec in ("connect_four", "nine_board", "mnk(53,53,5)", "gomoku(opening=swap2)"):
        with pytest.raises(NotSupported, match="SGF holds games on free cells"):
            format_sgf(Record(load_game(spec)))
    record = Record(load_game("mnk(52,52,5)"))
    record.push_moves("az1 a52")
    assert "B[Za]" not in format_sgf(record)
    assert "B[ZZ];W[aa]" in format_sgf(record)
    assert opened(format_sgf(record)) == record


def test_a_file_may_hold_several_games(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "games.sgf"
    path.write_text("(;GM[4];B[hh])\n(;GM[4];B[aa];W[bb])", encoding="utf-8")
    assert [record.moves for record in load_records(path)] == ["h8", "a15b14"]
    assert load_record(path).moves == "h8"
    assert "the first of 2 games is read" in caplog.text


@pytest.mark.parametrize(
    ("head", "charset", "name"),
    [
        ("CA[UTF-8]", "utf-8", "刘备 é"),
        ("", "utf-8-sig", "Größe"),
        ("CA[GBK]", "gbk", "丂刘乗"),  # some bytes of it are those of ] and \
        ("", "gb2312", "刘备"),
        ("CA[windows-1251]", "cp1251", "Иван"),
        ("", "latin-1", "José]"),
        ("CA[no-such-charset]", "latin-1", "José"),
    ],
)
def test_names_in_any_writing(tmp_path: Path, head: str, charset: str, name: str) -> None:
    path = tmp_path / "game.sgf"
    written = name.replace("]", "\\]")
    path.write_bytes(f"(;GM[4]{head}PB[{written}];B[hh])".encode(charset))
    record = load_record(path)
    assert (record.moves, record.tags) == ("h8", {"First": name})
    save_record(record, path)
    assert load_record(path) == record


@quick
@given(st.binary(max_size=40))
def test_no_bytes_break_the_reader(tmp_path_factory: pytest.TempPathFactory, junk: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "junk.sgf"
    for head in (b"(;PB[", b"(;CA[utf-16]PB[", b"Piskvorky 15x15, 0:0, 0\n"):
        path.write_bytes(head + junk)
        with suppress(BadRecord):
            load_record(path)
