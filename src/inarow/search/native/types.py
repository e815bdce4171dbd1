"""Names for what kernels are given; Numba infers the rest."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any
"""A NumPy array of numbers."""

Struct: TypeAlias = Any
"""One element of a structured NumPy array: passed as a single pointer, its fields are variables."""

Int: Any = np.int64
"""The one integer type of all kernels. A kernel is compiled once for every type of number that it
is called with, so small fields and bare constants are made `Int` before they are passed on."""
