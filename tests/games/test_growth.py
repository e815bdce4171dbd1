"""Readers take time that grows with the text, not with its square, and nothing recurses.

A text eight times as long may take three times longer than eight times as long; a quadratic reader
would take 64 times as long. CPU time and the best of several runs, so that a busy machine does not
matter.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import process_time

from cases import each
from inarow.errors import InarowError
from inarow.games.notation import parse_moves, parse_position
from inarow.games.record import Record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_psq import parse_psq
from inarow.games.record_sgf import format_sgf, parse_sgf
from inarow.games.record_text import format_record, parse_record
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit

LONGER = 8
MOST = 24
_SHORTEST = 0.001
"""CPU seconds below which a run says too little."""

PSQ = "Piskvorky 15x15, 0:0, 0"
GAME = '[Game "connect_four"]\n'
JSON = '{"format": "inarow-record", "version": 1, "game": "connect_four", '
TEXTS: dict[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "blanks in a spec": (load_game, lambda n: f"a{' ' * n}x"),
    "commas in a spec": (load_agent, lambda n: f"random({'1,' * n})"),
    "a long option": (load_agent, lambda n: f"random(seed={'(' * n})"),
    "a long name": (load_agent, lambda n: "r" * n),
    "blanks in a tag": (parse_record, lambda n: f'[Game "a{" " * n}x"]\n\n*'),
    "blanks": (parse_record, lambda n: GAME + " \n" * n),
    "tags": (parse_record, lambda n: GAME + "".join(f'[T{i} "x"]\n' for i in range(n))),
    "comments": (parse_record, lambda n: GAME + "4 " + "{x}\n" * n),
    "an open comment": (parse_record, lambda n: GAME + "4 {" + "x\n" * n),
    "backslashes": (parse_record, lambda n: GAME + "4 {" + "\\" * n + "}"),
    "branches": (parse_record, lambda n: GAME + "4 " + "(4)" * n),
    "nested branches": (parse_record, lambda n: GAME + "4 " + "(4 " * n + ")" * n),
    "siblings": (
        parse_record,
        lambda n: (
            '[Game "mnk(rows=100,cols=100,k=9)"]\na1 '
            + "".join(f"({chr(97 + i % 26)}{1 + i // 26 % 100})" for i in range(n))
        ),
    ),
    "SGF moves": (parse_sgf, lambda n: "(;" + ";C[x]\n" * n + ")"),
    "SGF brackets": (parse_sgf, lambda n: "(;" + "(" * n + ")" * n + ")"),
    "SGF variations": (parse_sgf, lambda n: "(;B[aa]" + "(;W[bb])" * n + ")"),
    "an open SGF value": (parse_sgf, lambda n: "(;C[" + "x\\]\n" * n),
    "SGF blanks": (parse_sgf, lambda n: "(;C[x]" + " \n" * n + ")"),
    "SGF games": (parse_sgf, lambda n: "(;SZ[3])" * (n // 10)),
    "SGF rectangles": (parse_sgf, lambda n: "(;SZ[52]AB" + "[aa:ZZ]" * n + ")"),
    "PSQ lines": (parse_psq, lambda n: PSQ + "\n \n" * n),
    "PSQ names": (parse_psq, lambda n: PSQ + "\nx" * n),
    "a PSQ head": (parse_psq, lambda n: PSQ + ", 1 " * n),
    "numbers": (parse_record, lambda n: GAME + "1. " * n),
    "JSON moves": (parse_record_json, lambda n: JSON + '"moves": [' + '"4",\n' * n + '"4"]}'),
    "JSON blanks": (parse_record_json, lambda n: JSON + "\n" * n + "}"),
    "nested JSON": (parse_record_json, lambda n: JSON + '"x": ' + "[" * n),
    "JSON text": (parse_record_json, lambda n: JSON + '"comment": "' + "\\n" * n + '"}'),
    "moves": (lambda t: parse_moves(load_game("gomoku"), t), lambda n: "a1" * n + "!"),
    "rows": (lambda t: parse_position(load_game("gomoku"), t), lambda n: "./" * n + " X"),
    "blanks in a limit": (Limit.parse, lambda n: f"1{' ' * n}!"),
    "labels": (lambda t: parse_position(load_game("gomoku"), t), lambda n: "1a" * n + "! X"),
}


@each("name", TEXTS)
def test_time_grows_with_the_length(name: str) -> None:
    read, text = TEXTS[name]

    def seconds(length: int, enough: float) -> float:
        """The best of three runs, or of fewer if one of them is below what is enough."""
        words, best = text(length), float("inf")
        for _ in range(3):
            started = process_time()
            with suppress(InarowError):
                read(words)
            best = min(best, process_time() - started)
            if best < enough:
                break
        return best

    length = 500
    while (short := seconds(length, _SHORTEST)) < _SHORTEST and length < 100_000:
        length *= 2
    most = MOST * max(short, _SHORTEST)
    assert seconds(LONGER * length, most) < most, f"{length} times"


def test_branches_may_be_nested_to_any_depth() -> None:
    record = Record(load_game("mnk(rows=48,cols=48,k=1000)"))
    for number in range(1_100):
        record.push(2 * number)
        record.undo()
        record.push(2 * number + 1)
    assert record.outcome is None
    assert parse_record(format_record(record)) == record
    assert parse_record_json(format_record_json(record)) == record
    assert parse_sgf(format_sgf(record)) == [record]
    assert record.copy() == record


def test_a_very_long_game_is_written_as_it_is_read(thorough: bool) -> None:
    """Pop Out nearly without end: both players drop a stone and take it out again."""
    record = Record(load_game("pop_out(turns=1000000)"))
    rounds = 5_000 if thorough else 1_000
    for _ in range(rounds):
        record.push_moves("1 1 p1 p1")
    assert len(record.actions) == 4 * rounds
    assert parse_record(format_record(record)) == record
    assert parse_record_json(format_record_json(record)) == record
