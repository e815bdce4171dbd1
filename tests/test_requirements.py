"""Every requirement of the original programs is checked by a test, and the table names it."""

from __future__ import annotations

from requirement_table import TABLE, marked_tests, requirements, table


def test_every_requirement_is_checked_by_a_test_that_is_not_slow() -> None:
    quick = {
        name
        for name, tests in marked_tests().items()
        if any(not test.startswith("slow/") for test in tests)
    }
    assert set(requirements()) - quick == set()


def test_no_test_names_a_requirement_that_does_not_exist() -> None:
    assert set(marked_tests()) - set(requirements()) == set()


def test_the_table_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table(), "run scripts/test --requirements"
