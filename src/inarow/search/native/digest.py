"""What compiled kernels depend on, as one short name. Imports neither Numba nor NumPy.

A stored kernel is machine code made of its own source, of every part that it calls and of every
constant that it imports. It may be used again as long as none of them has changed:

    kernel*.py, and what they import of `search/native`     the text of the file
    a constant that they import from anywhere else          its value
    Python, Numba, llvmlite, NumPy, settings of Numba       their versions and values

So another MAX_SIDE leads to another name, but a new docstring beside it does not. (The kind of
processor belongs to the key of each stored kernel, see `store.py`.)
"""

import hashlib
import os
import platform
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

_PACKAGE = Path(__file__).parents[2]
_IMPORT = re.compile(r"^from (inarow[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
"""An import at the top of a module; far quicker than parsing the whole file."""
_DECORATORS, _PARTS = "inarow.search.native.jit", "inarow.search.native.parts"
"""Their text says how kernels are compiled; what else they import only stores and reports them."""
_WITHOUT_EFFECT = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")


def digest() -> str:
    """A name that changes whenever a stored kernel might be wrong, and only then."""
    pieces = {**_surroundings(), **_sources()}
    return hashlib.sha256(repr(sorted(pieces.items())).encode()).hexdigest()[:16]


def _surroundings() -> dict[str, str]:
    """The programs that make machine code of a source, and what they were told."""
    found = {"python": platform.python_version(), "machine": platform.machine()}
    for package in ("numba", "llvmlite", "numpy"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "none"
    told = {name: text for name, text in os.environ.items() if name.startswith("NUMBA_")}
    return found | {name: told[name] for name in told if name not in _WITHOUT_EFFECT}


def _sources() -> dict[str, str]:
    """The text of every module that holds kernels or parts, and the value of what they import."""
    found: dict[str, str] = {}
    files = (_PACKAGE / "search").rglob("kernel*.py")
    todo = [
        ".".join(("inarow", *file.relative_to(_PACKAGE).with_suffix("").parts)) for file in files
    ]
    todo.append(_PARTS)
    while todo:
        module = todo.pop()
        if module in found:
            continue
        text = found[module] = _file(module).read_text("utf-8")
        if module == _DECORATORS:
            continue
        for source, name in _imports(text):
            inner = f"{source}.{name}"
            if _holds_kernels(inner) and _file(inner).exists():
                todo.append(inner)
            elif _holds_kernels(source):
                todo.append(source)
            else:
                found[f"{inner} in {module}"] = _value(source, name, text)
    return found


def _imports(text: str) -> Iterator[tuple[str, str]]:
    """Every name that a source imports from this package, with the module that has it."""
    for module, names in _IMPORT.findall(text):
        for name in re.sub(r"#.*", "", names).strip("()").split(","):
            if name.strip():
                yield module, name.split()[0]


def _holds_kernels(module: str) -> bool:
    folder, _, name = module.rpartition(".")
    return folder == "inarow.search.native" or name.startswith("kernel")


def _file(module: str) -> Path:
    return _PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py")


def _value(module: str, name: str, text: str) -> str:
    """What an imported name stands for; of a module, the names that the source uses."""
    home = import_module(module)
    value = getattr(home, name) if hasattr(home, name) else import_module(f"{module}.{name}")
    if isinstance(value, ModuleType):
        used = sorted(set(re.findall(rf"\b{name}\.(\w+)", text)))
        return repr([(attribute, getattr(value, attribute)) for attribute in used])
    if isinstance(value, int | float | str | tuple):
        return repr(value)
    return _file(module).read_text("utf-8")  # a function or a class
