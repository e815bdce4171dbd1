"""JSON Schemas of all that programs exchange with inarow, made from the types in the code.

    python -m inarow.interfaces.schema docs/schema      writes one file for each kind

What the page and its server say to each other has types that pydantic describes. All else is a
`TypedDict` beside the function that makes it, and light to import; those are described here:

    TypedDict, dataclass     object; what is not listed is refused, unless others write it
    Annotated[dict, Made]    what `asdict` makes of the dataclass `Made`
    Literal, StrEnum         one of some values
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import TypeAdapter

from inarow.arena.calibrate import LadderData
from inarow.arena.compare import ComparisonData
from inarow.arena.score import ScoreData
from inarow.arena.sweep import SweepData
from inarow.games.record_json import RecordData
from inarow.interfaces.cli.arena.show import ExportData
from inarow.interfaces.cli.bench import BenchData, FigureData
from inarow.interfaces.cli.book import BookData
from inarow.interfaces.cli.doctor import DoctorData
from inarow.interfaces.cli.library.count import ExploredData, StatisticsData
from inarow.interfaces.cli.library.games import FoundData
from inarow.interfaces.cli.listing import EntryData
from inarow.interfaces.cli.prove import ProofData
from inarow.interfaces.cli.solve import SolutionData, SolvedLineData
from inarow.interfaces.cli.warm_up import WarmUpData
from inarow.interfaces.cli.watch import WatchData
from inarow.interfaces.render.event_table import EventData
from inarow.interfaces.render.score_table import ScoresData
from inarow.interfaces.web.commands import COMMANDS
from inarow.interfaces.web.protocol.messages import AnyMessage
from inarow.live.outside.player import (
    FailedAnswer,
    MoveAnswer,
    MoveQuestion,
    ReadyAnswer,
    StartQuestion,
)
from inarow.study.analysis import AnalysisData
from inarow.study.positions import PositionData
from inarow.study.puzzles import PuzzleData
from inarow.study.reviewed import ReviewData

Schema: TypeAlias = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DETAILS = re.compile(r"\n\s*(?:Args:|Attributes:|>>>)")
"""What follows in a docstring is for programmers."""
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


class _Describer:
    """Describes a type; the objects in it are described once each, under `objects`.

    Args:
        loose: whether objects may have more fields than those that are listed.
        nulls: whether a number that is not finite is written as null.
    """

    def __init__(self, loose: bool = False, nulls: bool = False) -> None:
        self.loose, self.nulls = loose, nulls
        self.objects: dict[str, Schema] = {}

    def describe(self, kind: Any) -> Schema:
        """The schema of a type."""
        origin, inside = get_origin(kind), get_args(kind)
        if kind is float and self.nulls:
            return {"type": ["number", "null"]}
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [member.value for member in kind]}
        if origin is Literal:
            return {"enum": list(inside)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.describe(part) for part in inside]}
        if origin in (list, tuple):
            return {"type": "array", "items": self.describe(inside[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.describe(inside[1])}
        return self._object(inside[1] if origin is Annotated else kind)

    def _object(self, kind: Any) -> Schema:
        name = kind.__name__
        if name not in self.objects:
            self.objects[name] = {}  # it may hold others of its kind
            self.objects[name] |= self._described(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _described(self, kind: Any) -> Schema:
        assert is_typeddict(kind) or is_dataclass(kind), f"{kind} has no schema"
        hints = get_type_hints(kind, include_extras=True)
        if is_dataclass(kind):
            hints = {field.name: hints[field.name] for field in fields(kind)}
        needed = [name for name, hint in hints.items() if get_origin(hint) is not NotRequired]
        parts = {
            name: self.describe(hint if name in needed else get_args(hint)[0])
            for name, hint in hints.items()
        }
        return {
            "description": " ".join(_DETAILS.split(kind.__doc__ or "")[0].split()),
            "type": "object",
            "properties": parts,
            "required": needed if getattr(kind, "__total__", True) else [],
            "additionalProperties": self.loose,
        }


def _typed(*kinds: Any, many: bool = False, **how: Any) -> Schema:
    """One of some kinds of objects, or a list of them; `how` they are described."""
    describer = _Describer(**how)
    found = [describer.describe(kind) for kind in kinds]
    one = found[0] if len(found) == 1 else {"anyOf": found}
    return ({"type": "array", "items": one} if many else one) | {"$defs": describer.objects}


SCHEMAS: dict[str, tuple[str, Callable[[], Schema]]] = {
    "record": ("A game: inarow play --json, and .json files", partial(_typed, RecordData)),
    "analyse": ("inarow analyse --json", partial(_typed, AnalysisData)),
    "solve": (
        "inarow solve --json; with --stdin one object a line",
        partial(_typed, SolutionData, ProofData, SolvedLineData),
    ),
    "review": ("inarow review --json", partial(_typed, ReviewData)),
    "puzzle": ("inarow puzzle --json", partial(_typed, PuzzleData, many=True)),
    "score": ("inarow score --json; of a folder: a table", partial(_typed, ScoreData, ScoresData)),
    "sweep": ("inarow sweep --json", partial(_typed, SweepData)),
    "arena_show": (
        "--json of inarow arena run, resume and show",
        partial(_typed, EventData, nulls=True),
    ),
    "arena_compare": ("inarow arena compare --json", partial(_typed, ComparisonData)),
    "arena_export": ("inarow arena export --format json", partial(_typed, ExportData)),
    "arena_calibrate": (
        "inarow arena calibrate --json: by game",
        partial(_typed, dict[str, LadderData]),
    ),
    "games": ("inarow games --json", partial(_typed, EntryData, many=True)),
    "agents": ("inarow agents --json", partial(_typed, EntryData, many=True)),
    "watch": ("inarow watch --json", partial(_typed, WatchData)),
    "positions": (
        "A line of a .jsonl file of inarow export positions",
        partial(_typed, PositionData),
    ),
    "library_list": ("inarow library list --json", partial(_typed, FoundData)),
    "library_explore": ("inarow library explore --json", partial(_typed, ExploredData)),
    "library_stats": ("inarow library stats --json", partial(_typed, StatisticsData)),
    "book_info": ("inarow book info --json", partial(_typed, BookData)),
    "bench": (
        "inarow bench --json, also with --list",
        partial(_typed, BenchData, list[FigureData]),
    ),
    "warm_up": ("inarow warm-up --json", partial(_typed, WarmUpData)),
    "doctor": ("inarow doctor --json", partial(_typed, DoctorData)),
    "player_question": (
        "What a player that is a program reads, one object a line",
        partial(_typed, StartQuestion, MoveQuestion),
    ),
    "player_answer": (
        "What a player that is a program answers, one object a line",
        partial(_typed, ReadyAnswer, MoveAnswer, FailedAnswer, loose=True),
    ),
    "page_command": ("What a page sends to inarow serve", COMMANDS.json_schema),
    "page_message": (
        "What inarow serve sends to a page",
        partial(TypeAdapter[Any](AnyMessage).json_schema, mode="serialization"),
    ),
}
"""Every kind by its name: what it is, and how its schema is made."""


def schema(name: str) -> Schema:
    """The schema of a kind.

    >>> schema("record")["$defs"]["ResultData"]["properties"]["winner"]
    {'anyOf': [{'enum': [0, 1]}, {'type': 'null'}]}
    """
    title, make = SCHEMAS[name]
    return {"$schema": _DIALECT, "title": title} | make()


def text(name: str) -> str:
    """The schema of a kind as the text of its file."""
    return json.dumps(schema(name), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in SCHEMAS:
        Path(sys.argv[1], f"{name}.json").write_text(text(name), encoding="utf-8")
