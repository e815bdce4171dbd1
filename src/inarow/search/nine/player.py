"""Looking ahead on nine boards: what the player `nine` does where nothing can be proven."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inarow.games.base import Game, State
from inarow.games.nine_board import NineBoard
from inarow.options import check_options, option
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import Limit
from inarow.search.native.from_state import has_numba
from inarow.search.seam import Step, search_by


def _warm_up_tree() -> None:
    from inarow.search.nine.tree import grow_tree

    grow_tree(NineBoard().initial_state().play(0).play(0), Limit(simulations=10, memory=1))


def _warm_up_alphabeta() -> None:
    from inarow.search.nine.alphabeta import look_ahead

    look_ahead(NineBoard().initial_state().play(0).play(0), Limit(nodes=100, memory=1))


TREE = Step("tree search of nine boards", _warm_up_tree)
ALPHABETA = Step("alpha-beta of nine boards", _warm_up_alphabeta)
STEPS = (TREE, ALPHABETA)


@dataclass
class NineSearch:
    """Looks ahead on nine boards with values learned from games."""

    search: str = option(
        "tree",
        choices=("tree", "alphabeta"),
        help="how to look ahead: the tree is the stronger one",
    )
    seconds: float | None = option(1.0, low=0.001, help="time for a move; none: no limit")

    def __post_init__(self) -> None:
        check_options(self)

    def kernels(self, game: Game, state: State | None = None) -> Sequence[Step]:
        return (TREE if self.search == "tree" else ALPHABETA,)

    def supports(self, game: Game) -> bool:
        return has_numba() and self.would_support(game)

    def would_support(self, game: Game) -> bool:
        rules = game.rules
        return rules is not None and rules.sent and not rules.claims

    def look_ahead(
        self,
        state: State,
        limit: Limit,
        on_info: OnInfo | None = None,
        lost: frozenset[int] = frozenset(),
    ) -> Decision:
        """The best move, and what it is worth; `lost` are moves that are known to lose."""

        def compiled(limit: Limit) -> Decision:
            if self.search == "tree":
                from inarow.search.nine.tree import grow_tree

                return grow_tree(state, limit, on_info, lost)
            from inarow.search.nine.alphabeta import look_ahead

            return look_ahead(state, limit, on_info, lost)

        return self.search_by(state, limit, compiled)

    def search_by(
        self, state: State, limit: Limit, compiled: Callable[[Limit], Decision]
    ) -> Decision:
        """What a compiled search says, or the readable one while there are no kernels."""

        def readable(limit: Limit) -> Decision:
            from inarow.search.nine.plain import look_ahead

            return look_ahead(state, limit)

        return search_by(self.kernels(state.game), state.game, limit, compiled, readable)
