"""The kernels of alpha-beta and expectiminimax, called once each."""

from __future__ import annotations

from inarow.games.random_drop import RandomDrop
from inarow.search.native.step import Step


def _alphabeta() -> None:
    from inarow.search.limit import Limit
    from inarow.search.minimax.alphabeta import Plan
    from inarow.search.minimax.compiled import CompiledAlphaBeta

    state = RandomDrop().initial_state()
    search = CompiledAlphaBeta(state, Plan(), Limit())
    search.make_room(1)
    search.value(state.play(0), 1)
    search.value_with_dice(state.play(state.game.num_actions - 1), 1)
    search.line(state, 0, 1)


ALPHABETA = Step("alpha-beta and expectiminimax", _alphabeta)
STEPS = (ALPHABETA,)
