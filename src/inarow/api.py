"""What users call: `inarow.NAME` for every NAME of `__all__`. The rest may change."""

from inarow.agents.human import Human
from inarow.arena.score import Score
from inarow.errors import (
    BadNotation,
    BadOption,
    BadRecord,
    IllegalMove,
    InarowError,
    NotSupported,
    UnknownName,
)
from inarow.games.base import Game, Line, Outcome, Reason, State
from inarow.games.notation import (
    format_moves,
    format_position,
    parse_board,
    parse_moves,
    parse_position,
    play_moves,
)
from inarow.games.record import Record
from inarow.games.record_file import load_record, load_records, save_record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_text import format_record, parse_record
from inarow.interfaces.one_line import (
    analyse,
    play,
    review,
    score,
    solve,
    tournament,
    train,
    widget,
)
from inarow.interfaces.render.curve import training_curve
from inarow.interfaces.render.picture import Picture, picture
from inarow.live.clock import Clock
from inarow.live.match import play_match
from inarow.options import check_options, option
from inarow.registry import load_agent, load_game
from inarow.search.agent import Agent, require_moves
from inarow.search.decision import Decision, Info, Kind, Result, Unit, Value
from inarow.search.limit import Limit
from inarow.spec import spec_of
from inarow.study.analysis import Analysis
from inarow.study.ask import position
from inarow.study.reviewed import Review

__all__ = [
    "Agent",
    "Analysis",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Clock",
    "Decision",
    "Game",
    "Human",
    "IllegalMove",
    "InarowError",
    "Info",
    "Kind",
    "Limit",
    "Line",
    "NotSupported",
    "Outcome",
    "Picture",
    "Reason",
    "Record",
    "Result",
    "Review",
    "Score",
    "State",
    "Unit",
    "UnknownName",
    "Value",
    "analyse",
    "check_options",
    "format_moves",
    "format_position",
    "format_record",
    "format_record_json",
    "load_agent",
    "load_game",
    "load_record",
    "load_records",
    "option",
    "parse_board",
    "parse_moves",
    "parse_position",
    "parse_record",
    "parse_record_json",
    "picture",
    "play",
    "play_match",
    "play_moves",
    "position",
    "require_moves",
    "review",
    "save_record",
    "score",
    "solve",
    "spec_of",
    "tournament",
    "train",
    "training_curve",
    "widget",
]
