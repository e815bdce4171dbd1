"""Collections: games and positions with titles and notes, as one file to send to somebody.

A collection is a file of records, one after another, in the text form (`games/record_text.py`).
Three tags make it one, and comments are its text:

    [Collection "Three traps"]           its title, in every chapter
    [About "For our club evening."]      what it is about, in the first one
    [Chapter "The open three"]           the title of the chapter

    {What a chapter begins with.} 1. 4 4 {A note on a move.} 2. 5 *

So whatever reads records opens it, and any file of records, SGF too, can be read as a collection.
A chapter may begin with a position in the middle of a game, with or without moves after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inarow.errors import BadOption
from inarow.games.record import Record
from inarow.games.record_text import format_record
from inarow.options import counted

TITLE, ABOUT, CHAPTER = "Collection", "About", "Chapter"
"""The tags."""


@dataclass(frozen=True, slots=True)
class Collection:
    """Chapters in order; titles and text stand in their tags.

    >>> record = Record("connect_four")
    >>> state = record.push_moves("44")
    >>> one = chapter(record, "The middle", "Who begins takes it.", {1: "Here."})
    >>> collection = collected([one], "Openings", "For beginners.")
    >>> print(format_collection(collection))
    [Game "connect_four(rows=6,cols=7,k=4)"]
    [Result "*"]
    [Collection "Openings"]
    [About "For beginners."]
    [Chapter "The middle"]
    <BLANKLINE>
    {Who begins takes it.} 1. 4 {Here.} 1... 4 *
    <BLANKLINE>
    """

    chapters: Sequence[Record]

    @property
    def title(self) -> str:
        """What it is called; "" if it has no title."""
        return self.chapters[0].tags.get(TITLE, "")

    @property
    def about(self) -> str:
        """What it is about."""
        return self.chapters[0].tags.get(ABOUT, "")


def collected(chapters: Sequence[Record], title: str = "", about: str = "") -> Collection:
    """A collection of copies of some chapters, under a title."""
    if not chapters:
        raise BadOption("a collection needs at least one chapter")
    named = []
    for at, one in enumerate(chapters):
        copy = one.copy()
        own = {name: text for name, text in one.tags.items() if name not in (TITLE, ABOUT)}
        head = {TITLE: title, ABOUT: about if not at else ""}
        copy.tags = {name: text for name, text in (head | own).items() if text}
        named.append(copy)
    return Collection(named)


def chapter(
    record: Record,
    title: str = "",
    intro: str = "",
    notes: Mapping[int, str] | None = None,
    begin: int = 0,
) -> Record:
    """A copy of a game as a chapter.

    Args:
        record: the game.
        title: of the chapter.
        intro: what it begins with; else what is said of the start already.
        notes: comments on moves of the main line, by their numbers in the game, from 1.
        begin: how many moves are left out, so that it begins with a position.
    """
    whole = record.copy()
    line = [whole.root, *whole.root.line()]
    for number, text in (notes or {}).items():
        if not 1 <= number < len(line):
            raise BadOption(f"move {number}: the game has {counted(len(line) - 1, 'move')}")
        line[number].comment = text
    if not 0 <= begin < len(line):
        raise BadOption(f"the game has {counted(len(line) - 1, 'move')}, not {begin}")
    found = whole.copy(line[begin])
    found.root.comment = intro or found.root.comment
    if title:
        found.tag(CHAPTER, title)
    return found


def chapter_title(record: Record, number: int) -> str:
    """What a chapter is called: its title, its players, or its number."""
    names = [record.tags[tag] for tag in ("First", "Second") if tag in record.tags]
    return record.tags.get(CHAPTER) or " - ".join(names) or f"Chapter {number}"


def format_collection(collection: Collection) -> str:
    """The file of a collection; `parse_records` reads it."""
    return "\n".join(format_record(one) for one in collection.chapters)
