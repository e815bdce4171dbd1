"""Drawing a position: pure functions from a state to a string, no printing, no terminal questions.

- `modern`: the board of the terminal interface, in Unicode or ASCII, with or without colour;
- `svg`: a picture of the board as a file of its own;
- `originals`: the boards of the original programs, byte for byte.

`modern` and `svg` use the contract of `games/base.py` and nothing else, so they also draw games
that other packages bring along.
"""
