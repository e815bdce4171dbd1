"""Every requirement of the original programs is named by a test, and the table says so."""

from __future__ import annotations

import re

import pytest

from conftest import TABLE, named_by, requirements


def test_every_requirement_is_named_by_a_test(request: pytest.FixtureRequest) -> None:
    collected = request.session.items
    if len({item.path for item in collected}) < 20:
        return  # only some of the tests were asked for
    named = {name for item in collected for name in named_by(item)}
    assert set(requirements()) - named == set()
    assert named - set(requirements()) == set(), "a test names a requirement that does not exist"


def test_the_table_is_complete_and_green() -> None:
    rows = re.findall(r"^\| ([SX][\d.]+) \|.*\| (\w+) \|$", TABLE.read_text("utf-8"), re.MULTILINE)
    assert [name for name, _ in rows] == list(requirements())
    assert {status for _, status in rows} == {"passed"}
