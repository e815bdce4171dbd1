"""What the engine calls proven is proven: a checker that knows only the rules tries every reply."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest

from cases import each
from inarow.games.base import State
from inarow.games.gomoku import Gomoku
from inarow.games.mnk import Mnk, PlacingGame
from inarow.games.notation import parse_position
from inarow.search.decision import Kind, Result
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit
from played_out import fives

NODES = Limit(nodes=1_000, memory=1)  # `tests/slow` gives it more
LONGEST = 7
"""Plies of a win that is checked move by move: every further pair of plies takes long."""
QUICK = 5
"""The same in every run."""


def check_win(
    state: State,
    plies: int,
    player: GomokuPlayer,
    limit: Limit = NODES,
    known: dict[Hashable, int] | None = None,
) -> None:
    """The player to move wins within so many plies, whatever the opponent does.

    `known` are the positions of this proof that were checked before, on another way to them.
    """
    known = {} if known is None else known
    if known.get(state.key(), plies + 1) <= plies or fives(state, state.player):
        return
    assert plies >= 3, f"no win in {plies}:\n{state}"
    decision = player.choose(state, limit)
    assert decision.value is not None
    assert (decision.value.kind, decision.value.result) == (Kind.PROVEN, Result.WIN), str(state)
    assert decision.value.plies is not None
    assert decision.value.plies <= plies, str(state)
    after = state.play(decision.action)
    for reply in after.legal_actions():
        answered = after.play(reply)
        assert answered.outcome is None, f"the opponent wins or draws:\n{answered}"
        check_win(answered, plies - 2, player, limit, known)
    known[state.key()] = plies


def crowded(game: PlacingGame, rng: Random) -> State:
    """A position in which both have placed stones close together, and nobody has won."""
    rows, cols = game.shape
    while True:
        state: State = game.initial_state()
        for _ in range(rng.randrange(6, 16)):
            near = [
                action
                for action in state.legal_actions()
                if abs(action // cols - rows // 2) <= 2 and abs(action % cols - cols // 2) <= 2
            ]
            if state.outcome is not None or not near:
                break
            state = state.play(rng.choice(near))
        if state.outcome is None:
            return state


WINS = (
    Mnk(8, 8, 5),
    Mnk(7, 8, 5, "exact"),
    *(Gomoku(7, 8, rule) for rule in ("renju", "caro", "caro_overline")),
    Mnk(6, 6, 4),
    Mnk(5, 5, 3),
)
LOSSES = (Mnk(7, 7, 5), *(Gomoku(7, 7, rule) for rule in ("renju", "caro")))


@pytest.mark.parametrize("game", WINS, ids=str)
def test_every_proven_win_is_one(game: PlacingGame) -> None:
    check_wins(game, NODES, positions=8, wanted=3, longest=QUICK)


def check_wins(
    game: PlacingGame,
    limit: Limit,
    positions: int = 60,
    wanted: int = 10,
    longest: int = LONGEST,
) -> None:
    """Wins that are proven within a limit, in so many positions of a game or more."""
    rng = Random(str(game))
    player = GomokuPlayer(variety=0)
    asked = checked = 0
    while asked < positions or (checked < wanted and asked < 600):  # most are won at once
        asked += 1
        state = crowded(game, rng)
        value = player.choose(state, limit).value
        assert value is not None
        if value.result is Result.WIN and value.plies is not None and value.plies <= longest:
            check_win(state, value.plies, player, limit)
            checked += value.plies > 1
    assert checked >= wanted


@each("game", LOSSES)
def test_a_position_is_lost_only_if_every_move_is(game: PlacingGame) -> None:
    check_losses(game, NODES, enough=2, longest=QUICK)


def check_losses(
    game: PlacingGame, limit: Limit, enough: int = 120, longest: int = LONGEST
) -> None:
    """Losses that are proven within a limit, in many positions, until there are enough."""
    rng = Random(3)
    player = GomokuPlayer(variety=0)
    checked = 0
    for _ in range(120):
        state = crowded(game, rng)
        decision = player.choose(state, limit)
        assert decision.value is not None
        if decision.value.result is Result.LOSS and (decision.value.plies or 99) < longest:
            for action in state.legal_actions():
                after = state.play(action)
                assert after.outcome is None
                check_win(after, (decision.value.plies or 0) - 1, player, limit)
            checked += 1
            if checked == enough:
                break
    assert checked >= min(3, enough)


def test_a_win_that_a_limit_found_first_is_not_called_the_shortest() -> None:
    """X wins in three plies on the edge; a search that is cut short has only seen one in five."""
    state = parse_position(Mnk(4, 4, 3), ".X../..../..O./.... X")
    for nodes in range(1, 20):
        value = GomokuPlayer(variety=0).choose(state, Limit(nodes=nodes, memory=1)).value
        assert value is None or value.at_most or value.plies == 3, f"{nodes}: {value}"
