"""Where the documentation stands, and in which order it is read.

In a checkout the pages are the Markdown files of `docs/`, in an installed package a copy of them.
Their order is that of the links in `index.md`: each heading there begins a section.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parents[2]
_PLACES = (PACKAGE / "docs", PACKAGE.parents[1] / "docs")
_LINK = re.compile(r"\[([^\]]+)\]\(([\w/.-]+\.md)\)")


class Entry(NamedTuple):
    """A page: what it is called, and its file below `docs/`."""

    title: str
    path: str


class Section(NamedTuple):
    """Some pages that belong together."""

    title: str
    entries: tuple[Entry, ...]


def find_docs() -> Path | None:
    """The folder of the documentation; None where a package came without it."""
    return next((place for place in _PLACES if (place / "index.md").is_file()), None)


def sections_of(index: str) -> list[Section]:
    """The sections of the index, each page where it is first named.

    >>> sections_of("# All\\n## Start\\n[Here](a.md), then [there](b.md)\\n## More\\n[Here](a.md)")
    [Section(title='Start', entries=(Entry(title='Here', path='a.md'), \
Entry(title='there', path='b.md')))]
    """
    found, seen = list[Section](), set[str]()
    for part in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        entries = list[Entry]()
        for name, path in _LINK.findall(text):
            if path not in seen and not path.startswith(".."):
                seen.add(path)
                entries.append(Entry(name.replace("`", ""), path))
        if entries:
            found.append(Section(title, tuple(entries)))
    return found
