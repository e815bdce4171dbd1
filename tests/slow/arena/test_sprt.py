"""The long tests beside `arena/test_sprt.py`."""

from __future__ import annotations

import pytest

from arena.test_sprt import UNEVEN, accepted
from inarow.arena.stop import Sprt
from simulation import pairs_where


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_error_rates_hold(model: str) -> None:
    test = Sprt(0, 60, model=model)
    assert accepted(test, pairs_where(0, model, UNEVEN), 1000, seed=1) <= 0.07
    assert accepted(test, pairs_where(60, model, UNEVEN), 1000, seed=2) >= 0.93
