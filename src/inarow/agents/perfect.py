"""The perfect player: solves every position of the games that a solver or a prover can settle.

    Connect Four up to 120 bits                  the solver, with exact distances (`search/solver`)
    m,n,k boards that are settled in seconds     proof-number search (`search/proof`)

Which m,n,k boards these are was measured (`benchmarks/known_values.py`): all with three in a row,
all on which lines are longer than one side, and those of `SETTLED`, up to 100 cells. There it never
gives away a win or a draw, but need not win as soon as possible; of its options only `exact` and
`memory` matter there.

Nobody settles the opening of a large Connect Four board in a moment. Give it a limit of time there:
it then plays what nothing proven beats, and says that its values are bounds, until enough stones
lie on the board.
"""

from dataclasses import dataclass, replace
from threading import Event

from inarow.games.base import Game, State
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.proof.pairing import fits_kernel
from inarow.search.proof.player import ProofPlayer
from inarow.search.seam import Step, prepare
from inarow.search.solver.player import PerfectPlayer, solves

SETTLED = {4: 7, 5: 7, 6: 8}
"""For each k the longest side of boards of which every position is settled in seconds."""


@dataclass
class Perfect(PerfectPlayer):
    """Never gives away a win or a draw, on any board that can be settled.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("mnk(5,6,4)").initial_state(), "c3")
    >>> Perfect(seed=1).choose(state, Limit()).value.words
    'loss'
    """

    def kernels(self, game: Game, state: State | None = None) -> tuple[Step, ...]:
        return self._prover.kernels(game) if is_settled(game) else super().kernels(game, state)

    def would_support(self, game: Game) -> bool:
        return is_settled(game) or solves(game)

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        if not is_settled(state.game):
            return super().choose(state, limit, on_info)
        prepare(*self._prover.kernels(state.game))  # readable code would take hours
        stop = limit.stop or Event()  # nobody sets that one: it may take as long as it takes
        limit = replace(limit.within(memory=self.memory), stop=stop)
        return self._prover.choose(state, limit, on_info)

    @property
    def _prover(self) -> ProofPlayer:
        return ProofPlayer(seconds=None, every=self.exact)


def is_settled(game: Game) -> bool:
    """Whether proof-number search settles every position of a game in seconds.

    >>> from inarow.registry import load_game
    >>> [is_settled(load_game(spec)) for spec in ("mnk(7,7,5)", "mnk(3,30,3)", "gomoku")]
    [True, True, False]
    """
    rules = game.rules
    if rules is None or not fits_kernel(rules):
        return False
    if rules.k <= 3 or rules.k > min(rules.rows, rules.cols):
        return True
    return max(rules.rows, rules.cols) <= SETTLED.get(rules.k, 0)
