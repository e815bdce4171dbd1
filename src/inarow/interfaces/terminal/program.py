"""How this program was started, so that a command it shows can be typed as it stands.

inarow ...                 where the folder of the command is on the PATH
.venv/bin/inarow ...       where it is not
scripts/inarow ...         the script says so itself, in INAROW_COMMAND
python -m inarow ...       with the Python that runs now
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path


def command_line(*words: str) -> str:
    """A command of ours as text for a shell.

    >>> command_line("play", "mnk(4,4,3)").endswith(" play 'mnk(4,4,3)'")
    True
    """
    return shlex.join([*_program(os.environ.get("INAROW_COMMAND") or sys.argv[0]), *words])


def _program(started: str) -> Sequence[str]:
    """The words that start this program again."""
    if Path(started).name == "__main__.py":
        names = ("python", "python3", Path(sys.executable).name)
        named = [name for name in names if _is_found(name, sys.executable)]
        return [named[0] if named else sys.executable, "-m", "inarow"]
    name = Path(started).stem
    return [name if started == name or _is_found(name, started) else started]


def _is_found(name: str, path: str) -> bool:
    """Whether the shell finds this very file by its name alone."""
    found = shutil.which(name)
    return found is not None and Path(found).absolute() == Path(path).absolute()
