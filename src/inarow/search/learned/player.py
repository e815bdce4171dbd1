"""`learned`: a player that judges by a network, its own or yours (`inarow train`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.errors import BadOption, NotSupported
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.options import check_options, option
from inarow.search.agent import require_moves
from inarow.search.asked import Asked
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.native.from_state import has_numba
from inarow.search.seam import Step, search_by
from inarow.search.steps import SearchStep

if TYPE_CHECKING:
    from inarow.search.learned.foreign import Foreign
    from inarow.search.learned.network import Network

SEARCHES = ("mcts", "alphabeta")
_FOLDER = Path(__file__).parents[2] / "data"


def _small_network() -> Network:
    from inarow.search.learned.games import random_tuples, require_learning
    from inarow.search.learned.network import Network

    game = ConnectFour(4, 4, 3)
    return Network.untrained(game, random_tuples(require_learning(game), 2, 3, seed=1))


def _warm_up_look() -> None:
    from inarow.search.learned.look import Looking

    network = _small_network()
    Looking(network, network.game.initial_state(), Limit(nodes=100), depth=3).decide()


def _warm_up_lessons() -> None:
    from inarow.search.learned.plan import Training
    from inarow.search.learned.training import Lessons

    Lessons(Training("connect_four(4,4,3)", games=1, tuples=2, length=3)).go_on(1)


def _warm_up_tree() -> None:
    from inarow.search.learned.tree import Growing

    network = _small_network()
    Growing(network, network.game.initial_state(), Limit(nodes=100), 1.0).decide()


LOOK = Step("learned values", _warm_up_look)
LESSONS = Step("learning from games", _warm_up_lessons)
TREE = Step("learned tree search", _warm_up_tree)
STEPS = (LOOK, LESSONS, TREE)


@dataclass
class LearnedPlayer(Asked):
    """Judges positions by numbers that were learned from games, and looks some plies ahead.

    >>> LearnedPlayer().supports(ConnectFour()), LearnedPlayer().supports(ConnectFour(9, 9))
    (True, False)
    """

    file: str | None = option(
        None, help="of a network, .npz or .onnx; none: one that comes with the package"
    )
    search: str = option("mcts", choices=SEARCHES, help="how it looks ahead")
    simulations: int = option(500, low=1, help="of mcts: new positions, unless time counts")
    courage: float = option(
        0.5, low=0, high=100, help="of mcts: how much a move is tried that is only hoped for"
    )
    depth: int = option(5, low=1, high=40, help="of alphabeta: plies to look ahead")
    every: bool = option(False, help="judge every move, and not only the best one")
    name: str = "learned"

    def __post_init__(self) -> None:
        check_options(self)

    def kernels(self, game: Game, state: State | None = None) -> Sequence[Step]:
        if not has_numba():
            return ()
        return (TREE, LOOK) if self.search == "mcts" else (LOOK,)

    def supports(self, game: Game) -> bool:
        return has_numba() and self.would_support(game)

    def would_support(self, game: Game) -> bool:
        if not has_numba():  # nor, perhaps, what it takes to read the file
            return self.file is not None or shipped(game) is not None
        try:
            return self.network(game).game == game
        except NotSupported:
            return False

    def thorough(self) -> LearnedPlayer:
        """The same player, which judges every move."""
        return LearnedPlayer(self.file, "alphabeta", depth=self.depth, every=True)

    def network(self, game: Game) -> Network | Foreign:
        """What it knows of a game; raises NotSupported if that is nothing."""
        path = Path(self.file) if self.file else shipped(game)
        if path is None:
            raise NotSupported(f"no network for {game} comes with the package: train one")
        try:
            stamp = path.stat().st_mtime_ns
        except OSError as error:
            raise BadOption(f"learned: {self.file}: {error.strerror}") from None
        if path.suffix == ".onnx":
            from inarow.search.learned.onnx import OnnxNetwork

            return OnnxNetwork(path, stamp, game)
        return _read(path, stamp)

    def _learned(self, game: Game) -> Network | Foreign:
        """What it knows of a game; an error if it has learned another one."""
        network = self.network(game)
        if network.game != game:
            raise NotSupported(f"{self.file} has learned {network.game}, not {game}")
        return network

    def watch(self, state: State, limit: Limit) -> Sequence[SearchStep]:
        """What the network says of every move, and which groups of cells speak for it."""
        from inarow.search.learned.network import Network
        from inarow.search.learned.trace import trace_learned

        network = self._learned(state.game)
        if not isinstance(network, Network):
            raise NotSupported("layers cannot be taken apart: watch a network of inarow train")
        return trace_learned(network, state)

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        network = self._learned(state.game)
        from inarow.search.learned.network import Network

        if not isinstance(network, Network):
            simulations = self.simulations if self.search == "mcts" else 1
            return network.choose(state, limit, simulations, self.courage)
        depth = self.depth if limit.seconds is None and limit.depth is None else None

        def compiled(limit: Limit) -> Decision:
            if self.search == "mcts" and limit.depth is None and not self.every:
                from inarow.search.learned.tree import Growing

                if limit.seconds is None:
                    limit = limit.within(simulations=self.simulations)
                return Growing(network, state, limit, self.courage).decide()
            from inarow.search.learned.look import Looking
            from inarow.search.learned.network import MOST_DEPTH

            return Looking(network, state, limit, depth or MOST_DEPTH, self.every).decide(on_info)

        def readable(limit: Limit) -> Decision:
            from inarow.search.learned.plain import look

            return look(network, state)

        return search_by(self.kernels(state.game), state.game, limit, compiled, readable)


@cache
def shipped(game: Game) -> Path | None:
    """The network that comes with the package for a game; None if there is none."""
    rules = game.rules
    if rules is None:
        return None
    if rules.falls and (rules.rows, rules.cols, rules.k) == (6, 7, 4):
        path = _FOLDER / "network_connect_four.npz"
    elif rules.sent:
        path = _FOLDER / "network_nine_board.npz"
    else:
        return None
    return path if path.exists() else None


@lru_cache(maxsize=4)
def _read(path: Path, stamp: int) -> Network | Foreign:
    """A network of ours, or layers of somebody else; a file is read again when it has changed."""
    from inarow.search.arrays import array_names
    from inarow.search.learned.dense import load_layers
    from inarow.search.learned.network import load_network

    return load_layers(path) if "weights_0" in array_names(path) else load_network(path)
