"""How many of its moves a player got right, by proof: those that kept the result it had.

    a position with a choice     some moves win, others do not; or some draw and others lose
    kept                         the move has the best result that was there
    given away                   the result is worse than it could have been: a blunder

A *result* is win, draw or loss under best play of both; how soon does not matter here. Only moves
of games that were played are looked at, a fixed number of each player, evenly spread over all of
them; who proves is the same as in `study/truth.py`, within a fixed number of positions, so that a
report is the same on every machine. What cannot be proven within that is counted apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from inarow.arena.feedback import thought_moves
from inarow.arena.job import PlayedGame
from inarow.arena.score import Share
from inarow.games.base import Game, State
from inarow.options import counted
from inarow.search.decision import Result, Value
from inarow.study.truth import truth_of

JUDGED_MOVES = 60
"""Moves of a player that are judged."""
SOLVER_NODES = 2_000_000
"""Positions that the solver of Connect Four may take for all moves of one position."""
_ORDER = (Result.LOSS, Result.DRAW, Result.WIN)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move where it mattered which one was made.

    Args:
        best: the result that the player could have.
        played: the result that it has after its move.
        keeps: a move that keeps the best one.
    """

    best: Result
    played: Result
    keeps: int

    @property
    def given_away(self) -> int:
        """0 if the result was kept, 1 for half a point, 2 for a whole one."""
        return _ORDER.index(self.best) - _ORDER.index(self.played)


@dataclass(slots=True)
class ResultKeeping:
    """What is proven of the moves of one player.

    Args:
        player: who.
        moves: how many it made in all.
        asked: how many of them were looked at.
        choices: of these, in how many positions a move could give the result away.
        kept: how often that did not happen.
        unproven: how many could not be judged.
        worst: the first of the moves that gave away most, in words.
    """

    player: str
    moves: int = 0
    asked: int = 0
    choices: int = 0
    kept: int = 0
    unproven: int = 0
    worst: str = ""
    _most_given: int = 0

    @property
    def share(self) -> Share:
        """How often the result was kept, of the positions with a choice."""
        return Share(self.kept, self.choices)

    @property
    def sentence(self) -> str:
        """What is said to the player."""
        told = f"{self.asked} of {counted(self.moves, 'move')} judged by proof"
        if self.unproven:
            told += f", {self.unproven} of them too hard to prove"
        if not self.choices:
            return f"{told}: none of them could give a result away"
        where = f"{self.kept} of {counted(self.choices, 'position')} with a choice"
        worst = f"; the worst: {self.worst}" if self.worst else ""
        return f"{told}: kept the result in {where}{worst}"

    def count(self, rules: Game, game: int, ply: int, action: int, choice: Choice) -> None:
        """One more position with a choice."""
        self.choices += 1
        self.kept += not choice.given_away
        if choice.given_away > self._most_given:
            self._most_given = choice.given_away
            played, better = rules.format(action), rules.format(choice.keeps)
            self.worst = (
                f"{played} at ply {ply} of game {game} turned a {choice.best} into a "
                f"{choice.played}, {better} keeps it"
            )


def result_keeping(
    rules: Game, players: Sequence[str], games: Iterable[PlayedGame], most: int = JUDGED_MOVES
) -> list[ResultKeeping]:
    """What is proven of some moves of each player, in the order of `players`.

    Raises:
        NotSupported: nobody knows the truth about this game.
    """
    truth, listed = truth_of(rules, solver_nodes=SOLVER_NODES), list(games)
    found = {player: ResultKeeping(player) for player in players}
    for game in listed:
        for seat in game.seats:
            if seat is not None:
                found[game.pairing.seats[seat]].moves += 1
    seen = dict.fromkeys(players, 0)
    for game in listed:
        for ply, seat, state, action in thought_moves(rules, game):
            one = found[game.pairing.seats[seat]]
            at = seen[one.player] = seen[one.player] + 1
            if at * most // one.moves == (at - 1) * most // one.moves:
                continue  # evenly spread
            one.asked += 1
            known = choice_of(state, action, truth.values(state))
            if known is None:
                one.unproven += 1
            elif isinstance(known, Choice):
                one.count(rules, game.pairing.number, ply, action, known)
    return list(found.values())


def choice_of(state: State, action: int, values: Mapping[int, Value]) -> Choice | bool | None:
    """What a move made of its position; False if none could spoil it, None if that is not known.

    >>> from inarow.games.notation import play_moves
    >>> state = play_moves("tic_tac_toe", "a1b2c3")  # a corner loses
    >>> values = truth_of(state.game).values(state)
    >>> edge, corner = (state.game.parse(cell) for cell in ("b1", "c1"))
    >>> choice_of(state, edge, values).given_away, choice_of(state, corner, values).given_away
    (0, 1)
    """
    results = {a: value.result for a, value in values.items() if value.result is not None}
    complete = len(results) == len(state.legal_actions())
    best = max(results.values(), key=_ORDER.index, default=None)
    if action not in results or best is None or not (complete or best is Result.WIN):
        return None
    if set(results.values()) == {best} and complete:
        return False
    return Choice(best, results[action], min(a for a, result in results.items() if result is best))
