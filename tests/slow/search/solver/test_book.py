"""The long tests beside `search/solver/test_book.py`."""

from __future__ import annotations

from inarow.search.solver.book import shipped_book
from inarow.search.solver.book_build import check_book


def test_positions_of_the_shipped_book_are_solved_again() -> None:
    book = shipped_book(6, 7)
    assert book is not None
    assert check_book(book, 40) == []
