"""Every command that a page may send; the answers are in `protocol/messages.py`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter

from inarow.interfaces.web.arena import commands as arena
from inarow.interfaces.web.games import commands as games
from inarow.interfaces.web.study import commands as study
from inarow.interfaces.web.study import puzzles, sweep, trace, walk

_Games = games.NewGame | games.Watch | games.Unwatch | games.Look | games.Setup | games.OpenText
_Turns = games.Move | games.TakeBack | games.Keep | games.Goto | games.Promote | games.Comment
_Seats = games.Sit | games.Resign | games.Reseat | games.Rematch
_Pace = games.Pause | games.Speed | games.Step
_Study = study.Analyse | study.Stop | study.AskWhy | study.Review | walk.Walk
_Searches = trace.Trace | sweep.StartSweep
_Puzzles = puzzles.NextPuzzle | puzzles.TryPuzzle | puzzles.HintPuzzle
_Events = arena.WatchArena | arena.UnwatchArena | arena.OpenArenaGame
AnyCommand = Annotated[
    _Games | _Turns | _Seats | _Pace | _Study | _Searches | _Puzzles | _Events,
    Field(discriminator="type"),
]
COMMANDS: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)
