"""What is really true of a position, and whether what a search says of it agrees.

`Truth` knows the result of every position of a small board by looking at all of it. A search may
say less than the truth, but nothing else: every *proven* value and every *bound*, of a position or
of a move, every line that is said to win or to hold, and every reason that decides the game is
compared with it. So is what people are shown of them: numbers and words of analyses and reviews, as
they are sent to the page.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from inarow.games.base import Game, State
from inarow.interfaces.web.games.show import analysis_view, verdict_view
from inarow.interfaces.web.protocol.messages import ValueView
from inarow.search.decision import Decision, Info, Kind, Result, Unit, Value
from inarow.study.analysis import Analysis
from inarow.study.reviewed_move import ReviewedMove
from inarow.study.why import Why
from oracle import long_game


class TooLarge(Exception):
    """A position has more positions after it than we want to look at."""


@dataclass
class Truth:
    """Guaranteed results by looking at everything, at most at `most` positions for each answer.

    Dice take a player's side or the other's: what is *guaranteed* holds for any of their throws.
    """

    most: int = 20_000
    _known: dict[Hashable, tuple[int, int | None]] = field(default_factory=dict)
    _spent: int = 0

    def sure(self, state: State, player: int) -> int:
        """The least that a player is sure of: 1 a win, 0 a draw, -1 a loss."""
        return self._look(state, player)[0]

    def bounds(self, state: State, player: int) -> tuple[int, int]:
        """The least and the most that a player can get under best play of both."""
        self._spent = 0
        return self.sure(state, player), -self.sure(state, 1 - player)

    def turns(self, state: State, player: int) -> int | None:
        """After how many turns a decided game ends: the winner hurries, the loser does not.

        None if nobody knows.
        """
        low, high = self.bounds(state, player)
        assert low == high != 0
        return self._look(state, player if low > 0 else 1 - player)[1]

    def _look(self, state: State, player: int) -> tuple[int, int | None]:
        if player and state.game.name != "random_drop" and not state.chance():
            # Without dice, what one is sure of is just what the other cannot prevent.
            result, turns = self._look(state, 0)
            return -result, turns
        key = (state.game, state.key(), state.player, player)
        if key not in self._known:
            self._spent += 1
            if self._spent > self.most:
                raise TooLarge
            self._known[key] = self._search(state, player)
        return self._known[key]

    def _search(self, state: State, player: int) -> tuple[int, int | None]:
        if state.outcome is not None:
            return int(state.returns()[player]), 0
        found = []
        children = [state.play(action) for action in state.legal_actions()]
        ends = [
            child for child in children if child.outcome and child.outcome.winner == state.player
        ]
        for child in children if state.chance() else ends[:1] or children:  # nothing is quicker
            result, turns = self._look(child, player)
            found.append((result, (turns or 0) + (child.player != state.player)))
        mine = state.player == player and not state.chance()
        best = (max if mine else min)(result for result, _ in found)
        lengths = [turns for result, turns in found if result == best]
        hurries = mine == (best > 0)
        return best, min(lengths) if hurries else max(lengths)


def positions(game: Game, seed: int, truth: Truth, count: int) -> list[State]:
    """Positions of long random games, from the last one back as far as the truth can be known."""
    rng, found = Random(seed), list[State]()
    while len(found) < count:
        states = [state for state in long_game(game.initial_state(), rng) if not state.chance()]
        for state in reversed([state for state in states if state.outcome is None]):
            try:
                for known in (state, *map(state.play, state.legal_actions())):
                    truth.bounds(known, 0)
            except TooLarge:
                break
            if rng.random() < 0.5:
                found.append(state)
    return found[:count]


def claim(value: Value) -> tuple[int, int]:
    """The least and the most that a value says of a position: -1, 0 or 1."""
    low, high = value.results
    return round(2 * low) - 1, round(2 * high) - 1


def lies(state: State, said: Decision | Info, truth: Truth) -> Iterator[str]:
    """Everything that is wrong in what a search says of a position."""
    me = state.player
    if said.value is not None:
        yield from _wrong("the position", said.value, state, me, 0, truth)
    yield from lies_about_moves(state, said.values, truth)
    if said.value is not None:
        yield from lies_in_line(state, said.value, said.line, truth)


def lies_in_line(state: State, value: Value, line: Sequence[int], truth: Truth) -> Iterator[str]:
    """The first position of a line in which the player to move has less or more than is said."""
    (low, high), me = claim(value), state.player
    for length, action in enumerate(line, start=1):
        if state.chance():
            return
        state = state.play(action)
        try:
            least, most = truth.bounds(state, me)
        except TooLarge:
            continue
        if least < low or most > high:
            so_far = tuple(line[:length])
            yield f"the line {so_far} leads to {least} to {most}, said: {value.words}"
            return


def lies_about_moves(state: State, values: Mapping[int, Value], truth: Truth) -> Iterator[str]:
    """What is wrong in the values of moves."""
    for action, value in values.items():
        child = state.play(action)
        turns = int(child.player != state.player)
        yield from _wrong(f"move {action}", value, child, state.player, turns, truth)


def _wrong(
    what: str, value: Value, state: State, player: int, turns: int, truth: Truth
) -> Iterator[str]:
    low, high = claim(value)
    try:
        least, most = truth.bounds(state, player)
    except TooLarge:  # beside a win that made it needless to look at more
        return
    if low > least or high < most:
        yield f"{what} is called {value.words!r}, and lies between {least} and {most}"
    elif value.kind is Kind.PROVEN and low and value.plies is not None:
        after = truth.turns(state, player)
        real = value.plies if after is None else turns + after
        if value.plies < real or (value.plies > real and not value.at_most):
            yield f"{what} is called {value.words!r}, and ends after {real}"


def lies_in_review(move: ReviewedMove, truth: Truth) -> Iterator[str]:
    """What is wrong in the review of a move, and in what the page says of it."""
    state, best = move.state, move.best_value
    yield from _wrong("the position", move.before, state, state.player, 0, truth)
    yield from lies_about_moves(state, move.values, truth)
    yield from lies_about_moves(state, {move.best: best}, truth)
    yield from lies_in_line(state, best, move.line, truth)
    view = verdict_view(move, 0, 1)
    told = {state.game.parse(view.text): shown(view.value, state)}
    yield from lies_about_moves(state, told, truth)
    yield from lies_about_moves(state, {move.best: heard(view.best_words)}, truth)
    yield from lies_in_reasons(state, move.action, move.reasons, truth)
    verdict, *more = view.words.split("; ")
    judged = re.fullmatch(r"\w+: (?:from (.*) to )?(.*?)(?: \(estimated\))?", verdict)
    assert judged is not None, view.words
    before, after = judged.groups()
    yield from lies_about_moves(state, {move.action: heard(after)}, truth)
    for words in more:
        proven, _, of = words.partition(" is proven of ")
        if words.startswith("better"):  # and not only perhaps
            yield from lies_about_moves(state, {state.game.parse(words[7:]): heard(before)}, truth)
        elif of:
            yield from lies_about_moves(state, {state.game.parse(of): heard(proven)}, truth)


def lies_in_analysis(found: Analysis, truth: Truth) -> Iterator[str]:
    """What is wrong in an analysis as the page gets it."""
    state, view = found.state, analysis_view(found)
    values = {move.action: shown(move.value, state) for move in view.moves if move.value}
    (best,) = (move.action for move in view.moves if move.best)
    value = shown(view.value, state) if view.value else None
    line = tuple(move.action for move in view.line)
    yield from lies(state, Decision(best, value, values, line), truth)
    for move in found.moves:
        yield from lies_in_reasons(state, move.action, move.reasons, truth)


def lies_in_reasons(
    state: State, action: int, reasons: Sequence[Why], truth: Truth
) -> Iterator[str]:
    """Reasons that decide the game, and do not."""
    for why in reasons:
        if why.kind in ("wins", "loses", "forced"):
            wins = int(why.player == state.player)
            value = Value(Kind.PROVEN, wins, Result.WIN if wins else Result.LOSS)
            yield from lies_about_moves(state, {action: value}, truth)
            yield from lies_in_line(state, value, why.moves if why.kind == "forced" else (), truth)


def shown(view: ValueView, state: State) -> Value:
    """The value that a person sees on the page; its words and its bar must say the same."""
    names = Kind(view.kind), view.result and Result(view.result), Unit(view.unit)
    kind, result, unit = names
    value = Value(kind, view.score, result, view.plies, view.at_most, unit)
    assert view.words == value.words
    chance = view.chance if state.player == 0 else 1 - view.chance
    low, high = value.results
    assert low <= chance <= high
    assert low == high or 0 < chance < 1, "only proofs reach the ends"
    return value


def heard(words: str) -> Value:
    """The value that a person understands: `win in at most 9`, `at least a draw`, `about 62 %`."""
    found = re.fullmatch(
        r"(?:at (least|most) (?:a )?)?(win|draw|loss)(?: in (at most )?(\d+))?", words
    )
    if found is None:
        assert words.endswith(" %") or words in ("not known yet", "not judged"), words
        return Value(Kind.ESTIMATE, 0.5, unit=Unit.CHANCE)
    bound, result, within, plies = found.groups()
    kind, at_most = (Kind.BOUND, bound == "most") if bound else (Kind.PROVEN, bool(within))
    return Value(kind, 0.5, Result(result), int(plies) if plies else None, at_most, Unit.CHANCE)
