"""Claims of wins by force in Gomoku, played out against every reply with nothing but the rules.

A claim says: this player wins, whatever the opponent does. To check it, some *attack* names a move
for each position of the winner (an engine may, as any one good move is enough), and all replies are
played. Only the rules decide: a five ends the game, and a full board is no win.

What makes it quick follows from the rules as well:

- Who has two cells that make five has won unless the other one makes five now; who has one leaves a
  single reply, since any other loses on the spot.
- Most replies to a three are of no use. So it is first played out what happens if the defender
  does nothing at all, and the same moves are tried after each reply, before the attack is asked
  for others. Whether they still win is played out anew each time: what is borrowed is a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from random import Random

from inarow.games.base import Game, State
from inarow.games.grid import Geometry, bits_of
from inarow.games.renju import forbidden_moves
from inarow.games.rules import Rules
from inarow.games.stones import read_stones
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit
from inarow.study.forcing import Forced, forced_win

Attack = Callable[[State], int | None]


class TooMuch(Exception):
    """More replies than we want to play."""


def fives(state: State, player: int) -> list[int]:
    """The cells on which a player would make five."""
    own, other, _ = read_stones(state, player)
    bits = set(five_bits(rules_of(state.game), own, other, player))
    return [action for action, bit in enumerate(bits_by_action(state.game)) if bit in bits]


def five_bits(rules: Rules, own: int, other: int, player: int) -> list[int]:
    """The free cells with which stones make five: k - 1 others stand in a row with each of them."""
    cells, geometry = 0, rules.geometry
    for _, step in geometry.directions:
        for place in range(rules.k):
            found = geometry.full & ~(own | other)
            for at in range(rules.k):
                if at != place:
                    away = (at - place) * step
                    found &= own >> away if away > 0 else own << -away
            cells |= found
    rule = rules.line_rule_of(player)
    return [bit for bit in bits_of(cells) if rule.completed(own | bit, bit, other)]


def rules_of(game: Game) -> Rules:
    assert game.rules is not None
    return game.rules


def bits_by_action(game: Game) -> list[int]:
    return [bit for bits in rules_of(game).geometry.bits_of_rows for bit in bits]


@dataclass
class PlayedOut:
    """Whether an attack beats every reply; looks at `most` positions of the attacker at most.

    Positions are the stones of attacker and defender as bit sets. `idle` are stones of the defender
    that may be of no use to him: the attack may be the one without them.
    """

    game: Game
    attacker: int
    attack: Attack
    most: int = 100_000
    _won: dict[tuple[int, int], bool] = field(default_factory=dict)
    _plan: dict[tuple[int, int], int] = field(default_factory=dict)

    @cached_property
    def rules(self) -> Rules:
        return rules_of(self.game)

    @cached_property
    def bits(self) -> list[int]:
        return bits_by_action(self.game)

    @property
    def geometry(self) -> Geometry:
        return self.rules.geometry

    def wins(self, own: int, other: int, idle: int = 0) -> bool:
        """Whether the attacker, who is to move, wins."""
        key = (own, other)
        if key not in self._won:
            if len(self._won) >= self.most:
                raise TooMuch
            self._won[key] = False
            self._won[key] = bool(five_bits(self.rules, own, other, self.attacker)) or any(
                self._wins_by(bit, own, other, idle) for bit in self._moves(own, other, idle)
            )
        return self._won[key]

    def loses(self, own: int, other: int, idle: int = 0) -> bool:
        """Whether the defender, who is to move, loses after each reply."""
        defender = 1 - self.attacker
        if five_bits(self.rules, other, own, defender):
            return False
        threats = five_bits(self.rules, own, other, self.attacker)
        if len(threats) > 1:
            return True
        free = self.geometry.full & ~(own | other)
        replies = [
            bit for bit in threats or bits_of(free) if self._is_legal(bit, other, own, defender)
        ]
        if not replies:  # a full board is a draw, but black may be left with forbidden cells
            return bool(free)
        if len(replies) > 1 and not self.wins(own, other, idle):
            return False  # not even if the defender does nothing
        return all(self.wins(own, other | bit, idle | bit) for bit in replies)

    def _moves(self, own: int, other: int, idle: int) -> Iterator[int]:
        """What the attacker might play: what wins without the idle stones, then what he is told."""
        guess = self._plan.get((own, other & ~idle))
        if guess is not None and not guess & other:
            yield guess
        stones = (other, own) if self.attacker else (own, other)
        state = self.game.state_from(self.geometry.board(*stones), self.attacker)
        action = None if state.outcome is not None else self.attack(state)
        if action is not None and self.bits[action] != guess:
            yield self.bits[action]

    def _wins_by(self, bit: int, own: int, other: int, idle: int) -> bool:
        if not self._is_legal(bit, own, other, self.attacker):
            return False
        self._plan[own, other] = bit
        return self.loses(own | bit, other, idle)

    def _is_legal(self, bit: int, own: int, other: int, player: int) -> bool:
        if not self.rules.renju or player:
            return True
        return forbidden_moves(self.geometry).reason(own, other, bit) is None


# Where claims come from


def self_play(game: Game, rng: Random, nodes: int = 60) -> list[State]:
    """The positions of a game that a hurried engine plays against itself, with random moves."""
    cols = game.shape[1]
    player = GomokuPlayer(seed=rng.randrange(1000))
    state, found = game.initial_state(), list[State]()
    while state.outcome is None:
        moves = list(state.legal_actions())
        if state.ply and rng.random() < 0.25:
            last = divmod(state.last or 0, cols)
            near = [a for a in moves if max(abs(a // cols - last[0]), abs(a % cols - last[1])) < 3]
            action = rng.choice(near or moves)
        else:
            action = player.choose(state, Limit(nodes=nodes, memory=1)).action
        state = state.play(action)
        found.append(state)
    return [state for state in found if state.outcome is None and state.ply >= 5]


def by_threats(state: State, nodes: int = 60_000) -> int | None:
    """The move with which a win by fours or threes begins."""
    win = forced_win(state, nodes=nodes)
    return None if win is None else win.line[0]


def check_line(state: State, win: Forced, attacker: int) -> None:
    """The line is legal, ends with five, and takes as long as is said.

    In renju it may end sooner: before five that black cannot stop, as the cell is forbidden.
    """
    if state.player != attacker:
        state = state.game.state_from(state.board(), attacker)
    assert len(win.line) <= win.plies
    for action in win.line:
        assert state.outcome is None
        state = state.play(action)
    if state.outcome is None:
        assert rules_of(state.game).renju
        assert played_out(state, loser=1 - attacker, attack=lambda _: None)
    else:
        assert state.outcome.winner == attacker


def by_engine(state: State) -> int | None:
    """A threat that wins, or else the move with which the engine proves a win, even a quiet one."""
    if (threat := by_threats(state)) is not None:
        return threat
    found = GomokuPlayer(variety=0).choose(state, Limit(nodes=20_000, memory=1))
    won = found.value is not None and found.value.results == (1.0, 1.0)
    return found.action if won else None


def played_out(state: State, loser: int | None = None, attack: Attack = by_threats) -> bool | None:
    """Whether the player to move wins (or the loser loses) against every reply; None: too many."""
    attacker = state.player if loser is None else 1 - loser
    own, other, _ = read_stones(state, attacker)
    check = PlayedOut(state.game, attacker, attack)
    try:
        return check.wins(own, other) if loser is None else check.loses(own, other)
    except TooMuch:
        return None


def check_positions(game: Game, seed: int, wanted: int, longest: int) -> int:
    """Wins by force of either player, met in games; gives how many were played out.

    Those that take more than `longest` plies are left out.
    """
    rng, checked = Random(seed), 0
    attack = partial(by_threats, nodes=1_000_000)  # there is a win, however long it takes to see
    while checked < wanted:
        for state in rng.sample(found := self_play(game, rng), min(6, len(found))):
            for attacker in (0, 1):
                win = forced_win(state, attacker)
                if win is not None and 1 < win.plies <= longest:
                    check_line(state, win, attacker)
                    truth = played_out(game.state_from(state.board(), attacker), attack=attack)
                    assert truth is not False, f"{win}\n{state}"
                    checked += truth is True
    return checked
