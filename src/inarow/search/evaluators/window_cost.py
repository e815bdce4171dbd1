"""How many stones are still needed for a line: the evaluation of the program 000, a student's
Connect Four with Minimax, Expectiminimax and Monte Carlo.

Look at every window of four cells. It is *live* if no stone of the opponent lies in it and at least
one cell is empty. Its cost is the number of stones that the player still has to see placed:

    cost = empty cells of the window
         + overhead: empty cells below them that must be filled first, because stones fall
         + 1 if the window holds no own stone yet

    ^ . . . . .       The diagonal from the top left corner downwards holds two stones of O and
    X ^ . . . .       lacks two, at the cells marked ^. Under the lower ^ lies one more empty
    X * O O O .       cell (*), which must be filled before: this window costs O 2 + 1 = 3.
    O O O O X .
    X O X X X .

The column to play is that of the needed cell nearest to an own stone, the leftmost if there are
several. Each of the four directions gives its smallest `(cost, column)`, and the smallest of those
four pairs is the answer. A small cost is good for the player who has it: seen from the player to
move the value of a position is `-cost`. So the Maximizer X gets a negative score and the Minimizer
O a positive one, exactly as in the original. Only the player to move counts.

The original explains its rule by a worked example only; this reading gives all eight numbers of it.
It comes with oddities that are kept, because they are the character of this player:

- Windows that are already complete are left out: the example holds a finished row that it does not
  see.
- A direction without any live window gets the fixed cost 4 (k, the length of a line), which ranks
  *before* a fresh window, whose cost is at least 5.
- The column named may not be playable yet.
- Among equals the leftmost column wins; the original's newest version drew lots.
- A full board, of which the original says nothing, counts 0.
- The opponent's chances count for nothing until the opponent is to move. `open_lines` is the
  evaluator that looks at both sides.

Size and length are free: 4 becomes k. On boards where stones go anywhere there is no overhead.
"""

from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from inarow.games.base import Game, State
from inarow.games.grid import Geometry, bits_of
from inarow.games.stones import read_stones
from inarow.search.evaluators.windows import windows


@dataclass(frozen=True)
class WindowCost:
    """Counts the stones that the player to move still needs for a line; fewer are better.

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four").initial_state().play(3)
    >>> WindowCost()(state, player=1), WindowCost()(state, player=0)  # O needs 4 fresh stones: 5
    (-5.0, 5.0)
    """

    name = "window_cost"

    def supports(self, game: Game) -> bool:
        return game.rules is not None and not game.rules.sent

    def __call__(self, state: State, player: int) -> float:
        cost = _smallest_cost(state)
        return float(-cost if player == state.player else cost)


def window_costs(state: State, player: int) -> dict[str, tuple[int, int]]:
    """The smallest cost of each direction for `player`, and the column to play, counted from 1.

    On a full board there is nothing to play: every direction gives (0, 0).

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four").initial_state().play(3)
    >>> for direction, (cost, column) in window_costs(state, player=0).items():
    ...     print(f"{direction:13} cost {cost}, column {column}")
    vertical      cost 3, column 4
    horizontal    cost 3, column 3
    diagonal_up   cost 9, column 5
    diagonal_down cost 9, column 3
    """
    own, other, rule = read_stones(state, player)
    geometry = rule.geometry
    empty = geometry.full & ~(own | other)
    if not empty:
        return {direction: (0, 0) for direction, _ in geometry.directions}
    result = {}
    for direction, step in geometry.directions:
        costs = [
            ((reach & empty).bit_count() + (not mask & own), _column(geometry, window, own, empty))
            for window, mask, reach in _windows(geometry, rule.k, _falls(state))[direction]
            if not mask & other and mask & empty
        ]
        if not costs:
            costs = [(rule.k, _fallback(geometry, step, own, empty))]
        result[direction] = min(costs)
    return result


def best_window(state: State, player: int) -> tuple[int, int]:
    """The smallest cost of all directions, with its column counted from 1.

    >>> from inarow.registry import load_game
    >>> best_window(load_game("connect_four").initial_state().play(3), player=0)
    (3, 3)
    """
    return min(window_costs(state, player).values())


def _falls(state: State) -> bool:
    rules = state.game.rules
    return rules is not None and rules.falls


def _column(geometry: Geometry, window: tuple[int, ...], own: int, empty: int) -> int:
    """The column, from 1, of the needed cell that is nearest to an own stone of the window."""
    places = [at for at, bit in enumerate(window) if bit & own]
    needed = [at for at, bit in enumerate(window) if bit & empty]
    nearest = min(needed, key=lambda at: min((abs(at - place) for place in places), default=0))
    return geometry.cell_of[window[nearest]][1] + 1


def _fallback(geometry: Geometry, step: int, own: int, empty: int) -> int:
    """The column, from 1, for a direction that can no longer be completed."""
    touching = empty & (own << step | own >> step)
    return min(geometry.cell_of[bit][1] for bit in bits_of(touching or empty)) + 1


@lru_cache(maxsize=64)
def _windows(
    geometry: Geometry, k: int, falling: bool
) -> dict[str, tuple[tuple[tuple[int, ...], int, int], ...]]:
    """By direction, each window: its bits, the mask of its cells, and that mask with all below.

    In a game of falling stones nothing is empty below a stone. So the empty cells of the second
    mask are just the needed cells and the overhead, and one count gives both.
    """
    below = {
        bit: sum(geometry.bit_of[lower, col] for lower in range(row, geometry.rows))
        for bit, (row, col) in geometry.cell_of.items()
    }

    def reach(window: tuple[int, ...]) -> int:
        return reduce(or_, (below[bit] for bit in window)) if falling else sum(window)

    return {
        direction: tuple((window, sum(window), reach(window)) for window in group)
        for direction, group in windows(geometry, k).items()
    }


def _smallest_cost(state: State) -> int:
    """The cost of `best_window` for the player to move, without its column: the fast path."""
    own, other, rule = read_stones(state, state.player)
    empty = rule.geometry.full & ~(own | other)
    if not empty:
        return 0
    best = rule.k + len(rule.geometry.cell_of) + 2  # more than anything costs
    for group in _windows(rule.geometry, rule.k, _falls(state)).values():
        live = False
        for _, mask, reach in group:
            if not mask & other and (cost := (reach & empty).bit_count()):
                live = True
                if cost < best:
                    best = min(best, cost if mask & own else cost + 1)
                    if best == 1:
                        return 1
        if not live:
            best = min(best, rule.k)
    return best
