"""Stored kernels are outdated when something that they are made of changes, and only then."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from inarow.search.native import digest as module
from inarow.search.native.digest import digest

PACKAGE = Path(module.__file__).parents[2]


CHANGES_THAT_COUNT = [
    ("games/rules.py", "MAX_SIDE = 100", "MAX_SIDE = 101"),
    ("search/scores.py", "WIN_SCORE = 2147483647", "WIN_SCORE = 2147483646"),
    ("search/scores.py", "DECIDED_SCORE = 1_000_000_000", "DECIDED_SCORE = 1_000_000_001"),
    ("defaults.py", "COLUMN_OWN = 2", "COLUMN_OWN = 3"),
    ("search/mcts/kernel_tree.py", "@part", "@part  # changed"),
    ("search/evaluators/kernel.py", "@part", "@part  # changed"),
    ("search/native/bits.py", "count += 1", "count += 2"),
    ("search/native/jit.py", "np.int64", "np.int32"),
    ("search/native/jit.py", 'error_model="numpy"', 'error_model="python"'),
    ("search/native/parts.py", "return 0", "return 1"),
]
OTHER_CHANGES = [
    ("games/rules.py", '"""Longest side', '"""The longest side'),
    ("games/rules.py", "MAX_K = 1000", "MAX_K = 1001"),
    ("games/connect_four.py", '"""', '"""Also: '),
    ("search/scores.py", "UNEXPLORED_MAX = LOSS_SCORE - 1", "UNEXPLORED_MAX = LOSS_SCORE - 2"),
    ("defaults.py", "MINIMAX_DEPTH = 3", "MINIMAX_DEPTH = 4"),
    ("search/mcts/player.py", '"""', '"""Also: '),
    ("search/native/folder.py", "_KEPT_DAYS = 30", "_KEPT_DAYS = 31"),
    ("search/native/store.py", '"""', '"""Also: '),
    ("search/native/from_state.py", '"""', '"""Also: '),
    ("interfaces/cli/serve.py", "PORT = 8765", "PORT = 8766"),
]


def fresh_digest(checkout: Path) -> str:
    """The digest that a copy tells once this package is forgotten."""
    for name in [*sys.modules]:
        if name.partition(".")[0] in {"inarow", "numba", "numpy", "llvmlite"}:
            del sys.modules[name]
    found = import_module("inarow.search.native.digest")
    assert Path(found.__file__ or "").is_relative_to(checkout)
    assert not {"numba", "numpy", "llvmlite"} & set(sys.modules)
    return str(found.digest())


Change = tuple[str, str, str]


def change(checkout: Path, changes: list[Change]) -> dict[Path, str]:
    """Change some files, and return what they held before."""
    kept = dict[Path, str]()
    for file, before, after in changes:
        path = checkout / "inarow" / file
        text = path.read_text("utf-8")
        assert before in text
        kept.setdefault(path, text)
        path.write_text(text.replace(before, after), "utf-8")
    return kept


def digest_after(checkout: Path, changes: list[list[Change]]) -> list[str]:
    """The digest of a copy as it is, and with each of these changes, in another process."""
    reader, writer = os.pipe()
    if not (pid := os.fork()):
        try:
            sys.path.insert(0, str(checkout))
            sys.dont_write_bytecode = True
            os.write(writer, fresh_digest(checkout).encode())
            for some in changes:
                kept = change(checkout, some)
                os.write(writer, f"\n{fresh_digest(checkout)}".encode())
                for path, text in kept.items():
                    path.write_text(text, "utf-8")
            os._exit(0)
        finally:
            os._exit(99)
    os.close(writer)
    with open(reader) as answer:
        digests = answer.read().split("\n")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return digests


def test_copies_with_the_same_kernels_share_them() -> None:
    assert digest_after(PACKAGE.parent, []) == [digest()]


def test_what_counts(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "static", "data")
    shutil.copytree(PACKAGE, tmp_path / "inarow", ignore=ignored)
    singly = [[change] for change in CHANGES_THAT_COUNT]
    copied, unchanged, *changed = digest_after(tmp_path, [OTHER_CHANGES, *singly])
    assert copied == digest()
    assert unchanged == copied, "one of the other changes counts"
    assert copied not in changed, CHANGES_THAT_COUNT[changed.index(copied)]


def test_it_is_told_without_loading_the_compiler() -> None:
    """Else every command would begin with that: modules with parts are called `kernel*`."""
    code = (
        "import sys; from inarow.search.native.digest import digest; digest()\n"
        "print({'numba', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "set()\n"), done.stderr


def test_versions_and_settings_count(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = [digest()]
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    digests.append(digest())
    monkeypatch.setattr(platform, "machine", lambda: "another")
    digests.append(digest())
    for package in ("numba", "llvmlite", "numpy"):
        known = importlib.metadata.version
        monkeypatch.setattr(
            module,
            "version",
            lambda name, new=package, known=known: "0.0.1" if name == new else known(name),
        )
        digests.append(digest())
    assert len(set(digests)) == 6


def test_where_kernels_are_kept_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest()
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")
    assert digest() == before


def test_every_import_of_a_kernel_is_seen() -> None:
    """The quick search finds what a parser finds, also in brackets and behind other names."""
    sources = [name for name in module._sources() if " in " not in name]
    assert len(sources) > 15
    for source in sources:
        text = module._file(source).read_text("utf-8")
        parsed = {
            (node.module, alias.name)
            for node in ast.parse(text).body
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("inarow")
            for alias in node.names
        }
        assert set(module._imports(text)) == parsed, source
        plain = [node for node in ast.parse(text).body if isinstance(node, ast.Import)]
        assert not any("inarow" in alias.name for node in plain for alias in node.names), source


def test_it_is_far_quicker_than_parsing_what_it_reads() -> None:
    sources = [file.read_text("utf-8") for file in (PACKAGE / "search").rglob("kernel*.py")]
    named, parsed = [], []
    for _ in range(3):  # in turn: the machine may be busy, or slow
        named.append(seconds(digest))
        parsed.append(seconds(lambda: [ast.parse(source) for source in sources]))
    assert min(named) < min(parsed) / 2


def seconds(work: Callable[[], object]) -> float:
    """The CPU time that something takes."""
    started = time.process_time()
    work()
    return time.process_time() - started
