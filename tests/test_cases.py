"""Tests of many cases: all of them are run, and a failure says which one it was."""

from __future__ import annotations

from inspect import signature
from itertools import product

import pytest

from cases import each


def test_all_cases_are_run_and_the_one_that_fails_is_named() -> None:
    seen = []

    @each("one, other", product((1, 2), (3, 4)))
    def check(one: int, other: int, factor: int) -> None:
        seen.append((one, other))
        if (one, other) == (2, 3):
            pytest.fail("as it should")

    assert list(signature(check).parameters) == ["factor"]
    with pytest.raises(pytest.fail.Exception) as caught:
        check(factor=7)
    assert seen == [(1, 3), (1, 4), (2, 3)]
    assert caught.value.__notes__ == ["one, other = (2, 3)"]


@pytest.mark.parametrize(("everything", "expected"), [(True, [0, 1, 2, 3, 4]), (False, [0, 2, 4])])
def test_every_run_looks_at_some_cases_and_a_slow_one_at_all(
    everything: bool, expected: list[int]
) -> None:
    seen = []

    @each("number", range(5), quick=2)
    def check(number: int) -> None:
        seen.append(number)

    assert list(signature(check).parameters) == ["thorough"]
    check(thorough=everything)
    assert seen == expected
