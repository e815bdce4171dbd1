"""Wins that are one move away are taken and threats are blocked, the more surely the more
simulations.

Method: the sample games of the original program 000 hold 14 positions in which one column is
required: it wins at once, or it is the only one that stops a loss. Each strength of the original
program 003 is asked with many seeds. Only simulations are counted, no time.

    python benchmarks/originals/reactions.py --seeds 50
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish, run

from inarow.games.base import SYMBOLS
from inarow.games.notation import parse_board
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.seeds import derived_seed

DATA = Path(__file__).parents[2] / "tests" / "data" / "originals.json"
HOPELESS = "game1.10"
"""Here every move loses: blocking one threat opens another."""
LEVELS = ("normal", "hard", "impossible")
ENOUGH = {"normal": 0.0, "hard": 0.9, "impossible": 0.98}
"""Least share of blocks in each position; wins must always be taken."""


@dataclass(frozen=True)
class Question:
    """One position for one strength and one seed."""

    name: str
    board: str
    player: int
    required: tuple[int, ...]
    wins: bool
    level: str
    seed: int | None


def questions(seeds: int, seed: int) -> list[Question]:
    """Every position with a required column, for every strength and seed."""
    games = json.loads(DATA.read_text(encoding="utf-8"))["program_000"]["games"]
    return [
        Question(
            position["id"],
            "\n".join(position["before"]),
            SYMBOLS.index(position["player"]),
            tuple(position["required_columns"]),
            bool(position["own_winning_columns"]),
            level,
            derived_seed(seed, f"{number}"),
        )
        for number in range(seeds)
        for game in games
        for position in game["positions"]
        if position["required_columns"] and position["id"] != HOPELESS
        for level in LEVELS
    ]


def answer(question: Question) -> tuple[Question, bool]:
    """Whether the player finds a required column."""
    state = parse_board(load_game("connect_four"), question.board, question.player)
    chosen = load_agent(question.level, question.seed).choose(state, Limit()).action
    return question, chosen + 1 in question.required


def differs(rows: Sequence[Row]) -> str:
    weak = [
        f"{row['position']} at {level}"
        for row in rows
        for level in LEVELS
        if row[level] < row["seeds"] * (1.0 if row["required"] == "win" else ENOUGH[level])
    ]
    return f"{'yes' if weak else 'no'}; below the expected share: {', '.join(weak) or 'none'}"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seeds", type=positive, default=50, help="of each position (50)")
    given = parser.parse_args()
    asked = questions(given.seeds, given.seed)
    answers = run(answer, asked, given.workers)
    found = Counter((question.name, question.level) for question, right in answers if right)
    total = Counter((question.name, question.level) for question, _ in answers)
    kinds = {question.name: "win" if question.wins else "block" for question, _ in answers}
    rows = [
        {
            "position": name,
            "required": kind,
            "seeds": total[name, LEVELS[-1]],
            **{level: found[name, level] for level in LEVELS},
        }
        for name, kind in sorted(kinds.items(), key=lambda item: item[1])
    ]
    publish(__doc__, given, rows, differs, len(answers) == len(asked))


if __name__ == "__main__":
    main()
