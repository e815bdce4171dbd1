"""Settings of a search as kernels read them: fields of a record, made from the options themselves.

An option is declared once, as a field of a dataclass (`inarow.options.option`). A record that takes
its fields from there has one of the same name for each:

    bool, int       i8       None, where the option may be none:  -1
    float           f8                                            infinity
    str             i8       its place among the choices

An option with choices that have options of their own (`nested`) has no field: a kernel cannot read
it as it is.
"""

from __future__ import annotations

from math import inf
from typing import Any

from inarow.options import Option, options_of

_KINDS = {"bool": "i8", "int": "i8", "float": "f8", "str": "i8"}


def fields_of(settings: type) -> list[tuple[str, str]]:
    """The fields of a record for the options of a dataclass.

    >>> from dataclasses import dataclass
    >>> from inarow.options import option
    >>> @dataclass
    ... class Some:
    ...     depth: int | None = option(None, low=1)
    ...     weight: float = option(0.5)
    ...     order: str = option("left", choices=("left", "centre"))
    >>> fields_of(Some)
    [('depth', 'i8'), ('weight', 'f8'), ('order', 'i8')]
    >>> import numpy as np
    >>> record = np.zeros(1, fields_of(Some))[0]
    >>> fill(record, Some(order="centre"), Some)
    >>> record.tolist()
    (-1, 0.5, 1)
    """
    return [(opt.name, _KINDS[opt.type]) for opt in options_of(settings) if not opt.nested]


def fill(record: Any, settings: Any, declared: type) -> None:
    """Write the options that a dataclass declares into the fields of a record that has them."""
    for opt in options_of(declared):
        if opt.name in record.dtype.names and not opt.nested:
            record[opt.name] = _number(opt, getattr(settings, opt.name))


def _number(opt: Option, value: Any) -> float:
    if value is None:
        return inf if opt.type == "float" else -1
    return opt.choices.index(value) if opt.choices else value
