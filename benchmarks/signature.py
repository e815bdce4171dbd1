"""What every player answers to fixed questions: tells a refactoring from a functional change.

Every registered player is asked about fixed positions of every game that it can play, with fixed
seeds and a budget in positions or simulations, never in seconds. What comes out is the same on
every run, also on a busy machine, and is kept in `results/signature.txt`: moves, values, lines,
numbers of positions, whole games, and the size of game trees. A change that only moves code
leaves all of it as it is.

    python benchmarks/signature.py --check
    python benchmarks/signature.py --only players mcts nine_board
    python benchmarks/signature.py --write

Values of all moves are told by their number and a hash. Rounding to six digits hides the last bits
of floating point, but another processor may still round a close decision another way: compare with
data that was written on the same machine.

Not asked are several threads or processes, limits in seconds, and `level(adapt=true)`, which only
the terminal uses.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import unified_diff
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.signature_cases import (
    BOARDS,
    EVALUATORS,
    FIXED,
    GAME_BOARDS,
    JUDGED_BOARDS,
    MEASURED_BOARDS,
    OPTION_BOARDS,
    OPTIONS,
    PAIRINGS,
    SMALL_BOARDS,
    SOLVERS,
    WITHOUT_KERNELS,
)

import inarow
from inarow import Limit
from inarow.registry import agents, games

DATA = Path(__file__).parent / "results" / "signature.txt"

Group: TypeAlias = tuple[str, Callable[[], Iterable[str]]]
"""A heading, and what makes the lines below it."""

USUAL = Limit(nodes=1500)
READABLE = Limit(nodes=120)
"""The readable searches are some hundred times slower."""
LONG = Limit(nodes=60_000)
"""More than any level takes."""
SOLVING = Limit(nodes=1_000_000)
IN_GAMES = Limit(nodes=200)
MOST_LEAVES = 20_000
SEED = 1

ALL = slice(None)
SOME = slice(-4, -1)
"""Of the positions of a board: from the middle on, without the win that everybody sees."""
LATE = slice(12, None)
"""Of all positions of a game: those that are solved quickly."""


def add(spec: str, options: str) -> str:
    """A player with further options.

    >>> add("minimax(depth=3)", "compiled=false")
    'minimax(depth=3,compiled=false)'
    """
    name, _, inside = spec.partition("(")
    every = ",".join(filter(None, (inside.removesuffix(")"), options)))
    return f"{name}({every})" if every else name


def full(spec: str, options: str = "") -> str:
    """A player with further options, and with those that keep it from looking at the clock."""
    return add(add(spec, FIXED.get(spec.partition("(")[0], "")), options)


def names() -> list[str]:
    """Every registered player but the one who cannot be asked."""
    return [name for name in agents() if name != "human"]


load_game = cache(inarow.load_game)


def supported(spec: str, boards: Iterable[str]) -> list[str]:
    """The boards on which a player can play."""
    agent = inarow.load_agent(spec, SEED)
    return [board for board in boards if agent.supports(load_game(board))]


def positions(board: str, every: bool = False) -> list[tuple[int, inarow.State]]:
    """Positions on the way of a board's game, with the number of moves that led there."""
    game = inarow.load_game(board)
    actions = inarow.parse_moves(game, BOARDS[board])
    end = len(actions)
    cuts = range(end) if every else (0, end // 4, end // 2, end - 4, end - 2, end - 1)
    state, found = game.initial_state(), []
    for ply, action in enumerate(actions):
        if ply in cuts and not state.chance():
            found.append((ply, state))
        state = state.play(action)
    return found


def short_hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def told(value: inarow.Value | None) -> str:
    """A value with everything that it says."""
    if value is None:
        return "no value"
    return f"{value.words} ({value.kind} {round(value.score, 6) + 0:.12g} {value.unit})"


def answer(state: inarow.State, decision: inarow.Decision) -> str:
    """A decision on one line; how long it took is left out."""
    game = state.game
    judged = sorted((action, told(value)) for action, value in decision.values.items())
    return (
        f"{game.format(decision.action)}: {told(decision.value)}, "
        f"{len(judged)} values {short_hash(str(judged))}, "
        f"line {inarow.format_moves(game, decision.line) or '-'}, {decision.nodes} nodes"
    )


def asked(
    spec: str, board: str, limit: Limit = USUAL, part: slice = ALL, every: bool = False
) -> Iterator[str]:
    """What a player answers; a new one for each position, so that none depends on another."""
    paths: dict[str, None] = {}
    for ply, state in positions(board, every)[part]:
        decision = inarow.load_agent(spec, SEED).choose(state, limit)
        paths[decision.path] = None
        yield f"{ply:>3} {answer(state, decision)}"
    yield f"  by {'; '.join(paths)}"


# The sections


def name_groups() -> Iterator[Group]:
    """Every registered name with all of its options."""
    loaded: list[tuple[str, Iterable[str], Callable[[str], object]]] = [
        ("games", games(), inarow.load_game),
        ("players", agents(), inarow.load_agent),
    ]
    for kind, known, load in loaded:
        yield f"names: {kind}", partial(_specs, known, load)


def _specs(known: Iterable[str], load: Callable[[str], object]) -> Iterator[str]:
    return (f"{name} = {inarow.spec_of(load(name))}" for name in known)


def rule_groups() -> Iterator[Group]:
    """Positions, ends, and the number of move sequences."""
    for board in BOARDS:
        yield f"rules: {board}", partial(_rules, board)


def _rules(board: str) -> Iterator[str]:
    for ply, state in positions(board):
        counts = ", ".join(map(str, tree_sizes(state)))
        yield f"{ply:>3} {inarow.format_position(state)}, tree {counts}"
    end = inarow.play_moves(inarow.load_game(board).initial_state(), BOARDS[board])
    assert end.outcome is not None
    yield f"end {end.outcome.winner} {end.outcome.reason} {end.outcome.lines}"


def tree_sizes(state: inarow.State) -> list[str]:
    """Positions after 1, 2, ... moves, dice included, with the games that end there."""
    sizes: list[str] = []
    level = [state]
    while level and len(level) * state.game.num_actions <= MOST_LEAVES:
        level = [each.play(action) for each in level for action in each.legal_actions()]
        ended = sum(each.outcome is not None for each in level)
        sizes.append(f"{len(level)}/{ended}")
    return sizes


def player_groups() -> Iterator[Group]:
    """Every player on every board."""
    for name in names():
        spec = full(name)
        for board in supported(spec, BOARDS):
            limit = READABLE if name in WITHOUT_KERNELS else USUAL
            yield f"players: {spec}, {board}", partial(asked, spec, board, limit)


def option_groups() -> Iterator[Group]:
    """Every option that changes how a player searches, compiled and readable."""
    for name in names():
        known = {option.name for option in agents()[name].options()}
        specs = [full(name, options) for options in OPTIONS.get(name, ())]
        readable = [add(spec, "compiled=false") for spec in (full(name), *specs)]
        for spec in specs + readable if "compiled" in known else specs:
            limit = READABLE if spec in readable else USUAL
            slow = limit is READABLE and "simulations" in known  # random games in plain Python
            for board in supported(spec, SMALL_BOARDS if slow else OPTION_BOARDS):
                yield f"options: {spec}, {board}", partial(asked, spec, board, limit, SOME)


def evaluator_groups() -> Iterator[Group]:
    """Every evaluator, asked about the moves of a position one ply ahead."""
    for evaluator in EVALUATORS:
        for compiled in ("true", "false"):
            spec = f"minimax(depth=1,evaluator={evaluator},compiled={compiled})"
            for board in supported(spec, BOARDS):
                yield f"evaluators: {spec}, {board}", partial(asked, spec, board, part=SOME)


def solver_groups() -> Iterator[Group]:
    """The perfect player, with a limit and without.

    Without one it borrows a solver that remembers what others of the same memory have solved, so
    each has a memory of its own here.
    """
    for memory, options in enumerate(SOLVERS, 9):
        spec = full("perfect", options)
        for board in supported(spec, BOARDS):
            yield f"solver: {spec}, {board}", partial(asked, spec, board, SOLVING)
        spec = add(spec, f"memory={memory}")
        for board in ("connect_four", "connect_four(4,5)"):
            work = partial(asked, spec, board, Limit(), LATE, every=True)
            yield f"solver: {spec} without a limit, {board}", work


def judge_groups() -> Iterator[Group]:
    """The judge on its way through games: sooner or later there is a win by force."""
    spec = full("judge")
    for board in JUDGED_BOARDS:
        yield f"judge: {spec}, {board}", partial(asked, spec, board, every=True)


def level_groups() -> Iterator[Group]:
    """All levels, with as much thinking as they take."""
    for number in range(1, 11):
        for board in MEASURED_BOARDS:
            spec = f"level({number})"
            yield f"levels: {spec}, {board}", partial(asked, spec, board, LONG)


def game_groups() -> Iterator[Group]:
    """Whole games: every player against itself, and some against each other."""
    alone = [(board, name, name) for name in names() for board in GAME_BOARDS]
    for board, *pair in (*alone, *PAIRINGS):
        first, second = map(full, pair)
        if supported(first, [board]) and supported(second, [board]):
            yield f"games: {first} - {second}, {board}", partial(_game, board, first, second)


def _game(board: str, first: str, second: str) -> Iterator[str]:
    players = inarow.load_agent(first, SEED), inarow.load_agent(second, SEED + 1)
    record = inarow.play_match(inarow.load_game(board), players, limit=IN_GAMES, seed=SEED)
    assert record.outcome is not None
    yield f"{record.moves}: {record.outcome.winner} {record.outcome.reason}"
    yield f"record {short_hash(inarow.format_record(record) + inarow.format_record_json(record))}"


SECTIONS = (
    name_groups,
    rule_groups,
    player_groups,
    option_groups,
    evaluator_groups,
    solver_groups,
    judge_groups,
    level_groups,
    game_groups,
)


# The data


def chosen(heading: str, only: Sequence[str]) -> bool:
    """Whether a heading has all the words that were asked for."""
    return all(word in heading for word in only)


def run(only: Sequence[str] = ()) -> Iterator[tuple[str, list[str]]]:
    """All groups that were asked for, one after the other."""
    for section in SECTIONS:
        for heading, lines in section():
            if chosen(heading, only):
                yield heading, [f"  {line}" for line in lines()]


def kept(only: Sequence[str] = ()) -> dict[str, list[str]]:
    """The groups of the data file."""
    heading = ""
    found: dict[str, list[str]] = {}
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            found[heading].append(line)
        else:
            heading = line
            found[heading] = []
    return {heading: lines for heading, lines in found.items() if chosen(heading, only)}


def as_lines(groups: Iterable[tuple[str, list[str]]]) -> list[str]:
    return [line for heading, lines in groups for line in (heading, *lines)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="TEXT",
        help="groups whose heading has all of these",
    )
    to_do = parser.add_mutually_exclusive_group()
    to_do.add_argument("--check", action="store_true", help="compare with the data; exit 1 if not")
    to_do.add_argument("--write", action="store_true", help="write the data")
    given = parser.parse_args()
    if not (given.check or given.write):
        for group in run(given.only):
            print("\n".join(as_lines([group])), flush=True)
        return
    found = dict(run(given.only))
    if not found:
        parser.error(f"no heading has {' and '.join(map(repr, given.only))}")
    if given.write:
        every = (kept() if given.only else {}) | found
        DATA.write_text("\n".join(as_lines(every.items())) + "\n", encoding="utf-8")
    else:
        before, now = as_lines(kept(given.only).items()), as_lines(found.items())
        differences = list(unified_diff(before, now, DATA.name, "now", n=1, lineterm=""))
        print("\n".join(differences) or f"{len(now)} lines as before")
        sys.exit(1 if differences else 0)
    print(f"{len(found)} groups, {process_time():.0f} CPU seconds", file=sys.stderr)


if __name__ == "__main__":
    main()
