"""Collections on the page: a file becomes chapters to read and write in, and these a file again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from inarow.errors import BadNotation
from inarow.games.base import Outcome, Reason
from inarow.games.notation import parse_position
from inarow.games.record import Record
from inarow.games.record_file import parse_records
from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.games.page_game import MAX_NODES
from inarow.interfaces.web.games.read import check_tree, load_rules
from inarow.interfaces.web.protocol.api import ERRORS
from inarow.interfaces.web.protocol.command import MoveText, Number, Spec, Text
from inarow.interfaces.web.protocol.views import Seat, View
from inarow.library.collection import Collection, collected, format_collection
from inarow.library.kept import in_order

router = APIRouter(prefix="/api/collection", responses=ERRORS)
CHAPTERS = 200
NOTE = 4000
"""Letters of a text beside the board."""

Note = Annotated[str, Field(max_length=NOTE)]


class Step(View):
    """A position of a chapter: who made the move that led there, and what is said of it."""

    id: Number
    parent: Number | None = None
    text: MoveText | None = None
    player: Seat | None = None
    ply: Number = 0
    dice: bool = False
    comment: Note = ""


class Chapter(View):
    """A game or a position with notes; `ended` is who won off the board, and why.

    The first step is the start, and every other one follows its parent; the first child of a step
    is the main line. Of a step that is written only the parent, the move and the note count.
    """

    game: Spec
    start: Text | None = None
    tags: dict[Annotated[str, Field(max_length=60)], Note] = Field(default_factory=dict)
    ended: tuple[Seat | None, Reason] | None = None
    steps: Annotated[list[Step], Field(min_length=1, max_length=MAX_NODES)]


class CollectionView(View):
    """A collection: its title, what it is about, and its chapters."""

    title: Note = ""
    about: Note = ""
    chapters: Annotated[list[Chapter], Field(min_length=1, max_length=CHAPTERS)]


class CollectionText(View):
    """A collection, or any records in whatever form, as text."""

    text: Text


@router.post("/read")
async def read_collection(body: CollectionText) -> CollectionView:
    """What a file holds, to be read step by step; any file of records is a collection."""
    return await aside(_read, body.text)


@router.post("/write")
async def write_collection(body: CollectionView) -> CollectionText:
    """A collection as a file."""
    return await aside(_write, body)


def _read(text: str) -> CollectionView:
    records = parse_records(text)
    if len(records) > CHAPTERS:
        raise BadNotation(f"{len(records)} games; a collection has at most {CHAPTERS} chapters")
    found = Collection([check_tree(record) for record in records])
    chapters = [_chapter(record) for record in found.chapters]
    title, about = (_whole(text, "of the collection") for text in (found.title, found.about))
    return CollectionView(title=title, about=about, chapters=chapters)


def _whole(text: str, where: str) -> str:
    """A text that the page shows whole, or not at all: half of it would be saved for the whole."""
    if len(text) > NOTE:
        most = f"the page shows at most {NOTE:,}"
        raise BadNotation(f"the text {where} has {len(text):,} letters, {most}: make two of it")
    return text


def _chapter(record: Record) -> Chapter:
    numbers = {node: number for number, node in enumerate(in_order(record.root))}
    steps = [
        Step(id=0, ply=record.root.state.ply, comment=_whole(record.root.comment, "at the start"))
    ]
    for node, number in numbers.items():
        if node.parent is None or node.action is None:
            continue
        before = node.parent.state
        step = Step(
            id=number,
            parent=numbers[node.parent],
            text=record.game.format(node.action),
            player=before.player,
            ply=node.state.ply,
            dice=bool(before.chance()),
            comment=_whole(node.comment, f"at move {node.state.ply}"),
        )
        steps.append(step)
    end = record.result
    return Chapter(
        game=str(record.game),
        start=record.start,
        tags={name: _whole(text, f"of the tag {name}") for name, text in record.tags.items()},
        ended=None if end is None else (end.winner, end.reason),
        steps=steps,
    )


def _write(body: CollectionView) -> CollectionText:
    records = [_record(chapter) for chapter in body.chapters]
    return CollectionText(text=format_collection(collected(records, body.title, body.about)))


def _record(chapter: Chapter) -> Record:
    game = load_rules(chapter.game)
    record = Record(game, None if chapter.start is None else parse_position(game, chapter.start))
    for name, text in chapter.tags.items():
        record.tag(name, text)
    nodes = {chapter.steps[0].id: record.root}
    record.root.comment = chapter.steps[0].comment
    for step in chapter.steps[1:]:
        if step.parent not in nodes or step.text is None:
            raise BadNotation(f"step {step.id} follows none that came before")
        node = nodes[step.id] = nodes[step.parent].child(game.parse(step.text))
        node.comment = step.comment
    if chapter.ended is not None and record.final_outcome() is None:
        record.result = Outcome(*chapter.ended)
    return check_tree(record)
