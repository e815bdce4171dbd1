"""`benchmarks/frameworks.py` measures us and what else is installed, and says what is missing."""

from __future__ import annotations

import doctest
import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.frameworks import Contender, interleave

from benchmarks import frameworks
from command_line import Done, run_python

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "benchmarks" / "frameworks.py"


def run(*args: str) -> Done:
    return run_python(str(SCRIPT), *args)


def test_a_table_and_json(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    done = run("random-tic", "--rounds", "2", "--seconds", "0.01", "--json", str(file))
    assert done.code == 0, done.err
    assert "random games, tic-tac-toe (games/s)" in done.out
    (task,) = json.loads(file.read_text(encoding="utf-8"))["tasks"]
    kernel, states, *others = task["results"]
    assert kernel["name"] == "inarow kernel"
    assert kernel["first_is_times_as_fast"] == 1
    assert states["first_is_times_as_fast"] > 5
    assert len(kernel["rates"]) == 2
    assert len(others) + len(task["missing"]) == 4
    for name in task["missing"]:
        assert name in done.out.partition("left out, not installed: ")[2]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("chess",), "there is no task 'chess'"),
        (("--rounds", "0"), "--rounds at least 1"),
        (("--seconds", "-1"), "--seconds must be more than 0"),
    ],
)
def test_mistakes(args: tuple[str, ...], message: str) -> None:
    done = run(*args)
    assert done.code == 2
    assert message in done.err


@pytest.mark.parametrize(
    ("name", "figures"), [("kernels", "frameworks"), ("environments", "environments")]
)
def test_the_published_figures_are_those_of_the_file(name: str, figures: str) -> None:
    """The table in the docs is the file that is kept beside the script."""
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    file = ROOT / "benchmarks" / "results" / f"{figures}.json"
    for task in json.loads(file.read_text(encoding="utf-8"))["tasks"]:
        assert f"| {task['title']} | {task['unit']} | ratio |" in page
        for result in task["results"][1:]:
            times = result["first_is_times_as_fast"]
            words = f"{times:,.0f}" if times >= 20 else f"{times:.1f}"
            assert any(
                line.startswith(f"| {result['name']} |") and line.endswith(f"| {words} |")
                for line in page.splitlines()
            ), result["name"]


def test_contenders_take_turns() -> None:
    seen: list[str] = []
    time = iter(range(1000))

    def work(name: str) -> float:
        seen.append(name)
        return 1.0

    both = [Contender("a", lambda: work("a")), Contender("b", lambda: work("b"))]
    interleave(both, rounds=2, seconds=1, clock=lambda: float(next(time)))
    assert "".join(seen) == "abab"
    assert [len(each.rates) for each in both] == [2, 2]
    assert (both[0].best, both[0].median) == (0.5, 0.5)


def test_the_examples_in_the_docstrings() -> None:
    failures, examples = doctest.testmod(frameworks)
    assert (failures, examples > 1) == (0, True)
