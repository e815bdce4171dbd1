"""Every command that the page may send, as exact types; the answers are in `messages.py`.

Each command has a number of its own, `re`, which its answer carries as well.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import Field, TypeAdapter

from inarow.interfaces.web.protocol.views import View

Number = Annotated[int, Field(ge=0, le=2**53)]
Spec = Annotated[str, Field(min_length=1, max_length=400)]
Name = Annotated[str, Field(max_length=60)]
GameId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Tag = Annotated[str, Field(min_length=1, max_length=40)]
MoveText = Annotated[str, Field(min_length=1, max_length=12)]
Text = Annotated[str, Field(max_length=48_000)]
LimitText = Annotated[str, Field(max_length=60)]
Item = TypeVar("Item")
Pair = Annotated[list[Item], Field(min_length=2, max_length=2)]


class ClockBody(View):
    """Seconds for the whole game and for each move."""

    bank: Annotated[float, Field(ge=0, le=86_400)]
    increment: Annotated[float, Field(ge=0, le=3_600)]


class NewGameBody(View):
    """What a new game needs; everything but the game may be left out.

    A seat is `human` or the spec of a player: `hard`, `mcts(simulations=2000)`. `moves` are played
    first; `position` is where they begin. `delay` is the pause between moves of two machines.
    """

    game: Spec
    seats: Pair[Spec] = Field(default_factory=lambda: ["human", "human"])
    names: Pair[Name] | None = None
    moves: Text = ""
    position: Text | None = None
    limit: LimitText = ""
    clock: ClockBody | None = None
    takeback: bool = True
    judge: bool = False
    seed: Number | None = None
    delay: Annotated[float, Field(ge=0, le=60)] = 0.0
    paused: bool = False


class _Command(View):
    re: Number


class _GameCommand(_Command):
    game: GameId


class NewGame(NewGameBody):
    """Start a game and watch it. Answer: `game`."""

    type: Literal["new_game"]
    re: Number


class Watch(_GameCommand):
    """Watch a game from now on, also after a lost connection. Answer: `game`."""

    type: Literal["watch"]


class Unwatch(_GameCommand):
    """Watch a game no longer. Answer: `ack`."""

    type: Literal["unwatch"]


class Look(_GameCommand):
    """Ask for the position of a node; nobody else notices. Answer: `position`."""

    type: Literal["look"]
    node: Number


class Setup(_Command):
    """Ask for any position without making a game. Answer: `position`."""

    type: Literal["setup"]
    game: Spec
    moves: Text = ""
    position: Text | None = None


class Move(_GameCommand):
    """Play a move at a node; sent again it changes nothing. Answer: `ack`."""

    type: Literal["move"]
    at: Number
    move: MoveText


class TakeBack(_GameCommand):
    """Go back to my last decision. Answer: `ack`."""

    type: Literal["take_back"]


class Keep(_GameCommand):
    """Keep the move that was judged, and go on. Answer: `ack`."""

    type: Literal["keep"]


class Goto(_GameCommand):
    """Go on with the game from another node. Answer: `ack`."""

    type: Literal["goto"]
    node: Number


class Promote(_GameCommand):
    """Make the line to a node the main line. Answer: `game`, to all who watch."""

    type: Literal["promote"]
    node: Number


class Comment(_GameCommand):
    """Write a comment at a node. Answer: `ack`."""

    type: Literal["comment"]
    node: Number
    text: Annotated[str, Field(max_length=2_000)]


class Resign(_GameCommand):
    """Give up for a seat; null: the seat to move. Answer: `ack`."""

    type: Literal["resign"]
    seat: Literal[0, 1] | None = None


class Rematch(_GameCommand):
    """A new game with the same settings, seats swapped or not. Answer: `game`."""

    type: Literal["rematch"]
    swap: bool = True


class Reseat(_GameCommand):
    """Change a seat in the middle of a game. Answer: `ack`."""

    type: Literal["reseat"]
    seat: Literal[0, 1]
    player: Spec


class Pause(_GameCommand):
    """Hold the machines, or let them go on. Answer: `ack`."""

    type: Literal["pause"]
    paused: bool


class Speed(_GameCommand):
    """Seconds between two moves of machines. Answer: `ack`."""

    type: Literal["speed"]
    delay: Annotated[float, Field(ge=0, le=60)]


class Step(_GameCommand):
    """One move of a paused game. Answer: `ack`."""

    type: Literal["step"]


class OpenText(_Command):
    """Open a pasted move string, record or JSON as a game. Answer: `game`."""

    type: Literal["open_text"]
    text: Text
    game: Spec | None = None


class Where(View):
    """A position: a node of a game, or a game with moves."""

    game: GameId | None = None
    node: Number | None = None
    rules: Spec | None = None
    moves: Text = ""
    position: Text | None = None


class Analyse(_Command):
    """Let an engine think about a position. Answer: `analysis`, again and again."""

    type: Literal["analyse"]
    engine: Tag
    agent: Spec
    where: Where
    limit: LimitText = ""


class Stop(_Command):
    """Stop an engine, a review or a trace by its tag; its result stays. Answer: `ack`."""

    type: Literal["stop"]
    engine: Tag


class Why(_Command):
    """Ask what a move (or the position, without one) is about. Answer: `reasons`."""

    type: Literal["why"]
    where: Where
    move: MoveText | None = None


class Review(_Command):
    """Judge every move of the line to a node. Answer: `review`, again and again."""

    type: Literal["review"]
    engine: Tag
    game: GameId
    node: Number | None = None
    limit: LimitText = ""


class NextPuzzle(_Command):
    """Ask for a puzzle. Answer: `puzzle`."""

    type: Literal["next_puzzle"]
    game: Spec = "connect_four"
    level: Annotated[int, Field(ge=1, le=5)] = 1
    seed: Number | None = None


class TryPuzzle(_Command):
    """Answer a puzzle. Answer: `puzzle_answer`."""

    type: Literal["try_puzzle"]
    puzzle: Tag
    move: MoveText


class HintPuzzle(_Command):
    """Ask for a hint, from vague (1) to the solution. Answer: `puzzle_hint`."""

    type: Literal["hint_puzzle"]
    puzzle: Tag
    hint: Annotated[int, Field(ge=1, le=9)]


class Trace(_Command):
    """Ask for the steps of a search. Answer: `trace`."""

    type: Literal["trace"]
    engine: Tag
    search: Literal["mcts", "alphabeta"]
    where: Where
    steps: Annotated[int, Field(ge=1, le=2_000)] = 50
    depth: Annotated[int, Field(ge=1, le=12)] = 3
    seed: Number = 1


class WatchArena(_Command):
    """Watch the table of an event. Answer: `arena`, again and again."""

    type: Literal["watch_arena"]
    file: Annotated[str, Field(max_length=200)]


class UnwatchArena(_Command):
    """Watch no event any more. Answer: `ack`."""

    type: Literal["unwatch_arena"]


class OpenArenaGame(_Command):
    """Open a game of an event for replay. Answer: `game`."""

    type: Literal["open_arena_game"]
    file: Annotated[str, Field(max_length=200)]
    id: Number


_Games = NewGame | Watch | Unwatch | Look | Setup | OpenText | Rematch
_Turns = Move | TakeBack | Keep | Goto | Promote | Comment | Resign | Reseat | Pause | Speed | Step
_Study = Analyse | Stop | Why | Review | NextPuzzle | TryPuzzle | HintPuzzle | Trace
_Events = WatchArena | UnwatchArena | OpenArenaGame
Command = Annotated[_Games | _Turns | _Study | _Events, Field(discriminator="type")]
COMMANDS: TypeAdapter[Command] = TypeAdapter(Command)
