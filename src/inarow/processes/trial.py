"""Imports a module to see what becomes of Python: a program of its own, which may break.

    python -P trial.py MODULE PATH...      with the paths where modules are searched

What is wrong stands in its output: one line, and below it the traceback if there is one. Nothing
there and the exit code `WELL`: Python could go on after the import, and came to its end.
"""

import atexit
import builtins
import importlib
import os
import sys
import traceback
from threading import Thread

WELL = 77
"""The exit code of a process that came to its end."""
_LONGEST = 2000
"""Letters that are said of an error."""


class Trial:
    """The import of a module, and what is said of it at the very end."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._said = ["its import breaks Python"]  # as long as nothing else is known
        self._out = os.dup(1)  # what the module prints goes nowhere
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        # The first that is registered is called last, after all that the module leaves behind:
        # threads that Python waits for, and functions of its own.
        atexit.register(self._say)
        sys.unraisablehook = self._note

    def run(self, module: str) -> None:
        """Import it, and see whether Python can go on."""
        modules, path = list(sys.modules), list(sys.path)
        functions = [name for name, thing in vars(builtins).items() if callable(thing)]
        try:
            importlib.import_module(module)
        except BaseException as error:
            self._said[0] = _words(error)
            self._said.append(traceback.format_exc(limit=-9)[-_LONGEST:])
            return
        lost = [name for name in modules if sys.modules.get(name) is None]
        lost += [name for name in functions if not callable(getattr(builtins, name, None))]
        lost += [folder for folder in path if folder not in sys.path]
        if lost:
            self._said[0] = f"its import takes away {', '.join(lost[:3])}"
            return
        thread = Thread(target=self._said.clear)
        thread.start()
        thread.join()

    def _say(self) -> None:
        if os.getpid() != self._process:
            self._said.append("its import goes on in two processes")
        os.write(self._out, "\n".join(self._said).encode("utf-8", "surrogatepass"))
        os._exit(WELL)

    def _note(self, error: "sys.UnraisableHookArgs") -> None:
        """An error that Python would show while it ends."""
        self._said.append(f"when Python ends: {_words(error.exc_value)}")


def _words(error: BaseException | None) -> str:
    return " ".join(f"{type(error).__name__}: {error}"[:_LONGEST].split()).rstrip(": ")


if __name__ == "__main__":
    wanted, *sys.path = sys.argv[1:]
    Trial().run(wanted)
