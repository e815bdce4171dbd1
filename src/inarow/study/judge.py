"""The judge: of every move the surest thing that can be said, whatever the game.

No single player judges all positions best. So this one asks several and keeps, move by move, the
more certain answer:

    1  who can prove       the solver for four in a row up to 64 bits, else alpha-beta; on nine
                           boards proof-number search as well, which sees much further
    2  wins by force       threat after threat (study/forcing.py)
    3  who can estimate    for moves that are still open: random games guided by a tree; on nine
                           boards a tree whose leaves are judged by learned values; on a large free
                           board an evaluation, turned into a chance

In Gomoku and its kind one player does all of this: the Gomoku engine, which proves wins by fours
and by threes and values every move. Only near the end, where a full search sees everything, others
are asked, and on boards up to 64 cells proof-number search, which also proves draws.

Its estimates are *chances* from 0 to 1, so that they can be compared, and each value still says
what it is: proven, a bound or an estimate. It takes half of its time for proofs, more if there is
a solver, and less if all is proven before. Where the solver cannot finish an opening within the
limit, the moves that are known are proven, and the others have an estimate instead of a bound that
says nothing.

A *steady* judge takes a time for the work that usually fills it, in positions and random games. It
then says the same on a fast, a slow and a busy machine, and may be done sooner or later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import perf_counter

from inarow import defaults
from inarow.games.base import Game, State, in_opening
from inarow.options import check_options, option
from inarow.search.again import ask_again
from inarow.search.agent import require_moves
from inarow.search.asked import Asked
from inarow.search.decision import (
    Decision,
    Kind,
    OnInfo,
    Result,
    Unit,
    Value,
    position_value,
    squeezed,
    unless_lost,
)
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.mcts.player import MCTS_SHORTEST, MctsPlayer
from inarow.search.minimax.player import AlphaBetaPlayer
from inarow.search.nine.player import NineSearch
from inarow.search.proof.player import ProofPlayer
from inarow.search.seam import Step
from inarow.search.solver.player import PerfectPlayer
from inarow.study.forcing import forced_win

JUDGE_SECONDS = 5.0
"""The most that the judge thinks about a position if nobody sets a limit."""
JUDGE_SIMULATIONS = 100_000
JUDGE_DOUBT = 4
"""Drawn games that are thought to be among the random games of a move: few games say little."""
JUDGE_LARGE_BOARD = 64
"""Cells above which random games on a free board say too little, and an evaluation says more."""
JUDGE_FEW_CELLS = 16
"""Empty cells up to which every move can be proven quickly."""
JUDGE_DEPTHS = (3, 4)

_SOLVER_SHARE = 0.8
_PROOF_SHARE = 0.5
_SHORT_SHARE = 0.2
"""What alpha-beta, which knows the length of a win, gets of it beside proof-number search."""
_LINE_SHARE = 0.2
"""The most of the time that goes into showing how the game would go on."""
_SOLVER_RATE, _ENGINE_RATE, _FAR_PROVER_RATE = 5_000_000, 300_000, 700_000
_TREE_RATE, _LINES_RATE = 400_000, 20_000
_PROVER_RATES, _RANDOM_RATES = (30_000, 2_000_000), (100, 40_000)
"""What a steady judge does for a second: positions and random games, without and with kernels."""
_DIGITS = 3
"""More digits of a chance would only look precise."""


@dataclass
class Judge(Asked):
    """Proves what it can and estimates the rest, for every game.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("tic_tac_toe").initial_state(), "a3b2")
    >>> decision = Judge().choose(state, Limit())
    >>> {value.words for value in decision.values.values()}
    {'draw'}
    """

    seconds: float = option(
        JUDGE_SECONDS, low=0.001, help="time for a position where no limit is given"
    )
    seed: int | None = option(
        None, low=0, help="seed of the random games; none: a new one each time"
    )
    steady: bool = option(
        False, help="take seconds for the work that usually fills them, and judge alike everywhere"
    )
    name: str = "judge"

    def __post_init__(self) -> None:
        check_options(self)
        self._perfect = PerfectPlayer(exact=True, tricky=False, seed=0)
        self._engine = GomokuPlayer(variety=0, every=True, seed=0)
        self._prover = AlphaBetaPlayer()
        self._far_prover = ProofPlayer()
        self._prover_of_all = AlphaBetaPlayer(evaluator="none", deepening=False)
        self._nine = NineSearch()
        self._near = AlphaBetaPlayer(order="near")
        self._random = MctsPlayer(
            simulations=JUDGE_SIMULATIONS,
            exploration=defaults.MCTS_EXPLORATION,
            solve=True,
            sharp=True,
            seed=self.seed,
        )
        self._unproven = replace(self._random, solve=False)

    def kernels(self, game: Game, state: State | None = None) -> tuple[Step, ...]:
        """Those of everybody who may be asked; what stands in the book needs none."""
        if state is not None and self.is_exact(game) and self._perfect.looks_up(state):
            return ()
        random = self._nine if self._nine.supports(game) else self._random
        far = (self._far_prover,) if self._proves_far(game) else ()
        asked = (self._perfect, self._engine, self._prover, random, *far)
        return tuple(step for one in asked if one.supports(game) for step in one.kernels(game))

    def _proves_far(self, game: Game) -> bool:
        """Whether proof-number search is worth asking: not where a full search sees everything."""
        rules = game.rules
        if rules is None or not self._far_prover.kernels(game):
            return False
        return rules.sent or JUDGE_FEW_CELLS < rules.cells <= JUDGE_LARGE_BOARD

    def supports(self, game: Game) -> bool:
        return True

    def is_exact(self, game: Game) -> bool:
        """Whether a solver plays this game, so that time alone decides how much is proven."""
        return self._perfect.supports(game)

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        """Judge every move; with `on_info` several times, each time with more time."""
        if limit.seconds is None and not (self.steady and limit.nodes):
            limit = replace(limit, seconds=self.seconds)
        if on_info is None or limit.nodes is not None or self.steady:
            return self._judge(state, limit)
        return ask_again(lambda bound: self._judge(state, bound), limit, on_info)

    def _judge(self, state: State, limit: Limit) -> Decision:
        many = in_opening(state) or len(require_moves(state)) > JUDGE_FEW_CELLS
        if many and self._engine.supports(state.game):
            return self._engine_and_proof(state, limit)
        started, seconds = perf_counter(), limit.seconds or self.seconds
        actions = require_moves(state)
        exact = self.is_exact(state.game)
        # A solver gets nearly all of the time: what it finds is worth more than any estimate.
        share = _SOLVER_SHARE if exact else _PROOF_SHARE
        proofs = self._proofs(state, self._share(limit, share))
        values, line, nodes = dict(proofs.values), proofs.line, proofs.nodes
        found = None if _has_win(values) else forced_win(state)
        forced = () if found is None else found.line
        if forced:
            win = Value(Kind.PROVEN, 1.0, Result.WIN, unit=Unit.CHANCE)
            values[forced[0]] = win.merged(values.get(forced[0]))
        known = all(action in values and values[action].settled for action in actions)
        if not known and not limit.stopped:
            spent = share if self.steady else (perf_counter() - started) / seconds
            guesses = self.estimates(state, self._share(limit, 1 - spent))
            nodes += guesses.nodes
            for action, guess in guesses.values.items():
                values[action] = values.get(action, guess).merged(guess)
            if guesses.action not in values:  # an only move is not judged by everybody
                values[guesses.action] = Value(Kind.ESTIMATE, 0.5, unit=Unit.CHANCE)
        judged = sorted(values, key=lambda action: (values[action].rank, -action), reverse=True)
        best = unless_lost(dict.fromkeys([*judged, *actions]), values)
        value = values.get(best)
        if forced and best == forced[0]:
            line = forced
        elif line[:1] != (best,) or (
            value and value.kind is Kind.PROVEN and best not in proofs.values
        ):
            line = (best,)  # who proved it has not said how it goes on
        if exact and value and value.settled:
            line = self._played_out(state, best, limit, seconds - (perf_counter() - started))
        seconds = perf_counter() - started
        ordered = {action: values[action] for action in actions if action in values}
        if not exact:  # one scale for all values of a game without a solver
            ordered = {a: value.as_chance() for a, value in ordered.items()}
        worth = position_value(best, ordered, actions, quickest=not exact)
        return Decision(best, worth, ordered, line, nodes, seconds, proofs.path)

    def _far_work(self, game: Game, limit: Limit) -> Limit:
        """What proof-number search does for a limit, if the judge is steady."""
        nine = game.rules is not None and game.rules.sent
        return self._work(limit, _FAR_PROVER_RATE if nine else _LINES_RATE)

    def _engine_and_proof(self, state: State, limit: Limit) -> Decision:
        """The Gomoku engine; before it, where that may settle the position, proof-number search."""
        if in_opening(state) or not self._proves_far(state.game):
            return self._engine.choose(state, self._work(limit, _ENGINE_RATE))
        share = self._far_work(state.game, limit).part(_PROOF_SHARE)
        proof = self._far_prover.choose(state, share)
        rest = limit.part(1 - _PROOF_SHARE)
        found = self._engine.choose(state, self._work(rest, _ENGINE_RATE))
        values = dict(found.values)
        for action, proven in proof.values.items():
            values[action] = proven.merged(values.get(action))
        settled = proof.value is not None and proof.value.kind is Kind.PROVEN
        won = found.value is not None and found.value.settled
        best, actions = proof if settled and not won else found, state.legal_actions()
        ranked = sorted(values, key=lambda action: values[action].rank, reverse=True)
        action = unless_lost(dict.fromkeys([best.action, *ranked, *actions]), values)
        line = best.line if action == best.action else (action,)
        worth = position_value(action, values, actions)
        nodes, seconds = proof.nodes + found.nodes, proof.seconds + found.seconds
        return Decision(action, worth, values, line, nodes, seconds, found.path)

    def _share(self, limit: Limit, share: float) -> Limit:
        """The limit of one of those who are asked: a share of the time, half of the work."""
        nodes = None if limit.nodes is None else max(1, limit.nodes // 2)
        seconds = None if limit.seconds is None else max(limit.seconds * share, MCTS_SHORTEST)
        return replace(limit, seconds=seconds, nodes=nodes)

    def _work(self, limit: Limit, rate: int) -> Limit:
        """For a steady judge the work that usually fills the time, if the limit names a time."""
        if not self.steady or limit.seconds is None:
            return limit
        work = max(1, int(limit.seconds * rate))
        return replace(limit.within(nodes=work), seconds=None)

    def _proofs(self, state: State, limit: Limit) -> Decision:
        """What can be proven; estimates of the prover are dropped, since they are no chances."""
        if self.is_exact(state.game):
            limit = self._work(limit, _SOLVER_RATE)
            found = self._perfect.choose(state, limit)
        elif self._prover.supports(state.game):
            found = self._proven(state, limit)
            limit = self._work(limit, self._prover_rate(state.game))
        else:
            return Decision(state.legal_actions()[0])
        values = _known(found)
        rows, cols = state.game.shape
        few = rows * cols - state.ply <= JUDGE_FEW_CELLS
        if few and not self.is_exact(state.game) and _has_win(values):
            # The prover was content with a win; here the other moves can be proven as well.
            all_moves = self._prover_of_all.choose(state, limit)
            for action, value in _known(all_moves).items():
                values[action] = values.get(action, value).merged(value)
            found = replace(found, nodes=found.nodes + all_moves.nodes)
        return replace(found, values=values)

    def _prover_rate(self, game: Game) -> int:
        return _PROVER_RATES[bool(self._prover.kernels(game))]

    def _proven(self, state: State, limit: Limit) -> Decision:
        """Short wins with their length, and what proof-number search finds where it is asked."""
        near = self._work(limit, self._prover_rate(state.game))
        if not self._proves_far(state.game):
            return self._prover.choose(state, near)
        short = self._prover.choose(state, near.part(_SHORT_SHARE))
        values = _known(short)
        if _has_win(values) or len(values) == len(state.legal_actions()):
            return short
        far = self._far_work(state.game, limit).part(1 - _SHORT_SHARE)
        found = self._far_prover.choose(state, far)
        for action, value in _known(found).items():
            values[action] = value.merged(values.get(action))
        return replace(found, values=values, nodes=found.nodes + short.nodes)

    def estimates(self, state: State, limit: Limit) -> Decision:
        """A chance for every move that somebody can judge."""
        rules = state.game.rules
        if self._nine.supports(state.game):
            return self._nine.look_ahead(state, self._work(limit, _TREE_RATE))
        if rules is None or not rules.anywhere or rules.cells <= JUDGE_LARGE_BOARD:
            return self._played(state, limit)
        return self._evaluated(state, limit)

    def _played(self, state: State, limit: Limit) -> Decision:
        """Chances from random games.

        A search that proves a win is over at once, and then has hardly tried the other moves. So
        another one that proves nothing is asked about these.
        """
        started = perf_counter()
        limit = self._work(limit, _RANDOM_RATES[bool(self._random.kernels(state.game))])
        found = self._random.choose(state, limit)
        values = _doubted(found)
        if any(value.result is Result.WIN for value in values.values()) and not limit.stopped:
            if limit.seconds is not None:
                left = limit.seconds - (perf_counter() - started)
                limit = replace(limit, seconds=max(left, MCTS_SHORTEST))
            more = self._unproven.choose(state, limit)
            found = replace(found, nodes=found.nodes + more.nodes)
            for action, value in _doubted(more).items():
                if action not in values or values[action].kind is Kind.ESTIMATE:
                    values[action] = value
        return replace(found, values=values)

    def _evaluated(self, state: State, limit: Limit) -> Decision:
        """Chances from an evaluation, on a board where random games say too little.

        Whoever placed the last stone looks better than he is. So two searches are asked, one of
        which ends with a stone of each side, and the mean of both is taken.
        """
        half = self._work(limit, _PROVER_RATES[bool(self._near.kernels(state.game))]).part(0.5)
        found = [self._near.choose(state, replace(half, depth=depth)) for depth in JUDGE_DEPTHS]
        points = {
            action: sum(one.values[action].score for one in found) / len(found)
            for action in found[0].values
            if all(action in one.values for one in found)
        }
        chances = {
            action: Value(Kind.ESTIMATE, squeezed(score), unit=Unit.CHANCE)
            for action, score in points.items()
        }
        return replace(found[-1], values=chances, nodes=sum(one.nodes for one in found))

    def _played_out(self, state: State, action: int, limit: Limit, left: float) -> tuple[int, ...]:
        """Best play of both sides from here, as far as the time reaches.

        An answer by the book comes at once, and so does its line: as far as the book reaches.
        """
        by_book, line = self._perfect.looks_up(state), tuple[int, ...]((action,))
        bounds = self._work(limit, _SOLVER_RATE)
        share = (limit.seconds or self.seconds) * _LINE_SHARE
        seconds = None if bounds.seconds is None else min(left, share)
        for line in self._perfect.best_lines(state, action, bounds, seconds):
            state = state.play(line[-1])
            if by_book and not self._perfect.looks_up(state):
                break
        return line


def _has_win(values: Mapping[int, Value]) -> bool:
    return any(value.result is Result.WIN and value.settled for value in values.values())


def _doubted(found: Decision) -> dict[int, Value]:
    """The values of random games, with estimates nearer to even the fewer games there were.

    The best of a hundred moves with two games each has won both: that is luck, not 100 %.
    """
    games = found.nodes / max(1, len(found.values))
    trust = games / (games + JUDGE_DOUBT)
    return {
        action: value
        if value.kind is Kind.PROVEN
        else replace(value, score=round(0.5 + trust * (value.score - 0.5), _DIGITS))
        for action, value in found.values.items()
    }


def _known(decision: Decision) -> dict[int, Value]:
    """The values that are more than an estimate."""
    return {a: value for a, value in decision.values.items() if value.result is not None}
