"""Puzzles over the socket: the next one, an attempt, a hint."""

from __future__ import annotations

import secrets
from typing import Any

from inarow.interfaces.web.games.commands import Handle
from inarow.interfaces.web.games.read import load_rules
from inarow.interfaces.web.games.show import line_moves, position_view
from inarow.interfaces.web.protocol import commands as c
from inarow.interfaces.web.protocol.messages import Puzzle as PuzzleMessage
from inarow.interfaces.web.protocol.messages import PuzzleAnswer, PuzzleHint
from inarow.interfaces.web.protocol.session import PageSession
from inarow.interfaces.web.protocol.study_views import PuzzleView
from inarow.interfaces.web.services import Services
from inarow.interfaces.web.study.commands import parse_move
from inarow.interfaces.web.study.puzzle_shelf import CheckPuzzle, HintAt, MakePuzzle
from inarow.study.puzzles import Attempt, Puzzle

HINTS = 3


async def _next(services: Services, session: PageSession, command: c.NextPuzzle) -> None:
    rules = load_rules(command.game)
    seed = secrets.randbits(32) if command.seed is None else command.seed

    def send(name: str, puzzle: Puzzle) -> None:
        position = position_view(puzzle.state, puzzle.moves)
        view = PuzzleView(id=name, words=f"{puzzle.goal}.", hints=HINTS, position=position)
        session.push(PuzzleMessage(re=command.re, puzzle=view))

    async def make() -> None:
        job = MakePuzzle(str(rules), command.level, seed)
        puzzle: Puzzle = await services.pool.run(services.pool.submit(job, study=True))
        send(services.puzzles.keep(puzzle), puzzle)

    ready = services.puzzles.pick(rules, command.level, seed)
    if ready is not None:
        send(*ready)
    else:
        session.spawn("puzzle", command.re, make())


async def _try(services: Services, session: PageSession, command: c.TryPuzzle) -> None:
    puzzle = services.puzzles.find(command.puzzle)
    action = parse_move(puzzle.state.game, command.move)
    after = puzzle.state.play(action)

    async def check() -> None:
        order = services.pool.submit(CheckPuzzle(puzzle, action), study=True)
        verdict: Attempt = await services.pool.run(order)
        right, name = verdict.right, command.puzzle
        goes_on = position_view(after) if right else None
        answer = PuzzleAnswer(
            re=command.re,
            puzzle=name,
            right=right,
            solved=right,
            words=verdict.words,
            position=goes_on,
        )
        session.push(answer)

    session.spawn("puzzle", command.re, check())


async def _hint(services: Services, session: PageSession, command: c.HintPuzzle) -> None:
    puzzle = services.puzzles.find(command.puzzle)

    async def hint() -> None:
        order = services.pool.submit(HintAt(puzzle, command.hint - 1), study=True)
        words: str = await services.pool.run(order)
        told = puzzle.solutions[:1] if command.hint >= HINTS else ()
        moves = line_moves(puzzle.state, told)
        session.push(PuzzleHint(re=command.re, puzzle=command.puzzle, words=words, moves=moves))

    session.spawn("puzzle", command.re, hint())


PUZZLE_COMMANDS: dict[type[Any], Handle] = {
    c.NextPuzzle: _next,
    c.TryPuzzle: _try,
    c.HintPuzzle: _hint,
}
