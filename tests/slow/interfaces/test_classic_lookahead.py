"""The long tests beside `interfaces/test_classic_lookahead.py`."""

from __future__ import annotations

import pytest

from command_line import inarow
from interfaces.test_classic_lookahead import LOOKAHEAD, replay


@pytest.mark.req("S0.4", "S0.8", "S0.20")
@pytest.mark.parametrize("letters", [x + o for x in "mcr" for o in "mcr"])
def test_every_pair_of_machines_finishes(letters: str) -> None:
    done = inarow(*LOOKAHEAD, "45", letters, "2", "--seed", "1")
    assert done.code == 0
    replay(done.out, 4, 5)
