"""A game between its rows and its record: what was agreed, the tree, and where it stands.

The page, the terminal and whatever is imported keep their games in the same form, so that a game
begun in one place goes on in the other.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from inarow.games.base import Outcome, Reason
from inarow.games.notation import parse_position
from inarow.games.record import Record, RecordNode
from inarow.library.rows import NodeRow, Saved
from inarow.registry import load_game

HUMAN = "human"
"""The spec of a person in a seat."""
MAX_NAME = 60
"""Letters of the name of a player."""


@dataclass
class Agreement:
    """What was agreed before the game, and where it comes from; kept as it is.

    `seats` are specs of players, `source` is page, terminal, file or event. `owners` are the
    fingerprints of those whose seat it is, where each plays on a screen of their own, and
    `invitations` the secrets that give a free seat away.
    """

    game: str
    seats: list[str]
    names: list[str]
    start: str | None = None
    limit: str = ""
    bank: float | None = None
    increment: float = 0.0
    takeback: bool = True
    judge: bool = False
    seed: int = 0
    repeatable: bool = False  # the seed was asked for
    rematch_of: str | None = None
    source: str = "page"
    event: str = ""
    began: float | None = None
    owners: list[str | None] | None = None
    invitations: list[str | None] | None = None

    @property
    def timed(self) -> bool:
        """Whether there are clocks."""
        return self.bank is not None


@dataclass
class Kept:
    """A kept game as a record; its nodes have numbers that never change."""

    id: str
    settings: Agreement
    record: Record
    nodes: list[RecordNode]
    seconds: list[float | None]
    state: dict[str, Any]
    numbers: dict[RecordNode, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbers = {node: number for number, node in enumerate(self.nodes)}

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, at the cursor."""
        return self.record.outcome

    def as_played(self) -> Record:
        """A copy in which the game ends where it stands, with the names of its players."""
        record = self.record.played()
        for tag, name in zip(("First", "Second"), self.settings.names, strict=True):
            record.tag(tag, name)
        if self.settings.event:
            record.tag("Event", self.settings.event)
        return record

    def saved(self, words: str, seconds: float | None = None) -> Saved:
        """The game as it is to be kept now, with all that is new since the last time.

        Args:
            words: how it ended, for the list of games.
            seconds: how long the last move took.
        """
        fresh = [node for node in in_order(self.record.root) if node not in self.numbers]
        for node in fresh:
            self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
            self.seconds.append(seconds if node is self.record.current else None)
        changed = {self.numbers[node] for node in (*fresh, self.record.current)}
        result, names = self.record.result, self.settings.names
        self.state = self.state | {
            "settings": vars(self.settings).copy(),
            "cursor": self.numbers[self.record.current],
            "result": None if result is None else [result.winner, str(result.reason)],
            "version": self.state["version"] + 1,
        }
        summary = {
            "game": self.settings.game,
            "names": names,
            "ply": self.record.state.ply,
            "words": words,
            "over": self.outcome is not None,
        }
        rows = [self._row(number) for number in sorted(changed)]
        return Saved(self.id, time.time(), summary, self.state, rows)

    def _row(self, number: int) -> NodeRow:
        node = self.nodes[number]
        parent = None if node.parent is None else self.numbers[node.parent]
        return NodeRow(number, parent, node.action, self.seconds[number], node.comment)


def new_kept(record: Record, settings: Agreement, name: str | None = None) -> Kept:
    """A game that was not kept before."""
    state: dict[str, Any] = {
        "promoted": [],
        "left": None,
        "paused": False,
        "delay": 0.0,
        "choice": False,
        "version": -1,
    }
    settings = replace(settings, start=record.start, began=settings.began or time.time())
    return Kept(name or new_id(), settings, record, [], [], state)


def new_id() -> str:
    """An id that nobody has yet, and that no command takes for an option."""
    while not (name := secrets.token_urlsafe(9))[0].isalnum():
        pass
    return name


def to_kept(saved: Saved) -> Kept:
    """The game as it was when it was kept.

    Raises:
        InarowError: its rules are not known here any more, or do not fit its moves.
    """
    settings = Agreement(**saved.state["settings"])
    rules = load_game(settings.game)
    start = None if settings.start is None else parse_position(rules, settings.start)
    record = Record(rules, start)
    nodes: list[RecordNode] = []
    for row in saved.nodes:
        node = record.root
        if row.parent is not None and row.action is not None:
            node = nodes[row.parent].child(row.action)
        node.comment = row.comment
        nodes.append(node)
    for number in saved.state["promoted"]:
        record.current = nodes[number]
        record.promote()
    _enter(record, nodes[saved.state["cursor"]])
    if saved.state["result"] is not None:
        winner, reason = saved.state["result"]
        record.result = Outcome(winner, Reason(reason))
    return Kept(
        saved.id, settings, record, nodes, [row.seconds for row in saved.nodes], saved.state
    )


def played_line(nodes: Sequence[NodeRow], cursor: int) -> list[int]:
    """The actions from the start to where a game stands: what was really played."""
    found: list[int] = []
    row = nodes[cursor]
    while row.parent is not None and row.action is not None:
        found.append(row.action)
        row = nodes[row.parent]
    return found[::-1]


def in_order(root: RecordNode) -> Iterator[RecordNode]:
    """All nodes of a tree, parents before children and the main line first."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def _enter(record: Record, node: RecordNode) -> None:
    """Move the cursor to a node, so that going forward leads there again."""
    record.current = node
    while node.parent is not None:
        node.parent.recent = node
        node = node.parent
