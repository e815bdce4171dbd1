"""One running game: the only place that knows whose turn it is and what a move, a roll or a failure
does to the game.

It never waits and knows nothing of screens, sockets or processes. The code that runs a game loops:

    game = LiveGame(record, (Side("Ada", person=True), Side("mcts")))
    while game.outcome is None:
        match game.mover:
            case Mover.DICE:    game.roll()
            case Mover.PERSON:  game.play(...)       what was typed or clicked
            case Mover.PLAYER:  game.answer(...)     what a player has decided, or game.lose(...)

`match.py` is that loop for two players; the terminal, the page and the nine-board referee have
theirs. A player that does something wrong ends the game at once, and that is the reason of its loss
(`Reason.ILLEGAL`, `TIME`, `CRASH`, ...), so no player can ever stop more than its own game.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import TypeAlias

from inarow.errors import IllegalMove
from inarow.games.base import Outcome, Reason, State
from inarow.games.dice import roll
from inarow.games.record import Record
from inarow.live.clock import Clock
from inarow.search.decision import Decision
from inarow.text import clean

LONGEST_NAME = 500
"""Letters of the name of a player, which may be a spec with many options."""

Adjudicate: TypeAlias = Callable[[State], Outcome | None]
"""Looks at a position after a move; an outcome ends the game there."""


class Mover(StrEnum):
    """Who moves next."""

    NOBODY = "nobody"  # the game is over
    DICE = "dice"
    PERSON = "human"
    PLAYER = "machine"


@dataclass
class Side:
    """One side of a game: what its player is called, whether it is a person, and its clock."""

    name: str
    person: bool = False
    clock: Clock = field(default_factory=lambda: Clock(math.inf))

    def __post_init__(self) -> None:
        self.name = clean(self.name, LONGEST_NAME)


@dataclass(frozen=True, slots=True)
class Turn:
    """One played action: where, how long it took, and what the player said (None for dice)."""

    state: State
    action: int
    seconds: float = 0.0
    decision: Decision | None = None


class LiveGame:
    """A game while it is played.

    Args:
        record: the moves, from whose cursor the game goes on; the result is written there too.
        sides: the players 0 and 1.
        dice: the generator that decides at chance nodes.
        adjudicate: may end the game after a move, for example because the result is proven.

    >>> from inarow.registry import load_game
    >>> game = LiveGame(Record(load_game("tic_tac_toe")), (Side("Ada", person=True), Side("Bot")))
    >>> game.play(4).action, str(game.mover)
    (4, 'machine')
    >>> game.answer(Decision(4), seconds=0.5)  # that cell is taken
    >>> game.outcome, game.record.current.comment
    (Outcome(winner=0, reason=<Reason.ILLEGAL: 'illegal'>, lines=()), 'Bot played 4: b2 is taken')
    """

    def __init__(
        self,
        record: Record,
        sides: tuple[Side, Side],
        dice: Random | None = None,
        adjudicate: Adjudicate | None = None,
    ) -> None:
        self.record = record
        self.sides = sides
        self.dice = dice or Random()
        self.adjudicate = adjudicate
        self.paused = False

    # Whose turn it is

    @property
    def state(self) -> State:
        """The position now."""
        return self.record.state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or off it; None while it goes on."""
        return self.record.outcome

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.sides[self.state.player]

    @property
    def mover(self) -> Mover:
        """Who moves next."""
        if self.outcome is not None:
            return Mover.NOBODY
        if self.state.chance():
            return Mover.DICE
        return Mover.PERSON if self.side.person else Mover.PLAYER

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, side in enumerate(self.sides) if side.person)

    # Moves

    def roll(self) -> Turn:
        """Let the dice decide."""
        return self._push(roll(self.state, self.dice))

    def play(self, action: int) -> Turn:
        """Play a move, and press the clock if it runs.

        Raises:
            IllegalMove: the move is not allowed; nothing has changed.
        """
        clock = self.side.clock
        turn = self._push(action, clock.used)
        clock.press()
        return turn

    def answer(self, decision: Decision, seconds: float) -> Turn | None:
        """Play what a player has decided; None if the move is illegal or late, and so lost."""
        side, action = self.side, decision.action
        side.clock.stop()
        if not self.paused and not side.clock.spend(seconds):
            self.lose(Reason.TIME, f"{side.name} took {seconds:.2f} s: time is up")
            return None
        try:
            if not isinstance(action, int):
                raise IllegalMove("that is not an action")
            return self._push(action, seconds, decision)
        except IllegalMove as error:
            self.lose(Reason.ILLEGAL, f"{side.name} played {clean(repr(action))}: {error}")
            return None

    def _push(self, action: int, seconds: float = 0.0, decision: Decision | None = None) -> Turn:
        """Play a move of whatever origin; raises IllegalMove."""
        turn = Turn(self.state, action, seconds, decision)
        self.record.push(action)
        if self.adjudicate is not None and self.outcome is None:
            self.record.result = self.adjudicate(self.state)
        return turn

    # Time

    def start_clock(self) -> None:
        """Time the move that is due, unless dice make it or the game stands still."""
        if not self.paused and self.mover in (Mover.PERSON, Mover.PLAYER):
            self.side.clock.start()

    def pause_clocks(self) -> None:
        """Let time stand still, in the middle of a move."""
        for side in self.sides:
            side.clock.pause()

    def pause(self, paused: bool) -> None:
        """Let the game stand still, or go on; while it stands still nothing costs time."""
        self.paused = paused
        if paused:
            self.pause_clocks()

    def check_step(self) -> None:
        """Refuse a single step of a game that does not stand still, or that waits for a person.

        Raises:
            IllegalMove: there is no step to make.
        """
        if not self.paused or self.outcome is not None:
            raise IllegalMove("only a paused game goes on step by step")
        if self.mover is Mover.PERSON:
            raise IllegalMove("a person is to move: play a move, or let the game go on")

    # Ends that the board does not show

    def lose(self, reason: Reason, why: str, seat: int | None = None) -> None:
        """End the game because a seat has failed, by default the one to move."""
        loser = self.state.player if seat is None else seat
        self.sides[loser].clock.stop()
        self.record.result = Outcome(1 - loser, reason)
        self.record.current.comment = clean(why, 2 * LONGEST_NAME)

    def resign(self, seat: int) -> None:
        """End the game because a person gives up."""
        self.record.result = Outcome(1 - seat, Reason.RESIGNED)

    # Back and forth

    def take_back(self) -> bool:
        """Go back to the last decision of a person, over dice and machines; False if there is none.

        Where no person plays, the last decision of either side counts.
        """
        if not self.record.undo_to(*(self.people or (0, 1))):
            return False
        self.pause_clocks()
        self.record.result = None  # an end off the board belongs to where it came up
        return True

    def redo(self) -> bool:
        """Play what was taken back again, up to the next decision of a person; False if nothing."""
        if self.record.redo() is None:
            return False
        self.pause_clocks()
        while self.mover in (Mover.DICE, Mover.PLAYER) and self.record.redo() is not None:
            pass
        return True
