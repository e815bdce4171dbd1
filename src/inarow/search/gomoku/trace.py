"""The threat search of the Gomoku engine step by step: threats, answers, and what is left to prove.

The kernel of `kernel_threes.py` writes nothing down but its table, and it does the same each time:
a search of n positions begins with those of a search of n - 1. So it is asked for 1, 2, 3, ...
positions, always from the start, and after each time its tree is read from the table:

    1 position     2 positions     3 positions
      root           root            root             the node that is new, and the numbers
                      |             /    \\            that changed, are one step
                     h8           h8     h9
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from inarow.games.base import State
from inarow.games.sides import side_names
from inarow.options import counted
from inarow.search.gomoku.board import Setting, played
from inarow.search.gomoku.forced import NO_LIMIT, Threats
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.kernel_answers import list_answers
from inarow.search.gomoku.kernel_threes import MASK, NEVER, list_threats, look_up
from inarow.search.steps import NodeLook, Path, SearchStep, place_name

_SLOTS = 2**15
"""Of the table: few, because it is new each time."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A node of the tree: its numbers, the plies of a win, and how many moves are to be tried."""

    phi: int
    delta: int
    plies: int
    moves: int
    attacks: bool

    @property
    def won(self) -> bool | None:
        """Whether the attacker wins here; None: not known."""
        if self.phi and self.delta:
            return None
        return (self.phi == 0) == self.attacks

    @property
    def numbers(self) -> dict[str, str]:
        proof, disproof = (self.phi, self.delta) if self.attacks else (self.delta, self.phi)
        return {"proof": _text(proof), "disproof": _text(disproof)}


def trace_threats(state: State, positions: int) -> Iterator[SearchStep]:
    """Every position that the search for a win by threats looks at, for the player to move."""
    game, before, sides = state.game, dict[Path, _Seen](), side_names(state)
    me, him = sides[state.player], sides[1 - state.player]
    search, looked = _Again(state), 0
    for looked in range(1, positions + 1):
        seen = search.look(looked)
        changed = [path for path, one in seen.items() if before.get(path) != one]
        new = [path for path in changed if path not in before]
        if changed:
            path = max(new or changed, key=len)
            words = f"{place_name(game, path)}: {_words(seen[path], me, him)}"
            looks = [NodeLook(one, seen[one].numbers) for one in changed]
            yield SearchStep(_phase(seen[path]), words, path, looks)
        before = seen
        if search.found is not None:
            break
    yield search.answer(looked, me)


class _Again:
    """A search that is begun again and again, and what is read from its table each time."""

    def __init__(self, state: State) -> None:
        self._setting = Setting(state, Ideas())
        self._board = self._setting.board
        self._board.node_limit = NO_LIMIT
        self._attacker = int(self._board.player)
        self._threats = Threats(self._board, _SLOTS)
        self._moves: dict[Path, list[tuple[int, int]]] = {}
        """What is tried at each node."""
        self.found: int | None = None

    def look(self, positions: int) -> dict[Path, _Seen]:
        """The tree of a search of so many positions."""
        self._threats.table[:] = 0
        self._board.hopeless[:] = 0
        self.found = self._threats.win(self._attacker, positions)
        return dict(self._tree((), int(self._board.hash)))

    def _tree(self, path: Path, position: int) -> Iterator[tuple[Path, _Seen]]:
        """The nodes that the table knows, from one of them on."""
        b, attacks = self._board, len(path) % 2 == 0
        me = self._attacker if attacks else 1 - self._attacker
        data = int(look_up(b, self._threats.table, position, me, self._attacker))
        if data == 0:
            return
        if path not in self._moves:
            self._moves[path] = self._list(path, attacks)
        moves = self._moves[path]
        yield path, _Seen(data >> 24 & MASK, data & MASK, data >> 48, len(moves), attacks)
        for action, key in moves:
            yield from self._tree((*path, action), position ^ key)

    def _list(self, path: Path, attacks: bool) -> list[tuple[int, int]]:
        """The actions that are tried at a node, and what each does to the hash."""
        b, cells = self._board, [int(self._setting.cells[action]) for action in path]
        with ExitStack() as stack:
            for cell in cells:
                stack.enter_context(played(b, cell))
            count = max(0, int(list_threats(b, 0) if attacks else list_answers(b, 0)))
            tried = b.moves[0, :count].tolist()
            me = int(b.player)
        return [(self._setting.action_of[cell], int(b.hashes[me, cell])) for cell in tried]

    def answer(self, looked: int, me: str) -> SearchStep:
        """The last step: whether there is a win, and how it goes on."""
        seen = f"from {counted(looked, 'position')}"
        if self.found:
            line = self._setting.actions(self._threats.line(self._attacker))
            plies = counted(self.found, "ply", "plies")
            words = f"answer: {me} wins by threats in at most {plies}, {seen}"
            return SearchStep("answer", words, line[:1], rollout=line[1:])
        if self.found == 0:
            return SearchStep("answer", f"answer: {me} has no win by threats, {seen}")
        return SearchStep("answer", f"answer: nothing is proven yet, {seen}")


def _phase(seen: _Seen) -> str:
    return "attack" if seen.attacks else "defence"


def _words(seen: _Seen, me: str, him: str) -> str:
    if seen.won:
        return f"{me} wins in at most {counted(seen.plies, 'ply', 'plies')}"
    if seen.won is False:
        return f"no threat of {me} wins" if seen.attacks else f"{him} has an answer"
    if seen.attacks:
        return f"{me} has {counted(seen.moves, 'threat')} to try"
    return f"{him} has {counted(seen.moves, 'answer')}"


def _text(number: int) -> str:
    return "∞" if number >= NEVER else str(number)
