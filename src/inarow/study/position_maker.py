"""Make sets of labelled positions: seeds in, the truth about every move out.

    random      every move of the game that leads there is drawn at random
    critical    a weak player plays both sides, with random moves in between, as people do; and the
                choice matters: some moves keep the result, others do not

Every position comes from a game of its own, at a ply that is drawn first, so the positions of a
set say independent things about a player. Mirrored and turned ones count once. Position number n
of a set depends on the seed, on n and on those before it, and on no machine or clock: a set that
was interrupted goes on as if nothing had happened, and a longer one begins with the shorter one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from threading import Event
from typing import TypeAlias

from inarow.errors import BadOption, NotSupported
from inarow.games.base import Game, State
from inarow.games.dice import roll
from inarow.seeds import derived_seed
from inarow.study.forced_puzzles import ForcedWins
from inarow.study.positions import KINDS, LabelledPosition
from inarow.study.puzzle_maker import likeness
from inarow.study.puzzle_sources import WeakPlay
from inarow.study.truth import EXACT_CELLS, ForcedTruth, truth_of

MOST_TRIES = 500
"""Games in a row without a new position after which the search for more is given up."""
SMALL_BOARD = 16
"""Cells up to which positions of every ply are taken."""

OnTry: TypeAlias = Callable[[], None]
"""Called for every game that is played in search of positions."""


def usual_plies(game: Game, kind: str) -> tuple[int, int]:
    """The plies at which positions are taken unless somebody says otherwise.

    >>> from inarow.registry import load_game
    >>> usual_plies(load_game("connect_four"), "random"), usual_plies(load_game("mnk"), "random")
    ((8, 20), (0, 7))
    """
    rows, cols = game.shape
    cells = rows * cols
    if cells <= SMALL_BOARD:
        return 0, cells - 2
    if cells > EXACT_CELLS:  # games there end long before the board is full
        return (16, 44) if game.rules is not None and game.rules.sent else (6, 24)
    return (cells // 5, cells // 2 - 1) if kind == KINDS[0] else (cells // 10, 5 * cells // 6)


def make_positions(
    game: Game,
    count: int,
    *,
    kind: str = KINDS[0],
    seed: int = 0,
    plies: tuple[int, int] | None = None,
    done: Iterable[LabelledPosition] = (),
    on_try: OnTry | None = None,
    stop: Event | None = None,
) -> Iterator[LabelledPosition]:
    """The positions of a set up to number `count`, those that are done left out.

    Args:
        game: the rules.
        count: of the whole set.
        kind: `random` or `critical`.
        seed: the same seed, the same set.
        plies: the first and the last ply at which positions are taken.
        done: the beginning of the set, made earlier.
        on_try: is told of every game that is played.
        stop: ends the search.

    Raises:
        NotSupported: nobody knows the truth about this game, or no more such positions are found.

    >>> from inarow.registry import load_game
    >>> [one.moves for one in make_positions(load_game("tic_tac_toe"), 2, seed=1)]
    ['a2', 'c1b1a3']
    """
    if kind not in KINDS:
        raise BadOption(f"positions are {' or '.join(KINDS)}, not {kind!r}")
    low, high = plies or usual_plies(game, kind)
    truth, critical = truth_of(game, stop), kind != KINDS[0]
    weak = ForcedWins if isinstance(truth, ForcedTruth) else WeakPlay
    seen = {likeness(game, one.actions) for one in done}
    for number in range(len(seen), count):
        rng = Random(derived_seed(seed, f"{kind} {number}"))
        for _ in range(MOST_TRIES):
            if on_try is not None:
                on_try()
            move = weak(rng.getrandbits(32)).move if critical else _any
            actions, state = _played(game, rng.randint(low, high), rng, move)
            if state is None or (same := likeness(game, actions)) in seen:
                continue
            values = truth.values(state)
            if stop is not None and stop.is_set():  # perhaps in the middle of them
                return
            found = LabelledPosition(actions, state, values, kind)
            if values and (found.critical or not critical):
                seen.add(same)
                yield found
                break
        else:
            raise NotSupported(
                f"no more {kind} positions of {game} are found between ply {low} and {high}: "
                f"it has {len(seen)} that can be settled"
            )


def _any(state: State, rng: Random) -> int:
    return rng.choice(list(state.legal_actions()))


def _played(
    game: Game, plies: int, rng: Random, move: Callable[[State, Random], int]
) -> tuple[tuple[int, ...], State | None]:
    """A game up to a ply; no position if it is over by then."""
    state, actions = game.initial_state(), list[int]()
    while state.outcome is None and (len(actions) < plies or state.chance()):
        action = roll(state, rng) if state.chance() else move(state, rng)
        state = state.play(action)
        actions.append(action)
    return tuple(actions), state if state.outcome is None else None
