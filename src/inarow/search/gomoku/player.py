"""The Gomoku player: the strongest one where five (or four, or six) in a row win on one board."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from inarow.errors import NotSupported
from inarow.games.base import Game, State, in_opening, main_game
from inarow.games.mnk import Mnk
from inarow.games.notation import parse_position
from inarow.options import check_options, option
from inarow.search.agent import require_moves, require_support
from inarow.search.asked import Asked
from inarow.search.decision import Decision, Kind, OnInfo, Result, Unit, Value
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.names import MAX_REACH, MAX_SIDE
from inarow.search.gomoku.opening import choose_in_opening
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.native.from_state import has_numba
from inarow.search.seam import Step, prepare, search_by
from inarow.search.steps import SearchStep

_SHORTEST_LINE = 3
_DEEPEST = 60
_SHARE = 0.7
"""What the best move gets of the time and of the positions where every move is judged."""
_SHORTEST = 0.001


def _use_all() -> None:
    """Make use of every kernel once, so that it is compiled or loaded."""
    from inarow.search.gomoku import kernel_forbidden, kernel_shortest
    from inarow.search.gomoku.compiled import Thinking
    from inarow.search.gomoku.forced import forced_win

    state = parse_position(Mnk(6, 6, 5), "....../....../.XXX../....../....../O..O.O X")
    forced_win(state)
    thinking = Thinking(state.play(0), Ideas(), Limit(nodes=100), 2)
    thinking.decide(None, None)
    kernel_forbidden.is_forbidden(thinking.board, int(thinking.board.first))
    kernel_shortest.wins_within(thinking.board, 1, 0)


GOMOKU = Step("Gomoku engine", _use_all)
STEPS = (GOMOKU,)


@dataclass
class GomokuPlayer(Ideas, Asked):
    """Reads lines from tables, answers threats first, and proves wins by force.

    >>> from inarow.games.notation import play_moves
    >>> from inarow.registry import load_game
    >>> state = play_moves(load_game("gomoku").initial_state(), "h8a15h7a13h6a11")
    >>> decision = GomokuPlayer().choose(state, Limit(nodes=1000))
    >>> state.game.format(decision.action), decision.value.words
    ('h9', 'win in 3 plies')
    """

    seconds: float | None = option(1.0, low=0.001, help="time for a move; none: no limit")
    depth: int = option(
        _DEEPEST, low=0, high=_DEEPEST, help="plies to look ahead, at most; 0: only look at shapes"
    )
    threads: int = option(1, low=1, high=64, help="threads that search on one table")
    variety: int = option(
        8, low=0, help="points that a move of the opening may be worse than the best one"
    )
    seed: int | None = option(None, low=0, help="seed of that choice; none: a new one each time")
    every: bool = option(False, help="judge every move, and not only the best one")
    name: str = "gomoku"
    _rng: Random = field(init=False, repr=False, compare=False)
    _plan: tuple[Hashable, Decision] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """The next position of a win that was proven, and how it goes on there."""

    def __post_init__(self) -> None:
        check_options(self)
        self._rng = Random(self.seed)

    def kernels(self, game: Game, state: State | None = None) -> Sequence[Step]:
        return (GOMOKU,) if self.depth else ()

    def supports(self, game: Game) -> bool:
        return has_numba() and self.would_support(game)

    def would_support(self, game: Game) -> bool:
        rules = main_game(game).rules
        if rules is None or not rules.anywhere or rules.forbids or rules.dice is not None:
            return False
        reach = rules.k if rules.special or rules.exact else rules.k - 1
        fits = max(game.shape) <= MAX_SIDE and reach <= MAX_REACH
        return fits and rules.k >= _SHORTEST_LINE

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        actions = require_moves(state)
        if in_opening(state):
            return choose_in_opening(state, self._rng, lambda main: self.choose(main, limit))
        if len(actions) == state.game.num_actions:
            return self._first_move(state, limit)
        if not limit.counted and limit.depth is None:
            limit = limit.within(seconds=self.seconds)  # our own time counts where no other does

        def readable(limit: Limit) -> Decision:
            from inarow.search.gomoku.plain import look

            return look(state)

        kernels = self.kernels(state.game)
        decision = search_by(
            kernels, state.game, limit, lambda within: self._think(state, within, on_info), readable
        )
        return self._keep_winning(state, decision)

    def _keep_winning(self, state: State, decision: Decision) -> Decision:
        """A win that was proven is not forgotten because the next search is too short to see it."""
        plan = self._plan
        if plan is not None and plan[0] == (state.game, state.key()) and not _wins(decision):
            known = plan[1]
            assert known.value is not None
            values = {**decision.values, known.action: known.value}
            decision = replace(
                decision, action=known.action, value=known.value, line=known.line, values=values
            )
        self._plan = _plan_of(state, decision)
        return decision

    def _think(self, state: State, limit: Limit, on_info: OnInfo | None) -> Decision:
        from inarow.search.gomoku.compiled import Thinking
        from inarow.search.gomoku.every import judge_every

        depth = min(self.depth, limit.depth or self.depth)
        bonus = None
        if self.variety and state.ply < 6:
            bonus = lambda: self._rng.randrange(self.variety + 1)  # noqa: E731
        if not self.every:
            return Thinking(state, self, limit, depth, self.threads).decide(on_info, bonus)
        thinking = Thinking(state, self, limit.part(_SHARE), depth, self.threads)
        best = thinking.decide(on_info, bonus)
        left = None if limit.seconds is None else max(_SHORTEST, limit.seconds - best.seconds)
        return judge_every(thinking, best, replace(limit, seconds=left))

    def _first_move(self, state: State, limit: Limit) -> Decision:
        """The middle, of which nothing has to be known."""
        from inarow.search.gomoku.compiled import Thinking
        from inarow.search.gomoku.every import judge_every

        rows, cols = state.game.shape
        middle = rows // 2 * cols + cols // 2
        best = Decision(middle, line=(middle,))
        if not self.every:
            return best
        prepare(GOMOKU)
        even = Value(Kind.ESTIMATE, 0.5, unit=Unit.CHANCE)
        best = replace(best, value=even, values={middle: even})
        return judge_every(Thinking(state, self, limit, 1), best, limit)

    def watch(self, state: State, limit: Limit) -> Iterator[SearchStep]:
        """The steps of its search for a win by threats."""
        require_support(self, state.game)
        if in_opening(state):
            raise NotSupported("the stones of an opening are not searched: watch a later position")
        prepare(GOMOKU)
        from inarow.search.gomoku.trace import trace_threats

        return trace_threats(state, limit.most_simulations or 1)

    def thorough(self) -> GomokuPlayer:
        """The same player, which judges every move."""
        return replace(self, every=True)


def _wins(decision: Decision) -> bool:
    """Whether a win is proven."""
    value = decision.value
    return value is not None and (value.kind, value.result) == (Kind.PROVEN, Result.WIN)


def _plan_of(state: State, decision: Decision) -> tuple[Hashable, Decision] | None:
    """Where a proven win goes on, after the answer that is expected."""
    value, line = decision.value, decision.line
    if value is None or value.plies is None or not _wins(decision) or len(line) < 3:
        return None
    later = state.play(line[0]).play(line[1])
    left = replace(value, plies=value.plies - 2, at_most=True)
    return (state.game, later.key()), Decision(line[2], left, line=line[2:])
