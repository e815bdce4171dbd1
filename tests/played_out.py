"""Claims of wins by force in Gomoku, played out against every reply with nothing but the rules.

A claim says: this player wins, whatever the opponent does. To check it, some *attack* names a move
for each position of the winner (an engine may, as any one good move is enough), and all replies are
played. Only the rules decide: a five ends the game, and a full board is no win.

Two shortcuts follow from the rules at once. Who has two cells that make five has won unless the
other one makes five now; who has one leaves a single reply, since any other loses on the spot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from inarow.games.base import Game, State
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit
from inarow.study.forcing import Forced, forced_win

Attack = Callable[[State], int | None]


class TooMuch(Exception):
    """More replies than we want to play."""


def fives(state: State, player: int) -> list[int]:
    """The cells on which a player would make five, found by trying them."""
    if state.player != player:
        state = state.game.state_from(state.board(), player)
    ends = ((action, state.play(action).outcome) for action in state.legal_actions())
    return [action for action, end in ends if end is not None and end.winner == player]


@dataclass
class PlayedOut:
    """Whether an attack beats every reply; looks at `most` positions of the attacker at most."""

    attack: Attack
    most: int = 3000
    _won: dict[State, bool] = field(default_factory=dict)

    def wins(self, state: State) -> bool:
        """Whether the player to move wins by the attack."""
        if state not in self._won:
            if len(self._won) >= self.most:
                raise TooMuch
            self._won[state] = False
            self._won[state] = self._attacks(state)
        return self._won[state]

    def loses(self, state: State) -> bool:
        """Whether the attack beats every reply of the player to move."""
        if state.outcome is not None or fives(state, state.player):
            return False
        threats = fives(state, 1 - state.player)
        if len(threats) > 1:
            return True
        replies = [state.play(action) for action in threats or state.legal_actions()]
        return bool(replies) and all(
            after.outcome is None and self.wins(after) for after in replies
        )

    def _attacks(self, state: State) -> bool:
        if fives(state, state.player):
            return True
        action = self.attack(state)
        return action is not None and self.loses(state.play(action))


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


def by_threats(state: State) -> int | None:
    """The move with which a win by fours or threes begins."""
    win = forced_win(state, nodes=60_000)
    return None if win is None else win.line[0]


def check_line(state: State, win: Forced, attacker: int) -> None:
    """The line is legal, ends with five, and takes as long as is said."""
    if state.player != attacker:
        state = state.game.state_from(state.board(), attacker)
    assert len(win.line) <= win.plies
    for action in win.line:
        assert state.outcome is None
        state = state.play(action)
    assert state.outcome is not None
    assert state.outcome.winner == attacker


def by_engine(state: State) -> int | None:
    """The move with which the engine proves a win, perhaps a quiet one."""
    found = GomokuPlayer(variety=0).choose(state, Limit(nodes=20_000, memory=1))
    won = found.value is not None and found.value.results == (1.0, 1.0)
    return found.action if won else None


def played_out(state: State, loser: int | None = None, attack: Attack = by_threats) -> bool | None:
    """Whether the player to move wins (or the loser loses) against every reply; None: too many."""
    try:
        check = PlayedOut(attack)
        return check.wins(state) if loser is None else check.loses(state)
    except TooMuch:
        return None


def check_positions(game: Game, seed: int, wanted: int) -> int:
    """Wins by force of either player, met in games; gives how many were played out."""
    rng, checked = Random(seed), 0
    while checked < wanted:
        for state in rng.sample(found := self_play(game, rng), min(6, len(found))):
            for attacker in (0, 1):
                win = forced_win(state, attacker)
                if win is not None and win.plies > 1:
                    check_line(state, win, attacker)
                    truth = played_out(game.state_from(state.board(), attacker))
                    assert truth is not False, f"{win}\n{state}"
                    checked += truth is True
    return checked
