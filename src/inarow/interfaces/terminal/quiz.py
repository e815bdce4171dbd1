"""Puzzles on a terminal: the board, the question, and the reply to each answer.

A wrong move costs nothing but the point for the first try: the player is told why it is wrong, and
may try another. `hint` gives away a little more each time, `why` says what comes of the last try,
`show` the solution, `next` moves on.
The first answer to a puzzle with a rating moves that of the person, here and on the page.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random

from inarow.errors import InarowError, NotSupported
from inarow.games.base import State
from inarow.games.sides import side_names
from inarow.interfaces.terminal.console import Console, Leave, MenuLine, paragraph
from inarow.library.rows import usual_file
from inarow.library.solving import Solving
from inarow.options import counted
from inarow.study.answers import why_move
from inarow.study.puzzles import Puzzle, nearest
from inarow.study.reasons import explain

_WORDS = "Type a move, hint (h), why (w), show (s) for the solution, next (n), or exit (e)."
_HELP = """\
{goal}: find the move for that, such as {examples}.
You are told that a move is wrong, and may try another; only the first try counts.
hint (or h) gives away a little more each time, why (or w) says more of your last try,
show (or s) tells the solution, next (or n) leaves this puzzle unsolved, exit (or e) ends."""
_EXAMPLES = 3


class Quiz:
    """Asks puzzles and counts how many were solved at the first try.

    Args:
        mine: where the answers count.
    """

    def __init__(self, mine: Solving) -> None:
        self.console, self.mine = Console(), mine
        self.asked = 0
        self.solved = 0

    def ask(self, number: int, puzzle: Puzzle) -> None:
        """Show a puzzle and talk until it is solved or given up.

        Raises:
            Leave: the person wants to go.
        """
        console, state = self.console, puzzle.state
        rating = "" if puzzle.rating is None else f", rating {puzzle.rating}"
        level = "" if puzzle.level is None else f" (level {puzzle.level}{rating})"
        console.say(f"\nPuzzle {number}{level}\n")
        console.draw(state)
        goal = f"{puzzle.goal[:1].upper()}{puzzle.goal[1:]}"
        console.say(f"\n{goal}.")
        hints = tries = 0
        tried = puzzle.played
        while True:
            answer = console.ask("Your move: ").lower()
            if answer == "help":
                moves = [state.game.format(action) for action in state.legal_actions()]
                examples = ", ".join(moves[:_EXAMPLES])
                console.say(_HELP.format(goal=goal, examples=examples))
                continue
            if answer in ("h", "hint"):
                console.say(puzzle.hint(hints))
                hints += 1
                continue
            if answer in ("w", "why"):
                self._why(state, tried)
                continue
            gives_up = answer in ("n", "next", "s", "show")
            try:
                move = puzzle.solutions[0] if gives_up else state.game.parse(answer)
                verdict = puzzle.check(move)
            except InarowError as error:
                console.say(f"{str(error)[:1].upper()}{str(error)[1:]}. {_WORDS}")
                continue
            tries, tried = tries + 1, move
            self.asked += tries == 1
            if answer not in ("n", "next"):
                console.say(paragraph(solution_words(puzzle) if gives_up else verdict.words))
            solved = verdict.right and tries == 1 and not hints and not gives_up
            if tries == 1:
                self._rate(puzzle, solved)
            if verdict.right:
                self.solved += solved
                return

    def _why(self, state: State, tried: int | None) -> None:
        """What speaks for and against the last try, or what was played, and what comes after it."""
        if tried is None:
            self.console.say("Try a move first: then why says what comes of it.")
            return
        with self.console.busy("Looking ..."):
            found = why_move(state, tried)
        self.console.say(f"Why not {state.game.format(tried)}?")
        for why in found:
            self.console.say(paragraph(why.words, "- "))

    def _rate(self, puzzle: Puzzle, solved: bool) -> None:
        """Move the rating of the person by the first answer to a puzzle."""
        if puzzle.rating is not None:
            self.console.say(rating_words(self.mine, puzzle, solved))

    @property
    def score(self) -> str:
        """What is told at the end."""
        return f"solved at the first try: {self.solved} of {self.asked}"


def rating_words(mine: Solving, puzzle: Puzzle, solved: bool) -> str:
    """Count the first answer to a puzzle with a rating; how I stand now, in words."""
    before, after = mine.answered(puzzle, solved)
    change = round(after.rating) - round(before.rating)
    return f"{after.words[0].upper()}{after.words[1:]} ({change:+d})."


def solution_words(puzzle: Puzzle) -> str:
    """What the right moves are, and what they lead to."""
    first, *others = (puzzle.state.game.format(action) for action in puzzle.solutions)
    also = f" (or {', '.join(others)})" if others else ""
    told = f"The solution is {first}{also}: {puzzle.best.brief}."
    forced = next((why for why in explain(puzzle.state, puzzle.solutions[0]) if why.moves), None)
    if forced is None or forced.kind != "forced" or forced.player != puzzle.state.player:
        return told
    return f"{told} {forced.words[:1].upper()}{forced.words[1:]}."


def ask_puzzles(numbered: Iterable[tuple[int, Puzzle]]) -> None:
    """Ask one puzzle after another, until all are done or the person leaves; tell the score."""
    with Solving(usual_file()) as mine:
        _ask(Quiz(mine), numbered)


def offer_again(slips: Sequence[Puzzle]) -> None:
    """After a review on a terminal: the mistakes and blunders of a side, or of both, once more."""
    if not slips:
        return
    sides, offers = side_names(slips[0].state), dict[str, list[Puzzle]]()
    for one in slips:
        offers.setdefault(sides[one.state.player], []).append(one)
    if len(offers) > 1:
        offers["all"] = list(slips)
    lines = [MenuLine("no, that was all", ("no", "n"))]
    lines += [
        MenuLine(f"{name}: {counted(len(ones), 'position')}", (name,))
        for name, ones in offers.items()
    ]
    console = Console()
    console.say("\nTry again where a mistake or a blunder was made?")
    with suppress(Leave):
        chosen = console.choose("Whose", lines)
        if chosen in offers:
            ask_puzzles(enumerate(offers[chosen], start=1))


def ask_near_my_rating(puzzles: Sequence[Puzzle]) -> None:
    """Ask puzzles of one game that are as hard as suits the person, whose rating moves."""
    with Solving(usual_file()) as mine:
        _ask(Quiz(mine), suitable(puzzles, mine))


def suitable(puzzles: Sequence[Puzzle], mine: Solving) -> Iterator[tuple[int, Puzzle]]:
    """Puzzles of one game with their numbers, each as hard as suits the person by then."""
    left, rng = dict(enumerate(puzzles, start=1)), Random()
    while left:
        rating = mine.standing(puzzles[0].state.game).rating
        puzzle = rng.choice(nearest(left.values(), rating))
        number = puzzles.index(puzzle) + 1
        del left[number]
        yield number, puzzle


def _ask(quiz: Quiz, numbered: Iterable[tuple[int, Puzzle]]) -> None:
    shown = False
    try:
        for number, puzzle in numbered:
            shown = True
            quiz.ask(number, puzzle)
    except Leave:
        pass
    except KeyboardInterrupt as stop:
        if quiz.asked:
            stop.add_note(f"inarow: stopped; {quiz.score}")
        raise
    if not shown:
        raise NotSupported("there is no such puzzle")
    quiz.console.say(f"{quiz.score.capitalize()}." if quiz.asked else "Goodbye.")
