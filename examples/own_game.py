"""A new game in one file: four in a row, but every stone must touch one that is already there."""

from dataclasses import dataclass

from inarow import IllegalMove, load_agent, play_match
from inarow.games.base import Board
from inarow.games.mnk import Mnk, MnkState


@dataclass(frozen=True)
class Touch(Mnk):
    """Stones go next to other stones; k in a row win."""

    name = "touch"

    def initial_state(self) -> "TouchState":
        return TouchState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> "TouchState":
        return TouchState.from_board(self, board, player)


class TouchState(MnkState):
    """A position; only the placement rule differs from the m,n,k games."""

    __slots__ = ()

    def touches(self, bit: int) -> bool:
        stones, steps = self._own | self._other, self._game.geometry.directions
        return not stones or any(stones & (bit << step | bit >> step) for _, step in steps)

    def legal_actions(self) -> list[int]:
        return [a for a in super().legal_actions() if self.touches(self._game.bits[a])]

    def _bit(self, action: int) -> int:
        bit = super()._bit(action)
        if not self.touches(bit):
            raise IllegalMove(f"{self._game.format(action)} touches no stone")
        return bit


def main() -> None:
    players = load_agent("random(seed=3)"), load_agent("random(seed=4)")
    record = play_match(Touch(rows=5, cols=5, k=4), players)
    print(f"{record.game}\n{record.state}\n{record.moves}\n{record.outcome}")


if __name__ == "__main__":
    main()
