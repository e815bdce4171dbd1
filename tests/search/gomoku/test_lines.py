"""Classes of lines against the definition, told cell by cell."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from inarow.search.gomoku.lines import line_table, reach_of
from inarow.search.gomoku.names import (
    CLOSED_THREE,
    FIVE,
    FOUR,
    NOTHING,
    ONE,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
)

RULES = [(3, False), (3, True), (4, False), (4, True), (5, False), (5, True), (6, False)]


@cache
def slow_class(line: str, k: int, exact: bool) -> int:
    """The class of the stone in the middle of a line of `x` (own), `.` (free) and `#` (blocked)."""
    middle = len(line) // 2
    left = right = middle
    while left > 0 and line[left - 1] == "x":
        left -= 1
    while right < len(line) - 1 and line[right + 1] == "x":
        right += 1
    length = right - left + 1
    if length == k or (length > k and not exact):
        return FIVE
    after = [
        slow_class(line[:i] + "x" + line[i + 1 :], k, exact)
        for i, cell in enumerate(line)
        if cell == "."
    ]
    if after.count(FIVE) > 1:
        return OPEN_FOUR
    if FIVE in after:
        return FOUR
    for better, name in (
        (OPEN_FOUR, OPEN_THREE),
        (FOUR, CLOSED_THREE),
        (OPEN_THREE, OPEN_TWO),
        (CLOSED_THREE, ONE),
        (OPEN_TWO, ONE),
    ):
        if better in after:
            return name
    return NOTHING


def key_of(neighbours: str) -> int:
    return sum(".XO#".index(cell) << 2 * i for i, cell in enumerate(neighbours))


def classes(before: str, behind: str, k: int = 5, exact: bool = False) -> tuple[int, int]:
    second, first = divmod(int(line_table(k, exact)[key_of(before + behind)]), 8)
    return first, second


@pytest.mark.parametrize(("k", "exact"), RULES)
def test_every_class_is_the_one_of_the_definition(k: int, exact: bool) -> None:
    reach = reach_of(k, exact)
    rng = Random(k)
    for _ in range(1500):
        line = "".join(rng.choices(".XO#", (6, 4, 3, 1), k=2 * reach))
        before, behind = line[:reach], line[reach:]
        views = (
            (before + "X" + behind).translate(str.maketrans("XO", "x#")),
            (before + "O" + behind).translate(str.maketrans("XO", "#x")),
        )
        assert classes(before, behind, k, exact) == tuple(
            slow_class(view, k, exact) for view in views
        )


@pytest.mark.parametrize(
    ("before", "behind", "expected"),
    [
        (".XXX", "....", OPEN_FOUR),
        ("OXXX", "....", FOUR),
        ("X.XX", "....", FOUR),
        ("XX.X", ".XX.", OPEN_FOUR),  # two fours in one line
        ("..XX", "....", OPEN_THREE),
        ("..XX", "O...", CLOSED_THREE),
        ("...X", "....", OPEN_TWO),
        ("....", "....", ONE),
        ("...O", "O...", NOTHING),
        ("XXXX", "....", FIVE),
    ],
)
def test_shapes_that_players_know(before: str, behind: str, expected: int) -> None:
    assert classes(before, behind)[0] == expected


def test_six_are_no_five_where_five_must_be_exact() -> None:
    assert classes("XXXX", "X...") == (FIVE, NOTHING)
    assert classes(".XXXX", "X....", exact=True)[0] != FIVE
    assert classes(".XXXX", ".....", exact=True)[0] == FIVE
