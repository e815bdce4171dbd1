"""The checks for authors find what is broken, and say it; sound games and players pass them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from cases import each
from inarow.agents.random_player import RandomPlayer
from inarow.errors import IllegalMove
from inarow.games.base import Board, Game, State
from inarow.games.mnk import Mnk, MnkState
from inarow.games.rules import Placement, Rules
from inarow.registry import agents, load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.decision import Decision, Kind, OnInfo, Value
from inarow.search.limit import NO_LIMIT, Limit
from inarow.testing import CheckFailed, check_agent, check_game


@dataclass(frozen=True)
class Careful(Mnk):
    """The second stone must not be put on the centre: a variant that forbids a move."""

    name = "careful"

    def initial_state(self) -> CarefulState:
        return CarefulState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> CarefulState:
        return CarefulState.from_board(self, board, player)


class CarefulState(MnkState):
    """A position of such a game."""

    __slots__ = ()

    def legal_actions(self) -> Sequence[int]:
        return [action for action in super().legal_actions() if not self._forbidden(action)]

    def play(self, action: int) -> CarefulState:
        if self._forbidden(action):
            raise IllegalMove("the centre is forbidden here")
        return super().play(action)

    def _forbidden(self, action: int) -> bool:
        return self.ply == 1 and action == self._game.num_actions // 2


@dataclass(frozen=True)
class Described(Careful):
    """The same, with rules that say that something is forbidden."""

    name = "described"

    @property
    def rules(self) -> Rules:
        return Rules(self.rows, self.cols, self.k, Placement.ANYWHERE, forbids=True)


@pytest.mark.parametrize("kind", [Careful, Described])
def test_every_player_plays_a_variant_that_forbids_a_move(
    kind: type[Careful], thorough: bool
) -> None:
    if thorough:
        check_game(kind(5, 5, 4), games=2)
    else:
        check_game(kind(3, 5, 3), games=2, players=[*agents()][kind is Careful :: 2])


@each("name", [name for name in agents() if name != "human"])
@each("kind", [Careful, Described])
def test_no_player_suggests_a_forbidden_move(kind: type[Careful], name: str) -> None:
    state = kind(3, 3, 3).initial_state().play(0)
    agent = load_agent(name, seed=1)
    if agent.supports(state.game):
        decision = agent.choose(state, Limit(depth=9, nodes=1000, simulations=100, seconds=20))
        assert decision.action in state.legal_actions()
        assert 4 not in decision.values


def test_orders_and_evaluators_read_described_variants() -> None:
    game = Described(5, 5, 4)
    names = ("alphabeta(order=near)", "classic-gomoku", "minimax")
    assert [load_agent(name).supports(game) for name in names] == [True] * 3
    assert not any(load_agent(name).supports(Careful(5, 5, 4)) for name in names)


@dataclass(frozen=True)
class Vanishing(Mnk):
    """A third stone of a player makes its oldest one vanish, so the board never fills."""

    name = "vanishing"

    def initial_state(self) -> VanishingState:
        return VanishingState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> VanishingState:
        state = VanishingState.from_board(self, board, player)
        state._order = tuple(map(int, note.split(","))) if note else ()
        return state


class VanishingState(MnkState):
    """`_order` are the actions of the stones from the oldest to the newest."""

    __slots__ = ("_order",)

    def __init__(self, *args: Any, **names: Any) -> None:
        super().__init__(*args, **names)
        self._order: tuple[int, ...] = ()

    def play(self, action: int) -> VanishingState:
        after: Any = super().play(action)
        after._order = (*self._order, action)
        if len(after._order) > 4 and not after._won:
            after._other &= ~self._game.bits[after._order[0]]
            after._order = after._order[1:]
        found: VanishingState = after
        return found


@pytest.mark.parametrize(
    "name", ["minimax(depth=4,evaluator=none)", "expectiminimax(depth=4,evaluator=none)"]
)
def test_searches_of_a_fixed_depth_end_although_stones_vanish(name: str) -> None:
    state: State = Vanishing(3, 3, 3).initial_state()
    for action in (0, 1, 3, 4):
        state = state.play(action)
    decision = load_agent(name).choose(state, Limit())
    assert decision.action == 6
    for _ in range(20):  # and from any position
        state = state.play(next(a for a in state.legal_actions() if not state.play(a).outcome))
        assert load_agent(name).choose(state, Limit()).action in state.legal_actions()


# What is broken is found


def broken(**changes: Any) -> Game:
    """Tic-tac-toe with some of its parts replaced."""
    state_parts = {name[6:]: part for name, part in changes.items() if name.startswith("state_")}
    game_parts = {name: part for name, part in changes.items() if not name.startswith("state_")}
    state_class: Any = type("BrokenState", (MnkState,), {"__slots__": (), **state_parts})
    game_parts["initial_state"] = lambda self: state_class(self)
    game_parts["state_from"] = lambda self, board, player, note="": state_class.from_board(
        self, board, player
    )
    game_class: Any = type("BrokenGame", (Mnk,), {"name": "broken", **game_parts})
    for kind in (state_class, game_class):  # so that positions can be pickled
        kind.__module__ = __name__
        globals()[kind.__name__] = kind
    game: Game = game_class()
    return game


Broken = Callable[[], Game]
FAULTS: dict[str, tuple[Broken, str]] = {
    "descending": (
        lambda: broken(state_legal_actions=lambda s: MnkState.legal_actions(s)[::-1]),
        "legal_actions must ascend",
    ),
    "hidden": (
        lambda: broken(state_legal_actions=lambda s: list(MnkState.legal_actions(s))[1:]),
        "is not legal, but|goes on while moves are legal",
    ),
    "notation": (lambda: broken(format=lambda self, action: "a1"), "must lead back|share a text"),
    "pattern": (lambda: broken(move_pattern="x"), "move_pattern misses"),
    "symmetry": (
        lambda: broken(symmetries=lambda self: (range(9), (1, 0, *range(2, 9)))),
        "mirrored game",
    ),
    "identity": (lambda: broken(symmetries=lambda self: (range(9)[::-1],)), "identity"),
    "labels": (lambda: broken(labels=lambda self: (("a",), ())), "labels"),
    "returns": (lambda: broken(state_returns=lambda s: (1.0, -1.0)), "nothing is gained|disagree"),
    "outcome": (lambda: broken(state_outcome=None), "goes on while moves are legal"),
    "shape": (lambda: broken(block=2), "small boards"),
    "rules": (
        lambda: broken(rules=Rules(3, 4, 3, Placement.ANYWHERE)),
        "other shapes",
    ),
    "actions": (lambda: broken(rules=Rules(3, 3, 3, Placement.FALLS)), "such rules have 3"),
}


@each("fault", FAULTS)
def test_a_broken_game_is_found(fault: str) -> None:
    make, words = FAULTS[fault]
    with pytest.raises(CheckFailed, match=words):
        check_game(make(), players=[], speed=0)


def test_a_game_that_lacks_something_is_told_what() -> None:
    class Empty:
        name = "empty"

    with pytest.raises(CheckFailed, match="a game also needs block, format, initial_state"):
        check_game(Empty())  # type: ignore[arg-type]


def test_a_game_that_is_too_slow_is_found() -> None:
    def slowly(state: MnkState) -> Sequence[int]:
        sum(range(10_000))
        return MnkState.legal_actions(state)

    game = type(broken(state_legal_actions=slowly))(6, 6, 4)  # type: ignore[call-arg]
    with pytest.raises(CheckFailed, match="simulations per second"):
        check_game(game, games=1, players=[], speed=2000)


GUESS = {99: Value(Kind.ESTIMATE, 0)}


class Faulty:
    """A player whose answer is whatever the test wants."""

    name = "faulty"

    def __init__(self, answer: Callable[[State], Decision]) -> None:
        self._answer = answer

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        if state.outcome is not None:
            raise IllegalMove("the game is over")
        return self._answer(state)


@each(
    "answer, words",
    [
        (lambda state: Decision(99), "illegal"),
        (lambda state: 1 // 0, "ZeroDivisionError"),
        (lambda state: Decision(state.legal_actions()[0], line=(99,)), "begins with another move"),
        (
            lambda state: Decision(state.legal_actions()[0], values={99: Value(Kind.ESTIMATE, 0)}),
            "illegal move",
        ),
    ],
)
def test_a_faulty_player_is_found(answer: Callable[[State], Decision], words: str) -> None:
    agent: Agent = Faulty(answer)
    with pytest.raises(CheckFailed, match=words):
        check_agent(agent, [load_game("tic_tac_toe")])


def test_a_player_that_plays_nothing_is_found() -> None:
    with pytest.raises(CheckFailed, match="supports none of the games"):
        check_agent(load_agent("classic-gomoku"), [load_game("connect_four")])


def test_sound_players_pass() -> None:
    check_agent(RandomPlayer(seed=1), [load_game("tic_tac_toe"), load_game("nine_board")])
