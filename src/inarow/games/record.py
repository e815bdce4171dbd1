r"""A game as people handle it: moves that can be taken back, played again and branched.

States never change, so history lives here: a tree of moves with a cursor. `push` plays a move (and
makes a branch if another one was played there before), `undo` and `redo` move the cursor, tags name
the players and the event, and `result` keeps an end that the board does not show, such as a
resignation. `record_text` and `record_json` write and read records, with what
`record_reader` does for both.

        4 --- 4 --- 5 --- 3        main line: the first child everywhere
               \
                3 --- 5            a branch
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Self

from inarow.drawn import drawn
from inarow.errors import Advises, BadNotation
from inarow.games.base import Game, Outcome, State
from inarow.games.notation import format_moves, format_position, parse_moves, play_moves
from inarow.registry import game_of

RESERVED_TAGS = ("Game", "Notation", "Start", "Result", "Termination")
"""Tags that the text form writes itself, from what the record knows."""

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def check_text(text: str) -> str:
    """Refuse a text with half a character in it, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadNotation("a text has half a character in it") from None
    return text


class RecordNode:
    """A position in the tree: the move that led to it, what came before, what was tried next."""

    __slots__ = ("action", "children", "comment", "parent", "recent", "state")

    def __init__(
        self, state: State, action: int | None = None, parent: RecordNode | None = None
    ) -> None:
        self.state = state
        self.action = action
        self.parent = parent
        self.children: list[RecordNode] = []
        self.recent: RecordNode | None = None
        self.comment = ""

    def child(self, action: int) -> RecordNode:
        """The child reached by an action, made if it does not exist; raises IllegalMove."""
        for node in self.children:
            if node.action == action:
                return node
        node = RecordNode(self.state.play(action), action, self)
        self.children.append(node)
        return node

    def walk(self) -> Iterator[tuple[str, RecordNode]]:
        """All moves below, as they are written: `("move", node)` along the main line.

        Behind a move come the branches that replace it, each between `("(", node)` and
        `(")", node)`. Nothing recurses, so that branches may be nested to any depth.
        """
        pending = [("line", self)]
        while pending:
            step, node = pending.pop()
            if step != "line":
                yield step, node
            elif node.children:
                main, *others = node.children
                yield "move", main
                pending.append(("line", main))
                for other in reversed(others):
                    pending += [(")", other), ("line", other), ("move", other), ("(", other)]

    def line(self) -> Iterator[RecordNode]:
        """The main line from here: first children to the end, this node left out."""
        node = self
        while node.children:
            node = node.children[0]
            yield node


_ADVICE = {
    **dict.fromkeys(("add", "do", "move", "play", "play_move"), "write record.push(action)"),
    **dict.fromkeys(("save", "write"), "write inarow.save_record(record, path)"),
    **dict.fromkeys(("dumps", "json", "to_json"), "write inarow.format_record_json(record)"),
    **dict.fromkeys(("pgn", "text", "to_text"), "write inarow.format_record(record)"),
    **dict.fromkeys(("history", "move_list"), "write record.moves, or record.actions"),
    **dict.fromkeys(("show", "svg"), "write inarow.picture(record)"),
    "board": "write record.state",
    "pop": "write record.undo()",
    "winner": "write record.outcome.winner, once it is over",
}


class Record(Advises):
    """A game with its whole history.

    >>> record = Record("connect_four")
    >>> for column in (3, 3, 4):
    ...     state = record.push(column)
    >>> record.undo(), record.moves
    (4, '44')
    >>> record.redo(), record.moves
    (4, '445')
    """

    _advice = _ADVICE

    def __init__(
        self, game: Game | str, start: State | None = None, tags: Mapping[str, str] | None = None
    ) -> None:
        self.game = game_of(game)
        self.root = RecordNode(self.game.initial_state() if start is None else start)
        self.current = self.root
        self.result: Outcome | None = None
        self.tags: dict[str, str] = {}
        for name, value in (tags or {}).items():
            self.tag(name, value)

    @property
    def state(self) -> State:
        """The position at the cursor."""
        return self.current.state

    @property
    def actions(self) -> list[int]:
        """The actions from the start to the cursor."""
        actions: list[int] = []
        node = self.current
        while node.parent is not None and node.action is not None:
            actions.append(node.action)
            node = node.parent
        return actions[::-1]

    @property
    def start(self) -> str | None:
        """The position at the start as text; None if it is the usual one."""
        start = format_position(self.root.state)
        return None if start == format_position(self.game.initial_state()) else start

    @property
    def moves(self) -> str:
        """The moves from the start to the cursor, as a move string."""
        return format_moves(self.game, self.actions)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by the board at the cursor, or as `result` says."""
        return self.state.outcome or self.result

    def tag(self, name: str, value: str) -> None:
        """Set a tag such as `Event` or `First`; names are letters, digits and _."""
        if not _TAG_NAME.match(name):
            raise BadNotation(f"{name!r} is not a tag name: letters, digits and _ only")
        if name in RESERVED_TAGS:
            raise BadNotation(f"the tag {name} is written by the record itself")
        check_text(value)
        self.tags[name] = value

    def push(self, action: int) -> State:
        """Play an action at the cursor and go there; an action tried before is entered again."""
        self.current.recent = self.current = self.current.child(action)
        return self.state

    def push_moves(self, text: str) -> State:
        """Play the moves of a move string; none is played if one of them is wrong."""
        play_moves(self.state, text)
        for action in parse_moves(self.game, text):
            self.push(action)
        return self.state

    def undo(self) -> int | None:
        """Go one move back; the action taken back, or None at the start. Nothing is deleted."""
        node = self.current
        if node.parent is None:
            return None
        node.parent.recent = node
        self.current = node.parent
        return node.action

    def redo(self) -> int | None:
        """Go one move forward, along the line visited last; the action, or None at the end."""
        node = self.current
        following = node.recent or (node.children[0] if node.children else None)
        if following is None:
            return None
        self.current = following
        return following.action

    def undo_to(self, *players: int) -> bool:
        """Take back to the last decision of one of the players; False, and no change, if none."""
        node = self.current.parent
        while node is not None and (node.state.player not in players or node.state.chance()):
            node = node.parent
        if node is None:
            return False
        while self.current is not node:
            self.undo()
        return True

    def to_start(self) -> None:
        """Move the cursor to the start."""
        while self.undo() is not None:
            pass

    def to_end(self) -> None:
        """Move the cursor forward to the end of the line visited last."""
        while self.redo() is not None:
            pass

    def branches(self) -> list[int]:
        """The actions that were played from here, the main line first."""
        return [node.action for node in self.current.children if node.action is not None]

    def promote(self) -> None:
        """Make the line to the cursor the main line."""
        node = self.current
        while node.parent is not None:
            siblings = node.parent.children
            siblings.remove(node)
            siblings.insert(0, node)
            node = node.parent

    def main_line(self) -> list[int]:
        """The actions of the main line, wherever the cursor is."""
        return [node.action for node in self.root.line() if node.action is not None]

    def end_of_main_line(self) -> State:
        """The last position of the main line."""
        return [self.root, *self.root.line()][-1].state

    def final_outcome(self) -> Outcome | None:
        """The outcome of the game as recorded: of the main line, wherever the cursor is."""
        return self.end_of_main_line().outcome or self.result

    def copy(self, begin: RecordNode | None = None) -> Self:
        """An independent record with the same tree, the cursor at the end of the main line.

        With `begin` it is the tree from that position on.
        """
        root = begin or self.root
        twin = type(self)(self.game, root.state, self.tags)
        twin.result = self.result
        stack = [(root, twin.root)]
        while stack:
            old, new = stack.pop()
            new.comment = old.comment
            for child in old.children:
                assert child.action is not None
                stack.append((child, new.child(child.action)))
        twin.to_end()
        return twin

    def played(self) -> Self:
        """A copy in which the game ends at the cursor: the line to it is the main line.

        What was taken back there is left out; other branches stay.

        >>> from inarow.registry import load_game
        >>> record = Record(load_game("connect_four"))
        >>> state = record.push_moves("445")
        >>> action = record.undo()
        >>> record.played().main_line(), record.main_line()
        ([3, 3], [3, 3, 4])
        """
        twin = self.copy()
        twin.current = twin.root
        for action in self.actions:
            twin.push(action)
        twin.current.children.clear()
        twin.current.recent = None
        twin.promote()
        return twin

    def __eq__(self, other: object) -> bool:
        """Equal content: game, start, tags, tree with comments, result; the cursor may differ."""
        if not isinstance(other, Record):
            return NotImplemented
        return self._content() == other._content()

    def _content(self) -> tuple[object, ...]:
        moves = [(step, node.action, node.comment) for step, node in self.root.walk()]
        head = (str(self.game), self.start, self.tags, self.result, self.root.comment)
        return (*head, moves)

    __hash__ = None  # type: ignore[assignment]  # a record changes, so it must not be a key

    def __repr__(self) -> str:
        return f"<Record {self.game} {self.moves or 'at the start'}>"

    def _repr_svg_(self) -> str:
        return drawn("render.film:strip", self)
