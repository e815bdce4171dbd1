"""A file of the package that a disk has damaged is named, by whoever reads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.errors import BadFile
from inarow.registry import load_game
from inarow.search.evaluators import nine_patterns
from inarow.search.gomoku import shapes
from inarow.search.solver import book
from inarow.study import positions, puzzles

TIC_TAC_TOE = load_game("tic_tac_toe")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"PK\x03\x04", b"[" * 100_000, b"{}"])
@pytest.mark.parametrize(
    ("place", "name", "read"),
    [
        (
            (positions, "_FOLDER"),
            "positions_tic_tac_toe.npz",
            positions.shipped_positions.__wrapped__,
        ),
        ((puzzles, "_FOLDER"), "puzzles_tic_tac_toe-1.txt", puzzles.shipped_puzzles.__wrapped__),
        ((book, "_FOLDER"), "book_6x7.npz", book.shipped_book.__wrapped__),
        ((shapes, "_FITTED"), "gomoku_values.json", shapes.fitted_values.__wrapped__),
        ((nine_patterns, "_FITTED"), "nine_values.npz", nine_patterns.fitted_values.__wrapped__),
    ],
    ids=["positions", "puzzles", "book", "Gomoku", "nine boards"],
)
def test_a_damaged_file_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes,
    place: tuple[object, str],
    name: str,
    read: Callable[..., object],
) -> None:
    (tmp_path / name).write_bytes(content)
    module, where = place
    monkeypatch.setattr(module, where, tmp_path if where == "_FOLDER" else tmp_path / name)
    given = {"positions": (TIC_TAC_TOE,), "puzzles": ("tic_tac_toe",), "book": (6, 7)}
    with pytest.raises(BadFile, match=name):
        read(*given.get(name.split("_")[0], ()))
