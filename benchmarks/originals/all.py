"""Every report of the original programs, one after the other.

Each report runs as a program of its own; one that fails is named at the end and stops nothing. With
`--json` the figures of all are written to one file. Ctrl-C ends the running report, which still
prints what it has, and leaves out the rest.

    python benchmarks/originals/all.py --quick --json originals.json
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
QUICK = {
    "exploration_sweep": "--games 4 --simulations 100",
    "pairings": "--games 2 --simulations 200",
    "randomness": "--games 4 --simulations 50",
    "lookahead_time": "--repeats 1 --depth 5",
    "pruning": "--positions 10 --empty 10",
    "nine_rollout_depth": "--games 2 --simulations 20 --seconds 0.02",
    "nine_alphabeta": "--games 2 --simulations 20 --seconds 0.02 --depths 1 2 3",
    "levels": "--games 4 --duels 2",
    "reactions": "--seeds 1",
    "gomoku_modes": "--games 2 --time-scale 0.02 --nodes 1000",
    "gomoku_deepening": "--games 2 --nodes 300",
    "ring": "--rounds 1 --simulations 10 --nodes 300 --only tic_tac_toe nine_board",
}
"""Every report, with options that make it short: they show that it works, not what is true."""


def run_report(name: str, options: list[str], folder: Path) -> tuple[int, dict[str, Any] | None]:
    """Run one report; its exit code, and its figures if it wrote any."""
    file = folder / f"{name}.json"
    command = [sys.executable, str(HERE / f"{name}.py"), *options, "--json", str(file)]
    print(f"\n== {name} {' '.join(options)}", flush=True)
    process = subprocess.Popen(command)
    try:
        code = process.wait()
    except KeyboardInterrupt:  # the report was told as well, and is about to end
        code = process.wait()
    return code, json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def run_all(names: list[str], quick: bool, options: list[str]) -> tuple[list[Any], list[str]]:
    """Run some reports; their figures, and the names of those that did not finish."""
    found, failed = [], []
    with TemporaryDirectory() as folder:
        for name in names:
            chosen = [*(QUICK[name].split() if quick else []), *options]
            code, figures = run_report(name, chosen, Path(folder))
            if figures is not None:
                found.append(figures)
            if code:
                failed.append(name)
            if code == 130:  # interrupted
                break
    return found, failed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small counts, a minute or two")
    parser.add_argument("--only", nargs="+", choices=QUICK, default=list(QUICK), metavar="NAME")
    parser.add_argument("--seed", default="1", help="of all random numbers (1)")
    parser.add_argument("--workers", default="2", help="processes (2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here")
    given = parser.parse_args()
    options = ["--seed", given.seed, "--workers", given.workers]
    found, failed = run_all(given.only, given.quick, options)
    if given.json:
        text = json.dumps({"quick": given.quick, "reports": found}, indent=1)
        given.json.write_text(text + "\n", encoding="utf-8")
    print(f"\n{len(found)} of {len(given.only)} reports have figures")
    if failed:
        sys.exit(f"not finished: {', '.join(failed)}")


if __name__ == "__main__":
    main()
