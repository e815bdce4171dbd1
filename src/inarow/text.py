"""Foreign text made fit to be stored and shown: one line that every file, terminal and page holds.

Players, plug-ins, records, engines and command lines bring words of their own: names, messages,
reasons. They may hold half characters that no file can store, escape sequences that take over a
terminal, letters that turn the direction of what follows, line breaks, or a megabyte of anything.
Whatever keeps or shows such a text calls `clean` first; errors of this package do so themselves.
"""

import re
import unicodedata

LONGEST = 200
"""Letters of a foreign text that are kept unless the caller says otherwise."""

_ESCAPE = re.compile(
    r"[\x1b](?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])?"
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
"""A command to a terminal (ECMA-48): colours, cursor moves, titles of windows."""
_JOINERS = "\u200c\u200d"
"""Invisible, but words of some languages and many emoji are written with them."""
_READ = 20
"""Characters that are read for each letter that is kept, so that no text takes long."""


def clean(text: str, length: int = LONGEST) -> str:
    r"""A text as one line of at most `length` letters, without anything that is not a letter.

    >>> clean("two\n  lines"), clean("\x1b[31mred\x1b[0m \udcff"), clean("very long", 7)
    ('two lines', 'red �', 'very...')
    """
    is_cut = len(text) > _READ * length
    shown = _ESCAPE.sub("", text[: _READ * length])
    shown = " ".join(filter(None, map(str.strip, shown.splitlines())))
    shown = "".join(map(_shown, shown)).strip()
    fits = len(shown) <= length and not is_cut
    return shown if fits else f"{shown[: length - 3].rstrip()}..."


def _shown(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind == "Cs":
        return "\ufffd"
    hidden = kind in ("Cc", "Cf") and letter not in _JOINERS
    return " " if letter == "\t" else "" if hidden or letter in "\ufffe\uffff" else letter
