"""Classes of lines against the definition, told cell by cell."""

from __future__ import annotations

from functools import cache
from random import Random

from cases import each
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

RULES = [
    *((k, exact, False) for k in (3, 4, 5) for exact in (False, True)),
    (6, False, False),
    (5, True, True),
    (5, False, True),
    (4, False, True),
]
"""k, whether longer lines count for nothing, and whether closed ends do."""


def is_five(line: str, k: int, exact: bool, ends: bool) -> bool:
    """Whether the stone in the middle of a line of `x` (own) stands in a five."""
    left = right = len(line) // 2
    while left > 0 and line[left - 1] == "x":
        left -= 1
    while right < len(line) - 1 and line[right + 1] == "x":
        right += 1
    length = right - left + 1
    closed = ends and length == k and line[left - 1] == line[right + 1] == "o"
    return not closed and (length == k or (length > k and not exact))


def free_cells(line: str) -> list[int]:
    return [i for i, cell in enumerate(line) if cell == "."]


def put(line: str, i: int, stone: str) -> str:
    return line[:i] + stone + line[i + 1 :]


def fives(line: str, k: int, exact: bool, ends: bool) -> int:
    return sum(is_five(put(line, i, "x"), k, exact, ends) for i in free_cells(line))


@cache
def slow_class(line: str, k: int, exact: bool, ends: bool = False) -> int:
    """The class of the stone in the middle: `.` is free, `o` the opponent's, `#` the edge."""
    if is_five(line, k, exact, ends):
        return FIVE
    ways = fives(line, k, exact, ends)
    if ways and ends:
        stopped = any(not fives(put(line, i, "o"), k, exact, ends) for i in free_cells(line))
        return FOUR if stopped else OPEN_FOUR
    if ways:
        return OPEN_FOUR if ways > 1 else FOUR
    after = [slow_class(put(line, i, "x"), k, exact, ends) for i in free_cells(line)]
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


def classes(
    before: str, behind: str, k: int = 5, exact: bool = False, ends: bool = False
) -> tuple[int, int]:
    key = key_of(before + behind)
    second, first = divmod(int(line_table(k, exact, ends=ends)[key]), 8)
    return first, second


@each("k, exact, ends", RULES)
def test_every_class_is_the_one_of_the_definition(
    k: int, exact: bool, ends: bool, thorough: bool
) -> None:
    reach = reach_of(k, exact, ends=ends)
    rng = Random(k)
    for _ in range(1500 if thorough else 150):
        line = "".join(rng.choices(".XO#", (6, 4, 3, 1), k=2 * reach))
        before, behind = line[:reach], line[reach:]
        views = (
            (before + "X" + behind).translate(str.maketrans("XO", "xo")),
            (before + "O" + behind).translate(str.maketrans("XO", "ox")),
        )
        assert classes(before, behind, k, exact, ends) == tuple(
            slow_class(view, k, exact, ends) for view in views
        )


@each(
    "before, behind, expected",
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


@each(
    "before, behind, expected",
    [
        ("OXXXX", "O....", NOTHING),  # closed at both ends
        ("#XXXX", "O....", FIVE),  # the edge closes nothing
        (".OXXX", ".....", FOUR),
        ("..XXX", ".....", OPEN_FOUR),
        ("O.XXX", ".O...", FOUR),  # a stone at either end stops both fives
        ("..XXX", ".O...", FOUR),  # a stone on the left stops both
    ],
)
def test_in_caro_stones_behind_a_line_count(before: str, behind: str, expected: int) -> None:
    assert classes(before, behind, exact=True, ends=True)[0] == expected
    assert classes(before, behind, ends=True)[0] == expected
