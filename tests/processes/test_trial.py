"""What a module can do to Python while it is imported, and what is said of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from inarow.processes import trial

ANY = "..."
WELL = f"{trial.WELL} "
GONE = f"{WELL}its import takes away "
SOURCES = {
    "good": ("import atexit, os; os.write(1, b'x'); atexit.register(print, 'x')", WELL),
    "raising": ("raise RuntimeError('no\\nluck')", f"{WELL}RuntimeError: no luck\nTraceback{ANY}"),
    "dumb": (
        "import os\nclass Odd(Exception):\n    def __str__(self): os._exit(3)\nraise Odd",
        "3 ",
    ),
    "clearing": ("import sys; sys.modules.clear()", WELL + ANY),
    "deaf": ("import sys; sys.path.clear()", GONE + ANY),
    "lawless": ("import builtins; del builtins.print", f"{GONE}print"),
    "numb": ("import builtins; del builtins.len; len", f"{WELL}NameError: {ANY}"),
    "lonely": ("import sys; sys.excepthook = None", f"{WELL}its import breaks Python"),
    "late": (
        "import atexit\natexit.register(lambda: 1 / 0)",
        f"{WELL}when Python ends: ZeroDivisionError: division by zero",
    ),
    "leaving": ("import atexit, os; atexit.register(os._exit, 9)", "9 "),
}
if hasattr(os, "fork"):
    SOURCES["double"] = "import os; os.fork()", f"{WELL}its import goes on in two processes"


def test_whatever_an_import_does_to_python_is_said(tmp_path: Path) -> None:
    tried = {}
    for name, (source, _) in SOURCES.items():
        (tmp_path / f"{name}_module.py").write_text(source, encoding="utf-8")
        program = [sys.executable, "-S", "-P", trial.__file__, f"{name}_module"]
        tried[name] = subprocess.Popen(
            [*program, str(tmp_path), *sys.path],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    for name, child in tried.items():
        said = child.communicate()[0].decode()
        told = f"{child.returncode} {said}"
        wanted, more, _ = SOURCES[name][1].partition(ANY)
        assert told.startswith(wanted), f"{name}: {told}"
        assert more or told == wanted, f"{name}: {told}"
