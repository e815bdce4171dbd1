"""A game that is being played: its tree, who sits where, whose turn it is, what may be done.

Nothing here waits or sends: each command changes the game or refuses, and says what it changed.
`room.py` keeps the result, tells everybody, and lets machines and dice move.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from inarow.errors import BadNotation
from inarow.games.base import Game, Outcome, Reason, State
from inarow.games.notation import format_position, parse_position
from inarow.games.record import Node, Record
from inarow.interfaces.web.engines.jobs import Place
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.registry import load_game

MAX_CELLS = 2500
MAX_NODES = 20_000
"""Positions in the tree of one game."""

HUMAN = "human"
YOU = "You"
"""The name of a person who did not give one and plays against a machine."""


@dataclass
class Agreement:
    """What was agreed before the game; kept as it is."""

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
    rematch_of: str | None = None


@dataclass
class LiveGame:
    """One game; `nodes` are its positions by number, `cursor` is where it goes on."""

    id: str
    settings: Agreement
    record: Record
    nodes: list[Node] = field(default_factory=list)
    seconds: list[float | None] = field(default_factory=list)
    numbers: dict[Node, int] = field(default_factory=dict)
    promoted: list[int] = field(default_factory=list)
    left: list[float] | None = None
    paused: bool = False
    delay: float = 0.0
    choice: bool = False
    judging: int | None = None
    version: int = 0
    changed: float = field(default_factory=time.time)

    def __post_init__(self) -> None:
        if not self.nodes:
            self._number(self.record.root, None)
        if self.left is None and self.settings.bank is not None:
            self.left = [self.settings.bank + self.settings.increment] * 2

    # What it is

    @property
    def cursor(self) -> int:
        """The number of the node where the game goes on."""
        return self.numbers[self.record.current]

    @property
    def state(self) -> State:
        """The position there."""
        return self.record.state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or off it."""
        return self.record.outcome

    @property
    def machines_only(self) -> bool:
        """Whether no person takes part."""
        return HUMAN not in self.settings.seats

    @property
    def to_move(self) -> str:
        """Who sits at the seat to move."""
        return self.settings.seats[self.state.player]

    @property
    def waiting(self) -> str:
        """What happens next, as in the protocol."""
        if self.outcome is not None:
            return "nobody"
        if self.judging is not None:
            return "machine"
        if self.choice:
            return "choice"
        if self.paused:
            return "paused"
        if self.state.chance():
            return "dice"
        return "human" if self.to_move == HUMAN else "machine"

    @property
    def free(self) -> bool:
        """Whether moves may be taken back: by agreement, or because the game is over."""
        return self.settings.takeback or self.outcome is not None

    def node(self, number: int) -> Node:
        """A node by its number."""
        if not 0 <= number < len(self.nodes):
            raise Refused("unknown_node", f"there is no node {number} in this game")
        return self.nodes[number]

    @property
    def end_of_main_line(self) -> int:
        """The number of the last node of the main line."""
        return self.numbers[[self.record.root, *self.record.root.line()][-1]]

    def line(self, number: int) -> tuple[int, ...]:
        """The numbers of the nodes from the start to a node."""
        node: Node | None = self.node(number)
        found: list[int] = []
        while node is not None:
            found.append(self.numbers[node])
            node = node.parent
        return tuple(reversed(found))

    def child(self, number: int, text: str) -> int | None:
        """The number of the node that a move leads to, if it was ever played."""
        action = self.record.game.parse(text)
        found = (self.numbers[n] for n in self.node(number).children if n.action == action)
        return next(found, None)

    def place(self, number: int | None = None) -> Place:
        """A position of this game that can be sent to an engine."""
        line = [self.nodes[n] for n in self.line(self.cursor if number is None else number)]
        actions = tuple(node.action for node in line if node.action is not None)
        return Place(self.settings.game, self.settings.start, actions)

    # What may be done

    def play(self, action: int, seconds: float | None = None) -> list[int]:
        """Play an action at the cursor; the numbers of the nodes that are new or changed."""
        self._may_grow(self.record.current, action)
        self.record.push(action)
        node = self.record.current
        if node not in self.numbers:
            self._number(node, seconds)
        self.choice = False
        return [self.numbers[node]]

    def move(self, at: int, text: str, seconds: float | None = None) -> list[int] | None:
        """A person's move at a node; None if it was made already.

        At the cursor it is played. Elsewhere it makes or enters a branch, if going back is allowed.
        """
        node = self.node(at)
        try:
            action = self.record.game.parse(text)
        except BadNotation as error:
            raise Refused("illegal", str(error)) from None
        if node is not self.record.current:
            if self._was_played(node, action):
                return None
            if not self.free:
                raise Refused("not_allowed", "moves cannot be taken back in this game")
            node.state.play(action)  # refuses what is illegal before anything changes
            self._may_move(node.state)
            self._may_grow(node, action)
            self.enter(node)
            seconds = None
        elif self.outcome is not None:
            raise Refused("not_allowed", "the game is over")
        self._may_move(node.state)
        changed = self.play(action, seconds)
        if self.settings.judge and not node.state.chance():
            self.judging = self.cursor
        return changed

    def take_back(self) -> None:
        """Go to the last decision of a person, or of anybody where only machines play."""
        if not (self.free or self.choice):
            raise Refused("not_allowed", "moves cannot be taken back in this game")
        people = [seat for seat, who in enumerate(self.settings.seats) if who == HUMAN]
        before = self.record.current
        if not self.record.undo_to(*(people or (0, 1))):
            raise Refused("not_allowed", "there is nothing to take back")
        self._left(before)

    def goto(self, number: int) -> None:
        """Go on from any node."""
        node = self.node(number)
        if not self.free and node is not self.record.current:
            raise Refused("not_allowed", "moves cannot be taken back in this game")
        self.enter(node)

    def enter(self, node: Node) -> None:
        """Move the cursor to a node."""
        before = self.record.current
        self.record.current = node
        while node.parent is not None:
            node.parent.recent = node
            node = node.parent
        self._left(before)

    def resign(self, seat: int | None) -> None:
        """End the game: a person gives up."""
        if self.outcome is not None:
            raise Refused("not_allowed", "the game is over")
        people = [seat for seat, who in enumerate(self.settings.seats) if who == HUMAN]
        if seat is None and people:
            seat = self.state.player if self.state.player in people else people[0]
        if seat not in people:
            raise Refused("not_allowed", "only a person can resign")
        assert seat is not None
        self.finish(Outcome(1 - seat, Reason.RESIGNED))

    def finish(self, outcome: Outcome, words: str = "") -> None:
        """End the game off the board, with the reason as a comment."""
        self.record.result = outcome
        self.choice = False
        self.judging = None
        if words:
            self.record.current.comment = words

    def promote(self, number: int) -> None:
        """Make the line to a node the main line."""
        here = self.record.current
        self.record.current = self.node(number)
        self.record.promote()
        self.record.current = here
        self.promoted = [*(n for n in self.promoted if n != number), number]

    # Helpers

    def _may_move(self, state: State) -> None:
        if state.chance():
            if self.settings.seats != [HUMAN, HUMAN]:
                raise Refused("not_allowed", "the dice decide here")
        elif self.settings.seats[state.player] != HUMAN:
            raise Refused("not_allowed", "it is not your turn")
        if self.choice and state is self.state:
            raise Refused("not_allowed", "take the move back or keep it first")

    def _may_grow(self, node: Node, action: int) -> None:
        known = any(child.action == action for child in node.children)
        if not known and len(self.nodes) >= MAX_NODES:
            raise Refused("too_large", f"a game has at most {MAX_NODES} positions")

    def _was_played(self, node: Node, action: int) -> bool:
        """Whether the game went on from a node with this action, on the way to the cursor."""
        here: Node | None = self.record.current
        while here is not None and here.parent is not node:
            here = here.parent
        return here is not None and here.action == action

    def _left(self, before: Node) -> None:
        """An end off the board, and a choice, belong to the node where they came up."""
        if self.record.current is not before:
            self.record.result = None
            self.choice = False
            self.judging = None

    def _number(self, node: Node, seconds: float | None) -> None:
        self.numbers[node] = len(self.nodes)
        self.nodes.append(node)
        self.seconds.append(seconds)

    def adopt(self) -> None:
        """Number the nodes of a record that came with a tree, parents first, main line first."""
        stack = [self.record.root]
        while stack:
            node = stack.pop()
            if node not in self.numbers:
                self._number(node, None)
            stack.extend(reversed(node.children))


def load_rules(spec: str) -> Game:
    """A game that is not too large for a page."""
    game = load_game(spec)
    rows, cols = game.shape
    if rows * cols > MAX_CELLS:
        raise Refused("too_large", f"the page shows boards up to {MAX_CELLS} cells, not {game}")
    return game


def start_record(spec: str, position: str | None, moves: str) -> Record:
    """A record at the end of some moves; raises what the notation has to complain about."""
    game = load_rules(spec)
    start = parse_position(game, position) if position else None
    record = Record(game, start)
    if len(moves) > 8 * MAX_CELLS:
        raise Refused("too_large", "that are more moves than the board has cells")
    record.push_moves(moves)
    return record


def start_text(record: Record) -> str | None:
    """Where a record begins, if not at the usual start."""
    text = format_position(record.root.state)
    return None if text == format_position(record.game.initial_state()) else text
