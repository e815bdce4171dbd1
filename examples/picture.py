"""Write a position as an SVG picture.

python examples/picture.py 4453 > board.svg
"""

import sys

from inarow import load_game, play_moves
from inarow.interfaces.render.svg import render


def main() -> None:
    moves = sys.argv[1] if len(sys.argv) > 1 else "44535"
    state = play_moves(load_game("connect_four").initial_state(), moves)
    print(render(state, size=48))


if __name__ == "__main__":
    main()
