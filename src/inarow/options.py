"""Options of games and players: dataclass fields that know their range.

A game or a player is a dataclass, and each field made with `option` is something people may set in
a spec such as `connect_four(rows=7,cols=8)`. The same metadata checks values, fills `--help`,
the listings of `inarow games` and `inarow agents`, and lays out the record in which a kernel finds
its settings (`record_fields`, `fill_record`): written once.

The idea of options with ranges that feed every interface is boardgame.io's.
"""

import dataclasses
import difflib
import math
import types
import typing
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from inarow.errors import BadOption
from inarow.text import clean

MAX_THREADS = 256

_KEY = "inarow.option"
_TRUTH = dict.fromkeys(("true", "yes", "on", "1"), True)
_TRUTH |= dict.fromkeys(("false", "no", "off", "0"), False)


class _Type(NamedTuple):
    """How values of a type are read, what is accepted, and what people call them."""

    read: Callable[[str], object]
    accepts: Any
    words: str


_TYPES = {
    "int": _Type(int, int, "a whole number"),
    "float": _Type(float, int | float, "a number"),
    "bool": _Type(lambda word: _TRUTH[word.lower()], bool, "true or false"),
    "str": _Type(str, str, "a word"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """What one option accepts: its type, its range or choices, its default and one line of help."""

    name: str
    type: str
    default: object
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    optional: bool = False
    help: str = ""
    nested: bool = False  # whether a choice may have options of its own, as in open_lines(growth=5)

    @property
    def range(self) -> str:
        """The accepted values in words, for listings and messages."""
        if self.choices:
            return " | ".join(self.choices)
        if self.low is not None and self.high is not None:
            return f"{self.low:g} to {self.high:g}"
        if self.low is not None:
            return f"{self.low:g} or more"
        if self.high is not None:
            return f"{self.high:g} or less"
        return {"bool": "true | false"}.get(self.type, "any")


def option(
    default: Any,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: Sequence[str] = (),
    help: str = "",
    nested: bool = False,
) -> Any:
    """Declare a dataclass field that people may set by name.

    >>> @dataclass
    ... class Dice:
    ...     sides: int = option(6, low=2, high=100, help="faces of the die")
    >>> options_of(Dice)[0].range
    '2 to 100'
    """
    known = {"low": low, "high": high, "choices": tuple(choices), "help": help, "nested": nested}
    return dataclasses.field(default=default, metadata={_KEY: known})


def options_of(cls: type) -> tuple[Option, ...]:
    """All options of a dataclass, in the order in which they are written."""
    return _read_options(typing.cast(Hashable, cls))


@cache
def _read_options(cls: Any) -> tuple[Option, ...]:
    """Once for each class: hints take long to resolve, and a server makes many players."""
    hints = typing.get_type_hints(cls)
    found = []
    for field in dataclasses.fields(cls):
        if _KEY in field.metadata:
            kind, optional = _type_name(hints[field.name])
            found.append(
                Option(field.name, kind, field.default, optional=optional, **field.metadata[_KEY])
            )
    return tuple(found)


_RECORD_TYPES = {"bool": "i8", "int": "i8", "float": "f8", "str": "i8"}


def record_fields(settings: type) -> list[tuple[str, str]]:
    """The fields of a NumPy record that holds the options of a dataclass, for kernels to read.

        bool, int       i8       None, where the option may be none:  -1
        float           f8                                            infinity
        str             i8       its place among the choices

    A `nested` option has no field: a kernel cannot read it as it is.

    >>> @dataclass
    ... class Some:
    ...     depth: int | None = option(None, low=1)
    ...     weight: float = option(0.5)
    ...     order: str = option("left", choices=("left", "centre"))
    >>> record_fields(Some)
    [('depth', 'i8'), ('weight', 'f8'), ('order', 'i8')]
    >>> import numpy as np
    >>> record = np.zeros(1, record_fields(Some))[0]
    >>> fill_record(record, Some(order="centre"), Some)
    >>> record.tolist()
    (-1, 0.5, 1)
    """
    return [(opt.name, _RECORD_TYPES[opt.type]) for opt in options_of(settings) if not opt.nested]


def fill_record(record: Any, settings: Any, declared: type) -> None:
    """Write the options that a dataclass declares into the fields of a record that has them."""
    for opt in options_of(declared):
        if opt.name in record.dtype.names and not opt.nested:
            value = getattr(settings, opt.name)
            if value is None:
                value = math.inf if opt.type == "float" else -1
            record[opt.name] = opt.choices.index(value) if opt.choices else value


def check_options(thing: Any) -> None:
    """Refuse a game or player whose options have a wrong type or lie out of range."""
    for opt in options_of(type(thing)):
        _check(opt, getattr(thing, opt.name), getattr(thing, "name", type(thing).__name__))


def parse_value(opt: Option, text: str, owner: str) -> object:
    """Turn the text behind `key=` into a checked value of the option's type."""
    word = text if opt.type == "str" else text.strip()
    if opt.optional and word.lower() == "none":
        return None
    try:
        value = _TYPES[opt.type].read(word)
    except (KeyError, ValueError):
        raise BadOption(
            f"{owner}: {opt.name} must be {_TYPES[opt.type].words}, not {clean(word)!r}"
        ) from None
    _check(opt, value, owner)
    return value


def suggestion(word: str, known: Sequence[str]) -> str:
    """A "did you mean" for a misspelt name, or the list of what there is.

    >>> suggestion("gomuko", ["gomoku", "mnk"])
    'did you mean gomoku?'
    """
    close = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else f"there is {', '.join(known) or 'none'}"


def counted(number: int, thing: str, things: str = "") -> str:
    """A number of things, in the singular or the plural.

    >>> counted(1, "puzzle"), counted(2000, "ply", "plies")
    ('1 puzzle', '2,000 plies')
    """
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def _check(opt: Option, value: object, owner: str) -> None:
    if value is None and opt.optional:
        return
    kind = _TYPES[opt.type]
    if not isinstance(value, kind.accepts) or isinstance(value, bool) != (kind.accepts is bool):
        raise BadOption(f"{owner}: {opt.name} must be {_TYPES[opt.type].words}, not {value!r}")
    word = str(value).partition("(")[0].strip() if opt.nested else value
    if opt.choices and word not in opt.choices:
        hint = suggestion(str(word), opt.choices)
        raise BadOption(f"{owner}: {opt.name} must be {opt.range}, not {value!r}; {hint}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        too_low = opt.low is not None and value < opt.low
        too_high = opt.high is not None and value > opt.high
        if too_low or too_high or (isinstance(value, float) and not math.isfinite(value)):
            raise BadOption(f"{owner}: {opt.name} must be {opt.range}, not {value}")


def _type_name(hint: object) -> tuple[str, bool]:
    """The plain name of a type hint, and whether it also allows None."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        inner = [t for t in typing.get_args(hint) if t is not type(None)]
        return _type_name(inner[0])[0], len(inner) < len(typing.get_args(hint))
    return (hint.__name__ if isinstance(hint, type) else "str"), False
