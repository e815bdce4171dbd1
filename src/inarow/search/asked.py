"""What our players have in common: they understand who asks them the way people write.

    agent.choose(state, "2s")       a limit may be a text, as everywhere else
    agent.choose("4453")            refused, with what to write instead
    agent.play(state)               there is no such name: it says which one is meant

A player of another package needs none of this: the contract is `Agent`, in `agent.py`.
"""

from collections.abc import Callable
from functools import wraps
from reprlib import repr as brief
from typing import Any

from inarow.errors import Advises, BadOption
from inarow.search.decision import Decision
from inarow.search.limit import NO_LIMIT, limit_of

_CHOOSE = "write agent.choose(state), whose answer has the move as its action"
_JUDGE = "write inarow.analyse(state, agent=agent)"
_ADVICE = {
    **dict.fromkeys(("act", "action", "best_move", "choose_move", "decide", "get_action"), _CHOOSE),
    **dict.fromkeys(("get_move", "go", "move", "next_move", "pick", "play", "predict"), _CHOOSE),
    **dict.fromkeys(("search", "select", "select_move", "step", "think"), _CHOOSE),
    **dict.fromkeys(("analyse", "analyze", "evaluate", "judge"), _JUDGE),
    "score": "write inarow.score(agent)",
    "solve": "write inarow.solve(state)",
}


class Asked(Advises):
    """Base of our players.

    >>> from inarow.registry import load_agent, load_game
    >>> agent, state = load_agent("mcts(seed=1)"), load_game("tic_tac_toe").initial_state()
    >>> agent.choose(state, "100sims").nodes
    100
    >>> agent.choose("b2")
    Traceback (most recent call last):
    inarow.errors.BadOption: a player is asked about a position, not 'b2': write \
agent.choose(inarow.position('b2'))
    >>> agent.best_move(state)
    Traceback (most recent call last):
    AttributeError: MctsPlayer has no 'best_move': write agent.choose(state), whose answer has the \
move as its action
    """

    _advice = _ADVICE

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "choose" in vars(cls):
            cls.choose = _understanding(cls.choose)  # type: ignore[attr-defined]


def _understanding(choose: Callable[..., Decision]) -> Callable[..., Decision]:
    """The same method, for a position and a limit as people give them."""

    @wraps(choose)
    def understood(
        self: Any, state: Any, limit: Any = NO_LIMIT, on_info: Any = None, **bounds: object
    ) -> Decision:
        if bounds:
            raise BadOption(f'choose has no {", ".join(bounds)}: a limit is limit="2s"')
        if not hasattr(state, "legal_actions"):
            raise BadOption(f"a player is asked about a position, not {_instead(state)}")
        return choose(self, state, limit_of(limit), on_info)

    return understood


def _instead(thing: object) -> str:
    """What was given instead of a position, and what would be right."""
    if hasattr(thing, "initial_state"):
        return "a game: write agent.choose(game.initial_state())"
    if hasattr(thing, "state"):
        return "a record: write agent.choose(record.state)"
    hint = f": write agent.choose(inarow.position({thing!r}))" if isinstance(thing, str) else ""
    return f"{brief(thing)}{hint}"
