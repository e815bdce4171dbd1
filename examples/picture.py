"""Write a position as an SVG picture.

python examples/picture.py 4453 > board.svg
"""

import sys

import inarow


def main() -> None:
    moves = sys.argv[1] if len(sys.argv) > 1 else "44535"
    print(inarow.picture(moves, size=48).svg)


if __name__ == "__main__":
    main()
