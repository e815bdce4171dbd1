"""Minimax told a second time, and positions to try it on.

`Brute` shares no code with `inarow.search`: it looks at every position down to its depth, cuts
nothing, and lets each player take the best. Whatever it and a search agree on is very likely right.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any
from zlib import crc32

from helpers import board_of, load_data
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.registry import load_game

WIN = 2147483647
LOSS = -2147483648


# What a position is worth


def nothing(state: State, player: int) -> float:
    """The evaluation that knows nothing."""
    return 0


def noise(state: State, player: int) -> float:
    """An evaluation without any sense: a whole number from -9 to 9, so that there are ties."""
    value = crc32(repr(state.key()).encode()) % 19 - 9
    return value if player == 0 else -value


def blind(won: bool, left: int) -> float:
    """A win is a win."""
    return WIN if won else LOSS


def by_distance(won: bool, left: int) -> float:
    """The sooner the better: one more than the plies that are left."""
    return 1 + left if won else -1 - left


def by_distance_apart(won: bool, left: int) -> float:
    """The same, far away from all evaluations."""
    return 1_000_000_000 + 1 + left if won else -1_000_000_000 - 1 - left


def legal(state: State) -> Sequence[int]:
    """All legal actions in ascending order."""
    return state.legal_actions()


@dataclass
class Brute:
    """A full minimax; `value` is for the maximizer, `scores` are for the player to move."""

    evaluate: Callable[[State, int], float] = nothing
    decided: Callable[[bool, int], float] = by_distance
    maximizer: int = 0
    moves: Callable[[State], Sequence[int]] = legal
    memory: dict[Hashable, float] = field(default_factory=dict)

    def value(self, state: State, left: int) -> float:
        key = (state, left)
        if key not in self.memory:
            self.memory[key] = self._value(state, left)
        return self.memory[key]

    def _value(self, state: State, left: int) -> float:
        if state.outcome is not None:
            winner = state.outcome.winner
            return 0 if winner is None else self.decided(winner == self.maximizer, left)
        if left <= 0:
            return self.evaluate(state, self.maximizer)
        children = [state.play(action) for action in self.moves(state)]
        values = [self.value(child, left - child.ply + state.ply) for child in children]
        return max(values) if state.player == self.maximizer else min(values)

    def scores(self, state: State, depth: int) -> dict[int, float]:
        """The score of every move of a position, `depth` plies ahead, in the order of the moves."""
        sign = 1 if state.player == self.maximizer else -1
        scores = {}
        for action in self.moves(state):
            child = state.play(action)
            scores[action] = sign * self.value(child, depth - child.ply + state.ply)
        return scores

    def choice(self, state: State, depth: int, order: Iterable[int] | None = None) -> int:
        """The first of the winning moves, else the first of those with the highest score."""
        scores = self.scores(state, depth)
        moves = list(scores if order is None else order)
        wins = [action for action in moves if wins_now(state, action)]
        return wins[0] if wins else max(moves, key=scores.__getitem__)

    def deepened(self, state: State, depth: int) -> int:
        """The choice of a search that looks 1, 2, 3, ... plies ahead, its last choice first."""
        moves = list(self.moves(state))
        for plies in range(1, depth + 1):
            chosen = self.choice(state, plies, moves)
            moves.remove(chosen)
            moves.insert(0, chosen)
        return moves[0]


TRUTH = Brute()
"""Games played to their end, for all tests: what one has looked at, the next one finds."""


def wins_now(state: State, action: int) -> bool:
    """Whether the player to move completes a line with this action."""
    outcome = state.play(action).outcome
    return outcome is not None and outcome.winner == state.player


def stones_left(state: State) -> int:
    """The empty cells of the board."""
    rows, cols = state.game.shape
    return rows * cols - state.ply


_EXPECTATIONS: dict[Hashable, Fraction] = {}


def expectation(state: State) -> Fraction:
    """What player 0 gains on average, +1 or -1 a game, if both use the dice as well as they can."""
    key = (state.game, state.key())
    if key not in _EXPECTATIONS:
        _EXPECTATIONS[key] = _expectation(state)
    return _EXPECTATIONS[key]


def _expectation(state: State) -> Fraction:
    if state.outcome is not None:
        return Fraction(int(state.returns()[0]))
    values = [expectation(state.play(action)) for action in state.legal_actions()]
    if state.chance():
        return sum(values, Fraction()) / len(values)
    return max(values) if state.player == 0 else min(values)


# Positions


def long_game(state: State, rng: Random) -> Iterator[State]:
    """The positions of a random game in which nobody wins as long as there is another move."""
    yield state
    while actions := list(state.legal_actions()):
        rng.shuffle(actions)
        children = (state.play(action) for action in actions)
        state = next((child for child in children if child.outcome is None), state.play(actions[0]))
        yield state


@cache
def positions(spec: str, count: int, empty: int = 99, seed: int = 1) -> tuple[State, ...]:
    """Random positions in which a player has a choice, with at most so many empty cells."""
    rng, game = Random(f"{spec} {seed}"), load_game(spec)
    found: list[State] = []
    while len(found) < count:
        path = [
            state
            for state in long_game(game.initial_state(), rng)
            if state.outcome is None and not state.chance() and stones_left(state) <= empty
        ]
        found += rng.sample(path, min(2, len(path)))
    return tuple(found[:count])


@cache
def endgames(count: int, empty: int) -> tuple[State, ...]:
    """Random 6 x 7 positions of Connect Four with just so many empty cells."""
    rng, start = Random(empty), ConnectFour().initial_state()
    found: list[State] = []
    while len(found) < count:
        for state in long_game(start, rng):
            if stones_left(state) == empty and state.outcome is None:
                found.append(state)
    return tuple(found[:count])


@cache
def sent_to_full_boards(count: int) -> tuple[State, ...]:
    """Positions of nine boards in which a player was sent to a full board and chooses another."""
    rng, game = Random(1), load_game("nine_board(first_move=free,full_board=free)")
    found: list[State] = []
    while len(found) < count:
        path = long_game(game.initial_state(), rng)
        found += [state for state in path if state.note == "-" and state.ply and not state.outcome]
    return tuple(found[:count])


# The recorded positions of the original program 000

Recorded = dict[str, Any]

RECORDED: dict[str, Recorded] = {
    position["id"]: position
    for game in load_data("originals.json")["program_000"]["games"]
    for position in game["positions"]
}
WINS = ("game1.11", "game3.3", "game4.3", "game5.3")
BLOCKS = (
    "game1.2",
    "game1.4",
    "game1.6",
    "game1.8",
    "game2.5",
    "game2.7",
    "game2.8",
    "game2.9",
    "game2.14",
    "game2.17",
)


def recorded_state(name: str, game: Game | None = None, note: str = "") -> State:
    """The position before a recorded move, of plain Connect Four or of another game."""
    position = RECORDED[name]
    board = board_of(position["before"])
    return (game or ConnectFour()).state_from(board, "XO".index(position["player"]), note)


def recorded_action(name: str) -> int:
    """The recorded move, counted from 0."""
    column: int = RECORDED[name]["column"]
    return column - 1


def snapshot(state: State) -> tuple[object, ...]:
    """All that can be seen of a position."""
    head = (state.key(), state.board(), state.player, state.ply, state.last, state.note)
    return (*head, tuple(state.legal_actions()), state.outcome)


_SURE: dict[Hashable, tuple[int, int]] = {}


def sure(state: State) -> tuple[int, int]:
    """The least and the most that player 0 gets whatever the dice do: -1 loss, 0 draw, 1 win.

    Both are the same where no dice can be called for: the value of the position.
    """
    key = (state.game, state.key())
    if key not in _SURE:
        _SURE[key] = _sure(state)
    return _SURE[key]


def _sure(state: State) -> tuple[int, int]:
    if state.outcome is not None:
        return int(state.returns()[0]), int(state.returns()[0])
    children = [sure(state.play(action)) for action in state.legal_actions()]
    lows, highs = [low for low, _ in children], [high for _, high in children]
    if state.chance():
        return min(lows), max(highs)
    choose = max if state.player == 0 else min
    return choose(lows), choose(highs)


def wins_within(state: State, player: int, plies: int) -> bool:
    """Whether a player can force a line within so many plies: plain minimax without dice."""
    if state.outcome is not None:
        return state.outcome.winner == player
    if not plies:
        return False
    replies = (wins_within(state.play(a), player, plies - 1) for a in state.legal_actions())
    return any(replies) if state.player == player else all(replies)
