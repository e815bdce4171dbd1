"""Positions whose every move is judged by proof, and the files that hold them.

Three forms, for three kinds of readers:

    .npz       arrays for learners; also what comes with this package
    .jsonl     one JSON object a line, for everybody else
    refmoves   one JSON object a line as in `refmoves1k_kaggle`, the set of positions by which
               players of Kaggle's ConnectX are often compared

docs/score.md names every field. Results are counted for the player to move: 1 a win, 0 a draw, -1 a
loss. Whoever reads a file gets each position with the moves that lead to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from reprlib import repr as brief
from typing import Any, NotRequired, TypedDict
from warnings import catch_warnings

from inarow.errors import BadFile, InarowError, NotSupported
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.notation import format_moves, parse_moves
from inarow.games.record_file import read_plain, read_plain_text
from inarow.registry import load_game
from inarow.search.arrays import ARCHIVE_ERRORS
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.solver.result import plies_to_end

ILLEGAL, UNKNOWN = -99, -98
"""In place of the result of a move that cannot be played, or of which nothing is proven."""
KINDS = ("random", "critical")
"""From random games; or from games of a weak player, such that the choice of the move matters."""
SHIPPED = {
    "connect_four": ("positions_connect_four_random.npz", "positions_connect_four_critical.npz"),
    "tic_tac_toe": ("positions_tic_tac_toe.npz",),
    "mnk(5,5,4)": ("positions_mnk_5_5_4.npz",),
    "gomoku": ("positions_gomoku.npz",),
    "nine_board": ("positions_nine_board.npz",),
}
"""The files of this package; docs/score.md has the commands that make them."""

_FORMAT = "inarow positions 1"
_NUMBERS = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}
_RESULTS = {number: result for result, number in _NUMBERS.items()}
_CHANCES = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}
_FOLDER = Path(__file__).parent.parent / "data"
_FIELDS = ("game", "kind", "moves", "results", "plies")
_WRONG = (InarowError, ValueError, KeyError, TypeError, RecursionError)
"""What the content of a file that is something else may cause."""


class PositionData(TypedDict):
    """A line of a set: board, what is proven of the position and of each of its actions.

    Cells are 0, 1 or 2; results 1, 0 or -1. `null`: the action is illegal, or nothing is proven.
    `scores`, those of solvers of Connect Four, have -99 for an illegal action.
    """

    game: str
    kind: str
    moves: str
    board: list[int]
    to_move: int
    result: int | None
    results: list[int | None]
    plies: list[int | None]
    scores: NotRequired[list[int]]


@dataclass(frozen=True, slots=True)
class LabelledPosition:
    """A position with what is proven of its moves.

    Args:
        actions: the moves that lead to it.
        state: the position.
        values: what is proven of each move, for the player to move. A move that is left out is not
            known: somebody may win with it.
        kind: how it was found, one of `KINDS`.
        complete: whether every move is known.
        result: what the player to move can reach; None if that is not proven.
    """

    actions: tuple[int, ...]
    state: State
    values: Mapping[int, Value]
    kind: str = KINDS[0]
    complete: bool = field(init=False)
    result: Result | None = field(init=False)

    def __post_init__(self) -> None:
        complete = len(self.values) == len(self.state.legal_actions())
        found = {value.result for value in self.values.values()}
        if not complete:
            found &= {Result.WIN}  # an unknown move may be better than anything else
        best = next((result for result in Result if result in found), None)
        object.__setattr__(self, "complete", complete)
        object.__setattr__(self, "result", best)

    @property
    def moves(self) -> str:
        """The moves that lead to it, as people write them."""
        return format_moves(self.state.game, self.actions)

    def keeps(self, action: int) -> bool:
        """Whether a move keeps the result; where that is not known, whether it is not lost.

        >>> from inarow.registry import load_game
        >>> from inarow.study.truth import truth_of
        >>> state = load_game("tic_tac_toe").initial_state().play(4).play(1)
        >>> position = LabelledPosition((4, 1), state, truth_of(state.game).values(state))
        >>> position.result, [a for a in state.legal_actions() if not position.keeps(a)]
        (<Result.WIN: 'win'>, [7])
        """
        best, value = self.result, self.values.get(action)
        if value is None:
            return best is None
        return value.result is best if best is not None else value.result is not Result.LOSS

    @property
    def measured(self) -> bool:
        """Whether it is known how soon every move that keeps the result ends the game."""
        result = self.result
        kept = [value for value in self.values.values() if value.result is result]
        return self.complete and all(value.settled and not value.at_most for value in kept)

    def is_best(self, action: int) -> bool:
        """Whether no move wins sooner, or loses later; of a `measured` position."""
        best = max(value.rank for value in self.values.values())
        return action in self.values and self.values[action].rank == best

    @property
    def critical(self) -> bool:
        """Whether the choice matters; where little is known, most moves must be wrong."""
        legal = self.state.legal_actions()
        wrong = sum(not self.keeps(action) for action in legal)
        return 0 < wrong < len(legal) and (self.complete or 2 * wrong >= len(legal))

    def as_dict(self) -> PositionData:
        """The position as JSON-ready data: one line of a `.jsonl` file."""
        results, plies = _rows(self)
        data: PositionData = {
            "game": str(self.state.game),
            "kind": self.kind,
            "moves": self.moves,
            "board": [cell for row in _board(self.state) for cell in row],
            "to_move": self.state.player + 1,
            "result": None if self.result is None else _NUMBERS[self.result],
            "results": [None if one in (ILLEGAL, UNKNOWN) else one for one in results],
            "plies": [one or None for one in plies],
        }
        if scores := _scores(self):
            data["scores"] = scores
        return data


def digest_of(positions: Iterable[LabelledPosition]) -> str:
    """What tells two sets apart."""
    text = "\n".join(f"{one.moves} {_rows(one)}" for one in positions)
    return sha256(text.encode()).hexdigest()[:16]


@cache  # a thousand of them are not read in no time
def shipped_positions(game: Game) -> tuple[LabelledPosition, ...]:
    """The positions that come with this package for a game, all kinds mixed; () if none do."""
    names = next((names for spec, names in SHIPPED.items() if load_game(spec) == game), ())
    parts = [load_positions(_FOLDER / name) for name in names]
    longest = max(map(len, parts), default=0)
    return tuple(part[at] for at in range(longest) for part in parts if at < len(part))


# Writing


def format_positions(positions: Sequence[LabelledPosition], form: str) -> bytes:
    """A set as the content of a file: `npz`, `jsonl` or `refmoves`."""
    if form == "npz":
        return _as_arrays(positions)
    line = LabelledPosition.as_dict if form == "jsonl" else refmoves_dict
    return "".join(json.dumps(line(one)) + "\n" for one in positions).encode()


def require_form(game: Game, form: str) -> None:
    """Make sure that a game can be written in a form; raises NotSupported."""
    if form == "refmoves" and game != ConnectFour():
        raise NotSupported(f"lines of refmoves are for Connect Four 6 x 7, not for {game}")


def refmoves_dict(position: LabelledPosition) -> dict[str, Any]:
    """A position of Connect Four as one line of `refmoves1k_kaggle` has it.

    >>> from inarow.study.ask import position
    >>> from inarow.study.truth import truth_of
    >>> moves = "2252576253462244111563365343671351441"
    >>> state = position(moves)
    >>> truth = truth_of(state.game).values(state)
    >>> line = refmoves_dict(LabelledPosition(tuple(int(m) - 1 for m in moves), state, truth))
    >>> line["score"], line["move score"], line["board"][:7]
    (-1, [-99, -99, -99, -99, -99, -1, -2], [1, 2, 2, 2, 1, 0, 0])
    """
    require_form(position.state.game, "refmoves")
    scores = _scores(position)
    board = [cell for row in _board(position.state) for cell in row]
    return {"board": board, "score": max(scores), "move score": scores}


def _as_arrays(positions: Sequence[LabelledPosition]) -> bytes:
    import numpy as np

    rows = [_rows(one) for one in positions]
    game, kinds = positions[0].state.game, sorted({one.kind for one in positions})
    best = [UNKNOWN if one.result is None else _NUMBERS[one.result] for one in positions]
    arrays: dict[str, Any] = {
        "format": np.array(_FORMAT),
        "game": np.array(str(game)),
        "kind": np.array(kinds[0]),
        "moves": np.array([one.moves for one in positions]),
        "boards": np.array([_board(one.state) for one in positions], np.int8),
        "to_move": np.array([one.state.player + 1 for one in positions], np.int8),
        "result": np.array(best, np.int8),
        "results": np.array([results for results, _ in rows], np.int8),
        "plies": np.array([plies for _, plies in rows], np.int16),
    }
    if _scores(positions[0]):
        arrays["scores"] = np.array([_scores(one) for one in positions], np.int8)
    content = BytesIO()
    np.savez_compressed(content, **arrays)
    return content.getvalue()


def _board(state: State) -> list[list[int]]:
    """The cells from the top: 0 free, 1 the first player's, 2 the second one's."""
    return [[0 if owner is None else owner + 1 for owner in row] for row in state.board()]


def _rows(position: LabelledPosition) -> tuple[list[int], list[int]]:
    """For every action its result, and the plies to the end if they are known exactly, else 0."""
    actions = position.state.game.num_actions
    results, plies = [ILLEGAL] * actions, [0] * actions
    for action in position.state.legal_actions():
        value = position.values.get(action)
        if value is None or value.result is None:
            results[action] = UNKNOWN
            continue
        results[action] = _NUMBERS[value.result]
        if value.result is not Result.DRAW and not value.at_most:
            plies[action] = value.plies or 0
    return results, plies


def _scores(position: LabelledPosition) -> list[int]:
    """The scores that solvers of Connect Four give; none for other games."""
    rules = position.state.game.rules
    known = position.complete and all(value.settled for value in position.values.values())
    if rules is None or not (rules.plain and rules.falls and known):
        return []
    left = rules.cells - position.state.ply
    return [
        result if result == ILLEGAL else result * ((left + 2 - plies) // 2)
        for result, plies in zip(*_rows(position), strict=True)
    ]


# Reading


def load_positions(path: Path) -> list[LabelledPosition]:
    """The positions of a file in any of the forms; raises BadFile with what is wrong, and where."""
    content = read_plain(path)
    try:
        if content.startswith(b"PK"):
            with catch_warnings(action="ignore"):  # NumPy's, of heads that are damaged
                return list(_from_arrays(content))
        return list(parse_positions(read_plain_text(path)))
    except (*_WRONG, *ARCHIVE_ERRORS) as error:
        said = str(error) if isinstance(error, InarowError) else "it is damaged, or something else"
        raise BadFile(f"{path} holds no positions: {said}") from None


def _from_arrays(content: bytes) -> Iterator[LabelledPosition]:
    import numpy as np

    games: dict[str, Game] = {}
    with np.load(BytesIO(content), allow_pickle=False) as arrays:
        whole = [str(arrays[name]) for name in _FIELDS[:2]]
        for row in zip(*(arrays[name].tolist() for name in _FIELDS[2:]), strict=True):
            yield _from_fields(dict(zip(_FIELDS, (*whole, *row), strict=True)), games)


def parse_positions(text: str, first: int = 1) -> Iterator[LabelledPosition]:
    """The positions of a text, one JSON object a line.

    Args:
        text: the lines.
        first: the number of the first one, for messages.

    Raises:
        BadFile: with the number of the line that is wrong.
    """
    games: dict[str, Game] = {}
    if not text.strip():
        raise BadFile("it is empty")
    for number, line in enumerate(text.splitlines(), start=first):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            yield _from_refmoves(data) if "move score" in data else _from_fields(data, games)
        except _WRONG as error:
            told = str(error) if isinstance(error, InarowError) else "it is no labelled position"
            raise BadFile(f"line {number}: {told}") from None


def _from_fields(data: Mapping[str, Any], games: dict[str, Game]) -> LabelledPosition:
    """A position of our own forms; whatever a file may hold in place of a field is refused here."""
    name = _text("game", data["game"])
    if name not in games:
        games[name] = load_game(name)
    if (kind := data["kind"]) not in KINDS:
        raise BadFile(f"kind is {' or '.join(KINDS)}, not {brief(kind)}")
    actions = parse_moves(games[name], _text("moves", data["moves"]))
    results = _whole_numbers("results", data["results"], UNKNOWN)
    plies = _whole_numbers("plies", data["plies"], 0)
    if min(plies, default=0) < 0:
        raise BadFile(f"plies are counted from 1, not {min(plies)}")
    return _labelled(games[name], kind, actions, results, plies)


def _text(field: str, found: object) -> str:
    if not isinstance(found, str):
        raise BadFile(f"{field} is a text, not {brief(found)}")
    return found


def _whole_numbers(field: str, found: object, nothing: int | None = None) -> list[int]:
    """The numbers of a list, with another one in place of null; raises BadFile."""
    if not isinstance(found, list):
        raise BadFile(f"{field} is a list, not {brief(found)}")
    numbers: list[int] = []
    for one in found:
        number = nothing if one is None else one
        if type(number) is not int:  # true and false are not meant
            raise BadFile(f"{field} has {brief(one)}, which is no whole number")
        numbers.append(number)
    return numbers


def _from_refmoves(data: dict[str, Any]) -> LabelledPosition:
    """A position of `refmoves1k_kaggle`: 42 cells from the top, and a score for each column."""
    game = ConnectFour()
    board = _whole_numbers("board", data["board"])
    scores = _whole_numbers("move score", data["move score"])
    if len(board) != game.rows * game.cols or len(scores) != game.cols:
        raise BadFile("a board has 42 cells and 7 scores")
    actions = _order(game, [board[at : at + game.cols] for at in range(0, len(board), game.cols)])
    left = game.rows * game.cols - len(actions)
    results = [score if score == ILLEGAL else (score > 0) - (score < 0) for score in scores]
    plies = [0 if score in (0, ILLEGAL) else plies_to_end(score, left) for score in scores]
    return _labelled(game, KINDS[0], actions, results, plies)


def _order(game: ConnectFour, rows: Sequence[Sequence[int]]) -> list[int]:
    """Moves that lead to a board; raises BadFile if there are none."""
    columns = [[row[col] for row in reversed(rows) if row[col]] for col in range(game.cols)]
    total = sum(map(len, columns))
    seen: set[tuple[int, ...]] = set()

    def search(heights: tuple[int, ...], moves: list[int]) -> bool:
        if len(moves) == total:
            return True
        if heights in seen:
            return False
        seen.add(heights)
        mark = len(moves) % 2 + 1
        for col, stones in enumerate(columns):
            if heights[col] < len(stones) and stones[heights[col]] == mark:
                moves.append(col)
                if search((*heights[:col], heights[col] + 1, *heights[col + 1 :]), moves):
                    return True
                moves.pop()
        return False

    moves: list[int] = []
    if not search((0,) * game.cols, moves):
        raise BadFile("no game leads to this board")
    return moves


def _labelled(
    game: Game, kind: str, actions: Sequence[int], results: Sequence[int], plies: Sequence[int]
) -> LabelledPosition:
    state = game.initial_state()
    for action in actions:
        state = state.play(action)
    if state.outcome is not None:
        raise BadFile("the game is over")
    if not len(results) == len(plies) == game.num_actions:
        raise BadFile(f"{game} has {game.num_actions} moves, which need as many results and plies")
    values: dict[int, Value] = {}
    for action in state.legal_actions():
        if results[action] == UNKNOWN:
            continue
        result = _RESULTS.get(results[action])
        if result is None:
            raise BadFile(f"{game.format(action)} has the result {results[action]}: not 1, 0 or -1")
        end = plies[action] or None
        values[action] = Value(Kind.PROVEN, _CHANCES[result], result, end, unit=Unit.CHANCE)
    return LabelledPosition(tuple(actions), state, values, kind)
