"""The trickiest moves: those that asking everything finds, although few questions are asked."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest

from inarow.games.base import State
from inarow.search.limit import Limit
from inarow.search.solver import tricks
from inarow.search.solver.book import shipped_book
from inarow.search.solver.result import FAR, Solution
from inarow.search.solver.solver import Solver
from inarow.search.solver.tricks import Trapper
from search.solver.test_perfect_player import middle_game


def plainly(solver: Solver, state: State, least: int) -> list[int]:
    """The trickiest moves by definition: every score of every reply to every move."""
    scores = {a: s for a, s in solver.scores(state).items() if s >= least}
    goal = int(max(scores.values()) < 0)
    shares = {}
    for action in scores:
        replies = solver.scores(solver.positions.after(solver.positions.of(state))[action])
        shares[action] = sum(s < goal for s in replies.values()) / max(1, len(replies))
    return [action for action in shares if shares[action] == max(shares.values())]


def found(solver: Solver, state: State, least: int) -> tuple[list[int], dict[int, Solution]]:
    """The same by as few questions as possible, and what is known of the columns then."""
    whole = solver.solve(state)
    columns = dict.fromkeys(state.legal_actions(), Solution(-FAR, whole.highest, whole.left))
    return Trapper(solver, state, whole, least, columns, Limit()).find(), columns


@pytest.mark.parametrize("patience", [1, tricks._FIRST_PATIENCE])
def test_few_questions_find_what_all_of_them_find(
    patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tricks, "_FIRST_PATIENCE", patience)
    solver, drawn, lost = Solver(4, 5, 8), 0, 0
    for seed in range(120):
        state = middle_game(seed, plies=5 + seed % 8)
        truth = solver.scores(state)
        score = max(truth.values())
        if score > 0 or len(truth) < 2:
            continue
        for least in (score, score - 2)[: 1 + (score < 0)]:
            expected = plainly(solver, state, least)
            solver.forget()
            moves, columns = found(solver, state, least)
            assert moves == expected, (state, least)
            assert all(columns[a].lowest >= least for a in moves), "they are known to do"
            assert all(columns[a].lowest <= truth[a] <= columns[a].highest for a in truth)
        drawn, lost = drawn + (score == 0), lost + (score < 0)
    assert min(drawn, lost) >= 5


def test_many_questions_are_not_asked() -> None:
    solver, asked, possible = Solver(4, 5, 8), [0], 0
    solve = solver.solve

    def counted(*args: Any, **more: Any) -> Solution:
        asked[0] += 1
        return solve(*args, **more)

    for seed in range(60):
        state = middle_game(seed, plies=5)
        if (score := solver.score(solver.positions.of(state))) <= 0:
            solver.solve = counted  # type: ignore[method-assign]
            found(solver, state, score)
            solver.solve = solve  # type: ignore[method-assign]
            after = solver.positions.after(solver.positions.of(state))
            possible += len(after) + sum(len(solver.positions.after(one)) for one in after.values())
    assert 0 < asked[0] < 0.75 * possible


def test_a_stop_ends_the_search_for_traps() -> None:
    stop = Event()
    state = middle_game(3, plies=4)
    solver = Solver(4, 5, 8)
    whole = solver.solve(state)
    unknown = Solution(-FAR, FAR, whole.left)
    columns = dict.fromkeys(state.legal_actions(), unknown)
    stop.set()
    assert Trapper(solver, state, whole, whole.lowest, columns, Limit(stop=stop)).find() == []


def test_a_score_just_beyond_the_book_begins_with_what_the_book_knows() -> None:
    """Of nine stones each may have been the last: every position before is a bound."""
    book = shipped_book(6, 7)
    assert book is not None
    with_book, without = Solver(memory_mb=8, book=book), Solver(memory_mb=8)
    for line in ("332442326", "742443634", "374656533", "241455131"):
        stones = without.positions.of(line)
        least, score = book.least(*stones), without.score(line)
        assert least is not None
        assert least <= score
        assert with_book.score(line) == score
        asked = with_book.solve(line, at_least=least)
        assert (asked.nodes, asked.lowest) == (0, least), "that needs no search"
        assert with_book.solve(line, Limit(nodes=1)).lowest >= least
