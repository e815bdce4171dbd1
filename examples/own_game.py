"""A new game in one file: misère tic-tac-toe, in which a line of three loses."""

from dataclasses import dataclass, replace

from inarow import Outcome, load_agent, play_match
from inarow.games.base import Board
from inarow.games.mnk import Mnk, MnkState


@dataclass(frozen=True)
class Misere(Mnk):
    """Whoever completes k in a row loses."""

    name = "misere"

    def initial_state(self) -> "MisereState":
        return MisereState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> "MisereState":
        return MisereState.from_board(self, board, player)


class MisereState(MnkState):
    """A position; only the meaning of a line differs from the m,n,k games."""

    __slots__ = ()

    def play(self, action: int) -> "MisereState":
        bit = self._free(action)
        own = self._own | bit
        lined = self._game.line_rule.completed(own, bit)
        return MisereState(self._game, self._other, own, 1 - self._player, action, lined)

    @property
    def outcome(self) -> Outcome | None:
        end = super().outcome
        return end if end is None or end.winner is None else replace(end, winner=1 - end.winner)

    def returns(self) -> tuple[float, float]:
        first, second = super().returns()
        return second, first


def main() -> None:
    players = load_agent("random(seed=3)"), load_agent("random(seed=4)")
    record = play_match(Misere(), players)
    print(f"{record.game}\n{record.state}\n{record.moves}: {record.outcome}")


if __name__ == "__main__":
    main()
