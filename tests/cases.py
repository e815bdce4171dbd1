"""Many cases in one test: a test of its own for each costs more than most cases do.

A failure names its case, as the parameters of a test would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from typing import Any

Test = Callable[..., None]


@contextmanager
def named(case: str) -> Iterator[None]:
    """A failure in here says which case it was."""
    try:
        yield
    except BaseException as error:  # failures of pytest are not even exceptions
        error.add_note(case)
        raise


def each(names: str, cases: Iterable[Any], quick: int = 1) -> Callable[[Test], Test]:
    """Run a test for all cases, one after the other.

    Args:
        names: the arguments of the test that a case gives, with commas between them.
        cases: a value for each case, or a tuple if there are several names.
        quick: every run looks at the first of so many cases, the fixture `thorough` at all. A
            product of two lists is sampled evenly if this number divides the length of neither.
    """
    keys, every = names.replace(",", " ").split(), list(cases)
    assert every, "without any case nothing is tested"

    def decorate(test: Test) -> Test:
        known = signature(test).parameters

        @wraps(test)
        def run(**fixtures: Any) -> None:
            thorough = fixtures["thorough"] if quick > 1 else True
            given = {name: value for name, value in fixtures.items() if name in known}
            for case in every if thorough else every[::quick]:
                values = zip(keys, case if len(keys) > 1 else (case,), strict=True)
                with named(f"{names} = {case}"):
                    test(**given, **dict(values))

        asked = [parameter for name, parameter in known.items() if name not in keys]
        if quick > 1 and "thorough" not in known:
            asked.append(Parameter("thorough", Parameter.KEYWORD_ONLY))
        run.__signature__ = signature(test).replace(parameters=asked)  # type: ignore[attr-defined]
        return run

    return decorate
