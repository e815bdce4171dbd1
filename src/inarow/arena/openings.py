"""Openings: the positions from which the games of an event start.

Two players that always answer alike play the same game again and again, so an event needs starts
that differ. An opening is a move string; it is played for both players before they think. What may
be an opening:

- no position twice, not even rotated, mirrored or reached by other moves;
- no game that is over, or that the next move can end;
- if desired, only *balanced* ones, which favour neither side (`judging.py`).

They are named by one word with options, in files and on the command line:

    start                          the empty board, always the same
    file(path=my.txt,plies=6)      the lines of a file, or the games of an SGF or PSQ file
    pos(path=my.txt)               the lines of a file of c-gomoku-cli: a1 is the top left cell
    all(plies=2)                   all legal starts, in random order
    random(plies=4,count=50)       random starts
    balanced(plies=8,count=50)     random starts that favour neither side

Same seed, same openings.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TypeAlias

from inarow.arena.judging import is_balanced
from inarow.errors import BadFile, BadNotation, BadOption, IllegalMove
from inarow.games.base import Game, State
from inarow.games.dice import roll
from inarow.games.notation import NOTATION, format_moves, parse_moves, play_moves
from inarow.games.record import Record
from inarow.games.record_file import is_record, load_records, read_plain, read_plain_text
from inarow.options import check_options, option
from inarow.registry import Entry, Shelf
from inarow.search.ordering import near_moves, plain_moves

MOST_OPENINGS = 10_000
OPENING_TRIES = 200
"""Random positions that are tried for each opening wanted."""
NEAR_OPENING_CELLS = 49
"""On larger boards a random stone is put beside another one."""
_REMEMBERED = 10_000
"""Positions of random lines that are not played through again."""

Accept: TypeAlias = Callable[[State], bool]
"""Whether a position may be an opening."""

_PATH = re.compile(r"[./\\]")
"""What a file has in its name, and no other word does."""

_Line: TypeAlias = tuple[int, ...]
_Positions: TypeAlias = Callable[[_Line], tuple[State, Sequence[int]]]
"""The position after a line, and the moves to choose from."""
_Images: TypeAlias = tuple[State, ...]
"""A position as it looks after each symmetry of the board, the identity first."""


@dataclass(frozen=True)
class Openings:
    """The empty board."""

    name = "start"

    def __post_init__(self) -> None:
        check_options(self)

    def make(self, game: Game, seed: int) -> list[str]:
        """The openings for a game."""
        return [""]


@dataclass(frozen=True)
class _FromFile(Openings):
    """The openings of a file, in their order: one a line, or the main lines of games."""

    path: str = option("openings.txt", help="file of move strings, or of saved games")
    plies: int | None = option(None, low=0, help="moves to use of each; none: all")
    name = "file"

    def make(self, game: Game, seed: int) -> list[str]:
        version = 1 if isinstance(self, _Pos) else NOTATION
        return read_openings(game, self.path, self.plies, version)


@dataclass(frozen=True)
class _Pos(_FromFile):
    """One opening per line of a file of c-gomoku-cli; rows count from the top."""

    name = "pos"


@dataclass(frozen=True)
class _All(Openings):
    """All legal starts, or some of them, in random order."""

    plies: int = option(2, low=0, high=20, help="stones of each")
    count: int | None = option(None, low=1, help="how many of them; none: all")
    name = "all"

    def make(self, game: Game, seed: int) -> list[str]:
        found = all_openings(game, self.plies)
        Random(seed).shuffle(found)
        return found[: self.count]


@dataclass(frozen=True)
class _Random(Openings):
    """Random starts."""

    plies: int = option(4, low=0, high=100, help="stones of each")
    count: int = option(50, low=1, high=100_000, help="how many")
    name = "random"

    def make(self, game: Game, seed: int) -> list[str]:
        accept = is_balanced if isinstance(self, _Balanced) else None
        return random_openings(game, self.count, self.plies, seed, accept)


@dataclass(frozen=True)
class _Balanced(_Random):
    """Random starts that favour neither side."""

    name = "balanced"


_SHELF = Shelf(
    "there are no openings",
    tuple(
        Entry(kind.name, f"{__name__}:{kind.__name__}")
        for kind in (Openings, _FromFile, _Pos, _All, _Random, _Balanced)
    ),
)


def load_openings(spec: str) -> Openings:
    """The way to get openings that a spec names, or the file of that name.

    >>> from inarow.registry import load_game
    >>> load_openings("all(plies=1)").make(load_game("connect_four"), seed=1)
    ['4', '1', '3', '2']
    """
    if _PATH.search(spec.partition("(")[0]):
        return _FromFile(spec)
    made: Openings = _SHELF.load(spec)
    return made


def read_openings(
    game: Game, path: str | Path, plies: int | None = None, version: int = NOTATION
) -> list[str]:
    """The openings of a file: one move string a line, or the main lines of saved games.

    `#` starts a comment. With `plies` only that many moves of each line are used. Lines that end
    the game, or nearly, and positions that were there before are left out. `version` is that of
    the notation of move strings.

    Raises:
        BadFile: a line has moves that this game does not allow; the message names the line.
    """
    path, text = Path(path), read_plain(path).decode("latin-1")
    if is_record(text):
        lines = [_line_of_record(game, path, record) for record in load_records(path, game)]
        problem = f"{path}: the game is over after these moves; say how many plies to use"
    else:
        lines = [line for line in _lines_of_text(game, path, version) if line]
        problem = f"{path} has no openings of {game.name} in it"
    found = [line for line, _ in _distinct(game, (line[:plies] for line in lines))]
    if not found:
        raise BadFile(problem)
    return _texts(game, found)


def _lines_of_text(game: Game, path: Path, version: int) -> Iterator[list[int]]:
    for number, line in enumerate(read_plain_text(path).splitlines(), start=1):
        words = line.partition("#")[0].strip()
        try:
            moves = parse_moves(game, words, version)
            play_moves(game.initial_state(), format_moves(game, moves))
        except (BadNotation, IllegalMove) as error:
            raise BadFile(f"{path}, line {number}: {words!r} is no opening: {error}") from None
        yield moves


def _line_of_record(game: Game, path: Path, record: Record) -> list[int]:
    if str(record.game) != str(game):
        raise BadFile(f"{path} is a game of {record.game}, not of {game}")
    if record.root.state.key() != game.initial_state().key():
        raise BadFile(f"{path} starts from a position set up by hand; openings are made of moves")
    return record.main_line()


def all_openings(game: Game, plies: int) -> list[str]:
    """Every legal start with that many stones, symmetric copies left out.

    >>> from inarow.registry import load_game
    >>> all_openings(load_game("tic_tac_toe"), 1)
    ['a3', 'b3', 'b2']
    """
    seen: set[Hashable] = set()
    layer: list[tuple[tuple[int, ...], _Images]] = [((), _start(game))]
    found: list[tuple[int, ...]] = []
    while layer:
        following: list[tuple[tuple[int, ...], _Images]] = []
        for line, images in layer:
            state = images[0]
            if state.ply == plies:
                found += [] if _nearly_over(state) else [line]
                continue
            for action in state.legal_actions() if state.chance() else plain_moves(state):
                child = _play(images, action)
                if child[0].outcome is None and _is_new(child, seen):
                    following.append(((*line, action), child))
            if len(following) > MOST_OPENINGS:
                raise BadOption(
                    f"{game.name} has more than {MOST_OPENINGS} different starts of "
                    f"{plies} plies; take fewer plies, or random ones"
                )
        layer = following
    return _texts(game, found)


def random_openings(
    game: Game, count: int, plies: int, seed: int, accept: Accept | None = None
) -> list[str]:
    """Different random starts.

    On large boards each stone after the first is put beside another one, as people do.

    Args:
        game: the rules.
        count: how many.
        plies: stones of each.
        seed: of the random moves.
        accept: says which positions will do, for example `is_balanced`.

    Raises:
        BadOption: there are not that many, or they are hard to find.

    >>> from inarow.registry import load_game
    >>> random_openings(load_game("connect_four"), count=3, plies=4, seed=1)
    ['2577', '7131', '4744']
    """
    rng, found, after = Random(seed), list[Sequence[int]](), _positions(game)
    lines = (_random_line(after, plies, rng) for _ in range(count * OPENING_TRIES))
    for line, state in _distinct(game, lines):
        if state.ply == plies and (accept is None or accept(state)):
            found.append(line)
        if len(found) == count:
            return _texts(game, found)
    kind = "different" if accept is None else "different and suitable"
    raise BadOption(
        f"only {len(found)} {kind} openings of {plies} plies were found for {game}, not {count}; "
        f"ask for fewer or for other plies"
    )


def _random_line(after: _Positions, plies: int, rng: Random) -> _Line:
    line: _Line = ()
    state, moves = after(line)
    while state.ply < plies and state.outcome is None:
        line = (*line, roll(state, rng) if state.chance() else rng.choice(moves))
        state, moves = after(line)
    return line


def _positions(game: Game) -> _Positions:
    """What is after any line; it is remembered, since on a small board most lines begin alike."""
    rows, cols = game.shape
    moves = near_moves if rows * cols > NEAR_OPENING_CELLS else plain_moves

    @lru_cache(maxsize=_REMEMBERED)
    def after(line: _Line) -> tuple[State, Sequence[int]]:
        state = after(line[:-1])[0].play(line[-1]) if line else game.initial_state()
        return state, () if state.outcome else moves(state)

    return after


def _distinct(game: Game, lines: Iterable[Sequence[int]]) -> Iterator[tuple[Sequence[int], State]]:
    """The lines that may be openings, each position once, however it is rotated or mirrored.

    >>> from inarow.registry import load_game
    >>> [line for line, _ in _distinct(load_game("connect_four"), [[0], [6], [1]])]
    [[0], [1]]
    """
    seen: set[Hashable] = set()
    tried, known = set[_Line](), set[Hashable]()  # on a small board most come again and again
    for line in lines:
        if tuple(line) in tried:
            continue
        tried.add(tuple(line))
        state = game.initial_state()
        for action in line:
            state = state.play(action)
        if (key := state.key()) in known:
            continue
        known.add(key)
        images = _start(game)
        for action in line:
            images = _play(images, action)
        if _is_new(images, seen) and not _nearly_over(state):
            yield line, state


def _start(game: Game) -> _Images:
    return (game.initial_state(),) * len(_symmetries(game))


def _play(images: _Images, action: int) -> _Images:
    symmetries = _symmetries(images[0].game)
    return tuple(
        state.play(turned[action]) for state, turned in zip(images, symmetries, strict=True)
    )


@lru_cache(maxsize=8)
def _symmetries(game: Game) -> Sequence[Sequence[int]]:
    return game.symmetries()


def _is_new(images: _Images, seen: set[Hashable]) -> bool:
    """Remember a position, and say whether none of its images was there before."""
    if any(image.key() in seen for image in images):
        return False
    seen.add(images[0].key())
    return True


def _nearly_over(state: State) -> bool:
    """Whether the game is over, or can be after one more move."""
    moves = state.legal_actions()
    return state.outcome is not None or any(state.play(move).outcome is not None for move in moves)


def _texts(game: Game, lines: Iterable[Sequence[int]]) -> list[str]:
    return [format_moves(game, line) for line in lines]
