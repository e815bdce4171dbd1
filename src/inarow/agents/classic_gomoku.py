"""The computer player of a student's Gomoku: quick reactions first, then a short alpha-beta search.

1. It opens the game with a random move.
2. If it can win now, it does. 3. If the opponent could win next move, it blocks.
4. Otherwise it searches the empty cells that touch a stone: six plies deep if there are at most six
   of them, four if at most ten, else two, judging positions by their open chains. When its time is
   up every position still open is judged as it stands, which ends the search quickly.

The weakness is the one its author named: on open boards two plies see little. `deepening` is the
known cure: it looks 1, 2, 3, ... plies ahead for as long as time allows.
"""

from dataclasses import dataclass, field
from random import Random

from inarow import defaults
from inarow.games.base import Game, State
from inarow.options import check_options, option
from inarow.search.agent import require_moves
from inarow.search.asked import Asked
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Kind, OnInfo, Result, Value
from inarow.search.evaluators import evaluator
from inarow.search.evaluators.threats import winning_actions
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.minimax.alphabeta import AlphaBeta, Plan, Searcher, search_alphabeta
from inarow.search.minimax.compiled import CompiledAlphaBeta
from inarow.search.minimax.player import ALPHABETA
from inarow.search.minimax.root import fixed_score, value_of_estimate
from inarow.search.native.from_state import can_count_lines
from inarow.search.ordering import near_moves
from inarow.search.scores import WIN_SCORE
from inarow.search.seam import Step, search_by

GOMOKU_DEPTHS = ((6, 6), (10, 4))
"""Most moves to try, and the depth for them; `GOMOKU_DEPTH` for more."""
GOMOKU_DEPTH = 2


def depth_for(moves: int) -> int:
    """How many plies to look ahead when there are that many moves to try.

    >>> [depth_for(moves) for moves in (6, 7, 10, 11)]
    [6, 4, 4, 2]
    """
    for most, depth in GOMOKU_DEPTHS:
        if moves <= most:
            return depth
    return GOMOKU_DEPTH


@dataclass
class ClassicGomokuPlayer(Asked):
    """Wins or blocks if it can, else searches the cells beside stones.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("gomoku").initial_state(), "a15h8a14h7a13h6a12")
    >>> state.game.format(ClassicGomokuPlayer().choose(state, Limit()).action)
    'a11'
    """

    seconds: float = option(defaults.GOMOKU_SECONDS, low=0.001, help="time for a move")
    deepening: bool = option(False, help="look 1, 2, 3, ... plies ahead while time allows")
    compiled: bool = option(True, help="use the compiled search; false: the readable Python one")
    seed: int | None = option(None, low=0, help="seed of the random first move")
    name: str = "gomoku-alphabeta"
    _rng: Random = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_options(self)
        self._rng = Random(self.seed)

    def kernels(self, game: Game, state: State | None = None) -> tuple[Step, ...]:
        return (ALPHABETA,) if self.compiled and can_count_lines(game) else ()

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.anywhere

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        actions = require_moves(state)
        if state.ply == 0:
            return Decision(actions[int(self._rng.random() * len(actions))])
        wins = winning_actions(state, state.player)
        if wins:
            value = Value(Kind.PROVEN, WIN_SCORE, Result.WIN, 1)
            return Decision(wins[0], value, {wins[0]: value}, (wins[0],), 1)
        threats = winning_actions(state, 1 - state.player)
        blocks = [action for action in threats if action in actions]  # renju may forbid them
        if blocks:
            return Decision(blocks[0], line=(blocks[0],), nodes=1)
        return self._search(state, limit, on_info)

    def _search(self, state: State, limit: Limit, on_info: OnInfo | None) -> Decision:
        cells = state.game.num_actions - state.ply
        plies = cells if self.deepening else min(depth_for(len(near_moves(state))), cells)
        limit = limit.within(seconds=self.seconds, depth=plies)

        def decide(search: Searcher) -> Decision:
            depth = limit.depth or plies
            return search_alphabeta(
                state, search, depth, self.deepening, True, value_of_estimate, on_info
            )

        def compiled(limit: Limit) -> Decision:
            plan = Plan(evaluator="open_chains", order="near", foresight=False, table=False)
            search = CompiledAlphaBeta(state, plan, limit, "fixed", maximizer=state.player)
            return search.decide(lambda: decide(search))

        def readable(limit: Limit) -> Decision:
            return decide(
                AlphaBeta(
                    evaluate=evaluator("open_chains"),
                    moves=near_moves,
                    maximizer=state.player,
                    score=fixed_score,
                    clock=SearchClock(limit),
                )
            )

        return search_by(self.kernels(state.game), state.game, limit, compiled, readable)
