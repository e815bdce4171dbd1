"""The package as others see it: what it exports, and what importing it costs."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import types
from importlib import metadata
from pathlib import Path

import pytest

import inarow
import inarow.api
from inarow.interfaces import one_line

HEAVY = {"click", "fastapi", "gymnasium", "matplotlib", "numba", "numpy", "rich", "uvicorn"}
"""Packages that cost time or may be missing; whoever needs one imports it when needed."""


def imported_by(code: str) -> set[str]:
    """The heavy packages that are loaded after running some code in a fresh interpreter."""
    tail = "\nimport sys; print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code + tail], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return HEAVY & set(done.stderr.split())


def public_names(module: types.ModuleType) -> set[str]:
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }


def test_all_is_just_what_the_package_exports() -> None:
    assert set(inarow.__all__) == public_names(inarow.api)
    assert list(inarow.__all__) == sorted(set(inarow.__all__))
    assert set(inarow.__all__) <= set(dir(inarow))
    with pytest.raises(AttributeError, match="module 'inarow' has no attribute 'lode_game'"):
        _ = inarow.lode_game  # type: ignore[attr-defined]


def test_the_version_is_that_of_the_package() -> None:
    assert inarow.__version__ == metadata.version("inarow")  # type: ignore[attr-defined]


def test_a_star_import_gives_all_names() -> None:
    names: dict[str, object] = {}
    exec("from inarow import *", names)
    assert set(inarow.__all__) <= set(names)


def test_every_name_in_an_all_exists_and_is_explained() -> None:
    root = Path(inarow.__file__).parent
    for path in sorted(root.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        listed = [
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ]
        if not listed:
            continue
        parts = path.relative_to(root.parent).with_suffix("").parts
        module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
        for name in listed[0]:
            value = getattr(module, name, None)
            assert value is not None, f"{module.__name__} has no {name}"
            if isinstance(value, type | types.FunctionType):
                assert value.__doc__, f"{module.__name__}.{name} has no docstring"


def test_documents_and_examples_show_public_things_by_their_public_names() -> None:
    root, wrong = Path(__file__).parents[1], []
    for path in (root / "README.md", *root.glob("docs/**/*.md"), *root.glob("examples/**/*.py")):
        text = path.read_text("utf-8")
        for module, names in re.findall(r"from (inarow\.[\w.]+) import ([\w, ]+)", text):
            public = set(names.replace(",", " ").split()) & set(inarow.__all__)
            inside = importlib.import_module(module) if public else None
            shown = [name for name in public if getattr(inside, name) is getattr(inarow, name)]
            wrong += [f"{path.name}: from {module} import {name}" for name in shown]
    assert not wrong, wrong


def test_whatever_is_done_in_one_line_stands_on_the_help_page_and_in_the_docs() -> None:
    doc = inarow.__doc__ or ""
    page = (Path(__file__).parents[1] / "docs" / "python.md").read_text("utf-8")
    functions = [
        name
        for name, value in vars(one_line).items()
        if isinstance(value, types.FunctionType)
        and value.__module__ == one_line.__name__
        and not name.startswith("_")
    ]
    assert "score" in functions
    for name in functions:
        assert getattr(inarow, name) is getattr(one_line, name)
        assert f"\n  {name}(...) " in doc
        assert f"`{name}(...)`" in page


@pytest.mark.parametrize("name", ["rate", "grade", "exam"])
def test_other_words_for_a_score_lead_to_it(name: str) -> None:
    with pytest.raises(AttributeError, match=r"did you mean inarow\.score\?"):
        getattr(inarow, name)


def test_the_example_of_the_package_runs() -> None:
    doc = inarow.__doc__ or ""
    lines = [line[4:] for line in doc.splitlines() if line.startswith("    ")]
    assert lines
    names: dict[str, object] = {}
    exec("\n".join(lines), names)
    assert isinstance(names["record"], inarow.Record)


def test_importing_the_package_loads_nothing_at_all() -> None:
    code = "import sys; before = set(sys.modules); import inarow; print(set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{'inarow'}\n"


def test_using_the_package_loads_nothing_heavy() -> None:
    assert imported_by("from inarow import *") == set()


def test_help_loads_nothing_heavy_but_click() -> None:
    run = (
        "import sys; sys.argv = ['inarow', '--help']\n"
        "from inarow.__main__ import main\n"
        "try: main()\n"
        "except SystemExit as done: assert done.code == 0\n"
    )
    assert imported_by(run) == {"click"}


def test_loading_a_game_loads_nothing_heavy() -> None:
    assert imported_by("import inarow; inarow.load_game('gomoku').initial_state().play(0)") == set()


def test_types_are_shipped() -> None:
    assert (Path(inarow.__file__).parent / "py.typed").exists()
