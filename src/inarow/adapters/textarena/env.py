"""Our games as an environment of TextArena, `inarow-v0`: moves as people write them, in brackets.

    env = textarena.make("inarow-v0", game="gomoku")
    env.reset(num_players=2, seed=1)
    player, text = env.get_observation()
    done, info = env.step("I take the middle: [h8]")

Player 0 has X and begins. The last bracket of an answer counts. As everywhere in TextArena, one
answer that is no legal move is forgiven, the second in a row loses. Dice are rolled here.
"""

import re
from random import Random
from typing import Any

from inarow.adapters.textarena.agents import PlayerAgent
from inarow.errors import InarowError, MissingPackage
from inarow.games.base import SYMBOLS, State
from inarow.games.dice import roll
from inarow.registry import games, load_game
from inarow.spec import split_spec

try:
    import textarena
except ModuleNotFoundError:
    raise MissingPackage("this needs", "textarena") from None

NAME = "inarow-v0"
_MOVE = re.compile(r"\[([^\[\]]+)\]")
_MOST_LISTED = 30
"""Legal moves are listed where there are not more."""


class GameEnv(textarena.Env):
    """One of our games, for two players.

    Args:
        game: the spec of a game.
    """

    def __init__(self, game: str = "connect_four") -> None:
        self.game, self.name = load_game(game), split_spec(game)[0]
        self.position = self.game.initial_state()
        self.state: Any = None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game."""
        self.rng = Random(seed)
        self.position = self._rolled(self.game.initial_state())
        self.state = textarena.TwoPlayerState(num_players=num_players, seed=seed)
        self.state.reset(game_state={"board": ""}, player_prompt_function=self._prompt)
        self.state.manually_set_current_player_id(self.position.player)  # dice may have begun
        self._show()

    def step(self, action: str) -> tuple[bool, Any]:
        """Play the move that an answer names."""
        player, kinds = self.state.current_player_id, textarena.ObservationType
        self.state.add_observation(
            from_id=player, message=action, observation_type=kinds.PLAYER_ACTION
        )
        try:
            move, after = self._read(action)
        except InarowError as error:
            self.state.set_invalid_move(reason=str(error))
        else:
            said = f"Player {player} ({SYMBOLS[player]}) played {move}."
            self.state.add_observation(message=said, observation_type=kinds.GAME_ACTION_DESCRIPTION)
            self.position = self._rolled(after)
            self._show()
            self._settle()
        done, info = self.state.step(rotate_player=False)
        return bool(done), info

    def _settle(self) -> None:
        """End the game, or name the player who is to move; not always the other one."""
        outcome = self.position.outcome
        if outcome is None:
            self.state.manually_set_current_player_id(self.position.player)
        elif outcome.winner is None:
            self.state.set_draw(reason=f"The game is a draw ({outcome.reason}).")
        else:
            reason = f"Player {outcome.winner} wins ({outcome.reason})."
            self.state.set_winner(player_id=outcome.winner, reason=reason)

    def get_board_str(self) -> str:
        """The board as text."""
        return board_text(self.position)

    def _read(self, action: str) -> tuple[str, State]:
        """The move that an answer names, and the position after it; raises InarowError."""
        found = _MOVE.findall(action)
        move = self.position.game.parse(found[-1] if found else action)
        return self.position.game.format(move), self.position.play(move)

    def _rolled(self, position: State) -> State:
        """Let the dice fall until a player is to move."""
        while position.chance():
            position = position.play(roll(position, self.rng))
        return position

    def _show(self) -> None:
        """Tell both players of the position."""
        kind = textarena.ObservationType.GAME_BOARD
        self.state.game_state["board"] = board = self.get_board_str()
        self.state.add_observation(message=board, observation_type=kind)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        """The rules, for one player."""
        entry = games().get(self.name) or games()[self.game.name]
        position = self.position
        example = self.game.format(position.legal_actions()[0])
        return (
            f"You are Player {player_id} in {entry.title or entry.name}, and your mark is "
            f"{SYMBOLS[player_id]}. {entry.summary} The rules in short: {self.game}.\n"
            f"Answer with your move in square brackets, for example [{example}]."
        )


def board_text(position: State) -> str:
    """A position for people who read: the board, whose turn it is, and what is legal."""
    rows, columns = position.game.labels()
    marks = {0: SYMBOLS[0], 1: SYMBOLS[1], None: "."}
    wide = max([1, *(len(name) for name in columns)])
    lines = [
        " ".join([f"{name:>3}", *(f"{marks[owner]:>{wide}}" for owner in row)])
        for name, row in zip(rows or [""] * len(position.board()), position.board(), strict=True)
    ]
    if columns:
        lines.append(" ".join(["   ", *(f"{name:>{wide}}" for name in columns)]))
    legal = [position.game.format(action) for action in position.legal_actions()]
    if legal:
        where = f" ({position.note})" if position.note else ""
        lines.append(f"Player {position.player} ({SYMBOLS[position.player]}) to move{where}.")
    if 0 < len(legal) <= _MOST_LISTED:
        lines.append("Legal moves: " + ", ".join(f"[{move}]" for move in legal))
    return "\n".join(lines)


def _register() -> None:
    """Make the environment and our agents known; once, also if this module is loaded again."""
    from textarena.envs.registration import ENV_REGISTRY
    from textarena.wrappers import LLMObservationWrapper

    textarena.Agent.register(PlayerAgent)
    if NAME not in ENV_REGISTRY:
        textarena.register(NAME, GameEnv, default_wrappers=[LLMObservationWrapper])
        textarena.register(f"{NAME}-raw", GameEnv)


_register()
