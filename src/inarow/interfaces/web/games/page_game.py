"""A game of the page: a live game with numbered positions, branches, and moves that are judged.

Nothing here waits or sends: each command changes the game or refuses, and notes in `news` what it
changed. `room.py` keeps the result, tells all who watch, and lets machines and dice move.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from inarow.errors import BadNotation
from inarow.games.base import Game, Reason, State
from inarow.games.record import Record, RecordNode
from inarow.interfaces.web.engines.jobs import Place
from inarow.interfaces.web.games.agreement import usual_names
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.library.kept import HUMAN, Agreement, in_order
from inarow.live.clock import Clock
from inarow.live.game import LiveGame, Side, Turn
from inarow.search.decision import Decision
from inarow.seeds import derived_seed
from inarow.text import clean

MAX_NODES = 20_000
"""Positions in the tree of one game."""
MAX_COMMENT = 2_000
"""Letters of a comment."""


@dataclass
class News:
    """What a command has changed: why, and the numbers of the nodes that are new or changed."""

    why: str
    nodes: list[int]


class PageGame(LiveGame):
    """One game; `nodes` are its positions by number, `cursor` is where it goes on."""

    def __init__(
        self,
        name: str,
        settings: Agreement,
        record: Record,
        nodes: Sequence[RecordNode] = (),
        seconds: Sequence[float | None] = (),
    ) -> None:
        bank = math.inf if settings.bank is None else settings.bank
        first, second = (
            Side(spec, spec == HUMAN, Clock(bank, settings.increment)) for spec in settings.seats
        )
        super().__init__(record, (first, second))
        self.id = name
        self.settings = settings
        self.nodes: list[RecordNode] = []
        self.seconds: list[float | None] = []
        self.numbers: dict[RecordNode, int] = {}
        self.promoted: list[int] = []
        self.delay = 0.0
        self.choice = False
        self.judging: int | None = None
        self.version = 0
        self.changed = time.time()
        self.news: News | None = None
        for node, spent in zip(nodes, seconds, strict=True):
            self._number(node, spent)
        for node in in_order(record.root) if not nodes else ():
            self._number(node, None)

    # What it is

    @property
    def cursor(self) -> int:
        """The number of the node where the game goes on."""
        return self.numbers[self.record.current]

    @property
    def waiting(self) -> str:
        """What happens next, as in the protocol."""
        if self.outcome is None:
            if self.judging is not None:
                return "machine"
            if self.choice:
                return "choice"
            if self.paused:
                return "paused"
        return str(self.mover)

    @property
    def free(self) -> bool:
        """Whether moves may be taken back: by agreement, or because the game is over."""
        return self.settings.takeback or self.outcome is not None

    @property
    def end_of_main_line(self) -> int:
        """The number of the last node of the main line."""
        return self.numbers[[self.record.root, *self.record.root.line()][-1]]

    def node(self, number: int) -> RecordNode:
        """A node by its number."""
        if not 0 <= number < len(self.nodes):
            raise Refused("unknown_node", f"there is no node {number} in this game")
        return self.nodes[number]

    def line(self, number: int) -> tuple[int, ...]:
        """The numbers of the nodes from the start to a node."""
        node: RecordNode | None = self.node(number)
        found: list[int] = []
        while node is not None:
            found.append(self.numbers[node])
            node = node.parent
        return tuple(reversed(found))

    def played_at(self, number: int) -> str:
        """The move that was played at a node on the way to the cursor; empty if there is none."""
        after = self._after(self.node(number))
        return (
            "" if after is None or after.action is None else self.record.game.format(after.action)
        )

    def place(self, number: int | None = None) -> Place:
        """A position of this game that can be sent to an engine."""
        line = [self.nodes[n] for n in self.line(self.cursor if number is None else number)]
        actions = tuple(node.action for node in line if node.action is not None)
        return Place(self.settings.game, self.settings.start, actions)

    def seed(self, label: str) -> int:
        """A seed of its own for each position, so that a game can be repeated from its seed."""
        number = derived_seed(self.settings.seed, f"{label}/{len(self.nodes)}")
        assert number is not None
        return number

    # Moves

    def move(self, at: int, text: str) -> int:
        """A person's move at a node; sent again it changes nothing. Where it leads to.

        At the cursor it is played. Elsewhere it makes or enters a branch, if going back is allowed.
        """
        node = self.node(at)
        action = parse_move(self.record.game, text)
        if node is not self.record.current:
            played = self._after(node)
            if played is not None and played.action == action:
                return self.numbers[played]
            self._may_go_back()
            node.state.play(action)  # refuses what is illegal before anything changes
            self._may_move(node.state)
            self._may_grow(node, action)
            self.enter(node)
        elif self.outcome is not None:
            raise Refused("not_allowed", "the game is over")
        self._may_move(node.state)
        self.play(action)
        if self.settings.judge and not node.state.chance():
            self.judging = self.cursor
        return self.cursor

    def roll(self) -> Turn:
        """Let the dice decide, from the seed of the position."""
        self.dice = Random(self.seed("dice"))
        turn = super().roll()
        self.news = News("dice", [self.cursor])
        return turn

    def _push(self, action: int, seconds: float = 0.0, decision: Decision | None = None) -> Turn:
        timed = decision is not None or self.side.clock.running
        self._may_grow(self.record.current, action)
        turn = super()._push(action, seconds, decision)
        node = self.record.current
        if node not in self.numbers:
            self._number(node, round(seconds, 3) if timed else None)
        self.choice = False
        self.news = News("move", [self.cursor])
        return turn

    # Other commands

    def take_back(self) -> bool:
        """Go to the last decision of a person, or of a machine where only machines play."""
        if not self.choice:
            self._may_go_back()
        if not super().take_back():
            raise Refused("not_allowed", "there is nothing to take back")
        self.choice, self.judging = False, None
        self.news = News("take_back", [])
        return True

    def goto(self, node: int) -> None:
        """Go on from any node."""
        there = self.node(node)
        if there is not self.record.current:
            self._may_go_back()
        self.enter(there)
        self.news = News("goto", [])

    def enter(self, node: RecordNode) -> None:
        """Move the cursor to a node; an end off the board, and a choice, are left behind."""
        if node is not self.record.current:
            self.pause_clocks()
            self.record.result, self.choice, self.judging = None, False, None
        self.record.current = node
        while node.parent is not None:
            node.parent.recent = node
            node = node.parent

    def lose(self, reason: Reason, why: str, seat: int | None = None) -> None:
        """End the game because a player has failed."""
        super().lose(reason, why, seat)
        self.choice, self.judging = False, None
        self.news = News("time" if reason is Reason.TIME else "failed", [self.cursor])

    def resign(self, seat: int | None) -> None:
        """End the game: a person gives up, by default the one to move or else the only one."""
        if self.outcome is not None:
            raise Refused("not_allowed", "the game is over")
        if seat is None and self.people:
            seat = self.state.player if self.side.person else self.people[0]
        if seat is None or not self.sides[seat].person:
            raise Refused("not_allowed", "only a person can resign")
        super().resign(seat)
        self.choice, self.judging = False, None
        self.news = News("resign", [])

    def judged(self, slip: bool) -> None:
        """The last move was judged; after a slip its player may choose to take it back."""
        self.judging, self.choice = None, slip
        self.news = News("judged", [])

    def keep(self) -> None:
        """Keep a move that was judged to be bad."""
        if not self.choice:
            raise Refused("not_allowed", "there is no move to keep or take back")
        self.choice = False
        self.news = News("keep", [])

    def comment(self, node: int, text: str) -> None:
        """Write something about a position."""
        self.node(node).comment = clean(text, MAX_COMMENT)
        self.news = News("comment", [node])

    def pause(self, paused: bool) -> None:
        """Stand still, or go on."""
        if self.paused != paused:
            super().pause(paused)
            self.news = News("pause", [])

    def speed(self, delay: float) -> None:
        """Change the seconds between the moves of two machines."""
        self.delay = delay
        self.news = News("speed", [])

    def reseat(self, seat: int, player: str) -> None:
        """Let another player go on; a name that was not chosen changes with it."""
        settings, side = self.settings, self.sides[seat]
        before = usual_names(settings.seats)[seat]
        settings.seats[seat] = side.name = player
        side.person = player == HUMAN
        if settings.names[seat] == before:
            settings.names[seat] = usual_names(settings.seats)[seat]
        self.news = News("reseat", [])

    def promote(self, node: int) -> None:
        """Make the line to a node the main line."""
        here = self.record.current
        self.record.current = self.node(node)
        self.record.promote()
        self.record.current = here
        self.promoted = [*(n for n in self.promoted if n != node), node]
        self.news = News("promote", [])

    # Helpers

    def _may_go_back(self) -> None:
        if not self.free:
            raise Refused("not_allowed", "moves cannot be taken back in this game")

    def _may_move(self, state: State) -> None:
        if state.chance():
            if self.people != (0, 1):
                raise Refused("not_allowed", "the dice decide here")
        elif not self.sides[state.player].person:
            raise Refused("not_allowed", "it is not your turn")
        if self.choice and state is self.state:
            raise Refused("not_allowed", "take the move back or keep it first")

    def _may_grow(self, node: RecordNode, action: int) -> None:
        known = any(child.action == action for child in node.children)
        if not known and len(self.nodes) >= MAX_NODES:
            raise Refused("too_large", f"a game has at most {MAX_NODES} positions")

    def _after(self, node: RecordNode) -> RecordNode | None:
        """The node that follows on the way to the cursor, if that way leads over this node."""
        here: RecordNode | None = self.record.current
        while here is not None and here.parent is not node:
            here = here.parent
        return here

    def _number(self, node: RecordNode, seconds: float | None) -> None:
        self.numbers[node] = len(self.nodes)
        self.nodes.append(node)
        self.seconds.append(seconds)


def parse_move(game: Game, text: str) -> int:
    """The action that a text names; what cannot be read cannot be played either."""
    try:
        return game.parse(text)
    except BadNotation as error:
        raise Refused("illegal", str(error)) from None
