"""The kernels of the Gomoku engine, called once each."""

from __future__ import annotations

from inarow.games.mnk import Mnk
from inarow.search.native.step import Step


def _gomoku() -> None:
    from inarow.search.gomoku.compiled import Thinking
    from inarow.search.gomoku.every import judge_every
    from inarow.search.gomoku.ideas import Ideas
    from inarow.search.limit import Limit

    state = Mnk(6, 6, 5).initial_state()
    thinking = Thinking(state.play(14), Ideas(), Limit(nodes=10), 2)
    judge_every(thinking, thinking.decide(None, None), Limit(nodes=20))


GOMOKU = Step("Gomoku engine", _gomoku, has_twin=False)
STEPS = (GOMOKU,)
