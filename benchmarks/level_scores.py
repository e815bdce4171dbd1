"""What does every level play in the positions of `inarow score`?

    python benchmarks/level_scores.py                  # all games: about ten minutes of one core
    python benchmarks/level_scores.py connect_four     # only this one; the others stay as they are
    python benchmarks/level_scores.py connect_four --player "level(9)" --player mcts

Writes `src/inarow/data/level_scores.json`, by which `inarow score` says which level plays like a
player: for each level of a game one letter per position, 1 if its move keeps the result. Prints the
table of docs/score.md, with the main players beside the levels.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from inarow.agents.levels import levels_of
from inarow.arena.exam import score
from inarow.arena.level_scores import DATA
from inarow.registry import load_game
from inarow.study.positions import SHIPPED, digest_of, shipped_positions

FILE = Path(__file__).parents[1] / "src" / "inarow" / DATA
PLAYERS = {
    "connect_four": ("random", "mcts(simulations=100)", "mcts", "alphabeta(depth=6)"),
    "tic_tac_toe": ("random", "minimax", "mcts"),
    "mnk(5,5,4)": ("random", "mcts", "gomoku(depth=4)"),
    "gomoku": ("random", "classic-gomoku", "gomoku(depth=4)"),
    "nine_board": ("random", "classic-nine-mcts", "mcts", "nine(seconds=0.05)"),
}


def measure(spec: str, players: list[str]) -> None:
    """Print a row for each player; the answers of a level are kept at once."""
    game = load_game(spec)
    levels = {f"level({one.number})": one.strength.spec for one in levels_of(game)}
    print(f"{spec}\n\n| player | keeps the result | best move |\n|---|---|---|", flush=True)
    for player in players or (*levels, *PLAYERS[spec]):
        found = score(player, game)
        best = "not known" if found.whole.perfect is None else str(found.whole.perfect)
        print(f"| `{player}` | {found.whole.good} | {best} |", flush=True)
        if player in levels:
            keep(spec, levels, player, "".join("01"[one.good] for one in found.answers))
    print()


def keep(spec: str, levels: dict[str, str], player: str, answers: str) -> None:
    """Write the answers of a level beside those that were measured on the same positions."""
    game, data = load_game(spec), json.loads(FILE.read_text(encoding="utf-8"))
    digest = digest_of(shipped_positions(game))
    found = data["games"].get(str(game), {})
    known = found["levels"] if found.get("digest") == digest else {}
    known[levels[player]] = answers
    ordered = {name: known[name] for name in levels.values() if name in known}
    data["games"][str(game)] = {"digest": digest, "levels": ordered}
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="by default all")
    parser.add_argument("--player", action="append", default=[], help="only this one")
    arguments = parser.parse_args()
    for spec in arguments.games or SHIPPED:
        measure(spec, arguments.player)


if __name__ == "__main__":
    main()
