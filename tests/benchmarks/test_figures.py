"""Figures in the documents are those of `benchmarks/results`."""

from __future__ import annotations

import doctest
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks import figures


def test_every_page_has_the_figures_that_were_measured() -> None:
    texts = {page: page.read_text(encoding="utf-8") for page in figures.pages()}
    assert sum(len(figures.PLACE.findall(text)) for text in texts.values()) >= 5
    stale = [page.name for page, text in texts.items() if figures.filled(text) != text]
    assert not stale, "run `python -m benchmarks.figures --write`"


def test_a_place_is_filled_and_nothing_else_changes() -> None:
    mark = "<!-- measured: environments connect-four -->"
    page = f"About {mark}some<!-- /measured --> steps, and {mark}x<!-- /measured -->."
    steps = figures.figure("environments connect-four")
    assert steps.endswith(" million")
    assert figures.filled(page) == page.replace("some", steps).replace(">x<", f">{steps}<")


def test_a_table_names_all_contenders() -> None:
    table = figures.figure("environments")
    first = figures.figure("environments connect-four")
    assert f"| inarow, 4,096 boards | {first} |  |" in table
    ratio = figures.figure('environments connect-four "OpenSpiel from Python" ratio')
    assert f" | {ratio} |" in next(line for line in table.split("\n") if "OpenSpiel" in line)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ("nothing", "there is no results/nothing.json"),
        ("environments chess", "no task 'chess', only connect-four"),
        ("environments connect-four Deep", "has no 'Deep', only inarow"),
    ],
)
def test_what_was_not_measured_is_refused(request_: str, message: str) -> None:
    with pytest.raises(figures.UnknownFigure, match=message):
        figures.figure(request_)


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(figures).failed == 0
