"""Whether this program runs in a notebook, and which one."""

from __future__ import annotations

import sys
from typing import Any


def in_jupyter() -> bool:
    """Whether a kernel of Jupyter runs this: notebooks, JupyterLab, VS Code, Colab."""
    ipython: Any = sys.modules.get("IPython")  # where nobody imported it, there is no kernel
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


def in_marimo() -> bool:
    """Whether this is a cell of marimo."""
    marimo: Any = sys.modules.get("marimo")
    return marimo is not None and bool(marimo.running_in_notebook())


def in_notebook() -> bool:
    """Whether what a cell ends with is shown as a picture."""
    return in_jupyter() or in_marimo()
