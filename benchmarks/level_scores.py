"""What does every level play in the positions of `inarow score`?

    python benchmarks/level_scores.py                  # all games: about ten minutes of one core
    python benchmarks/level_scores.py connect_four     # only this one; the others stay as they are

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="by default all")
    wanted = parser.parse_args().games or list(SHIPPED)
    data = json.loads(FILE.read_text(encoding="utf-8"))
    for spec in wanted:
        game = load_game(spec)
        levels = {f"level({one.number})": one.strength.spec for one in levels_of(game)}
        answers: dict[str, str] = {}
        print(f"{spec}\n\n| player | keeps the result | best move |\n|---|---|---|")
        for player in (*levels, *PLAYERS[spec]):
            found = score(player, game)
            if player in levels:
                answers[levels[player]] = "".join("01"[one.good] for one in found.answers)
            whole = found.whole
            best = "not known" if whole.perfect is None else str(whole.perfect)
            print(f"| `{player}` | {whole.good} | {best} |", flush=True)
        print()
        digest = digest_of(shipped_positions(game))
        data["games"][str(game)] = {"digest": digest, "levels": answers}
        FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
