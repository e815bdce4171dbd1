"""The long tests beside `search/mcts/test_strength.py`."""

from __future__ import annotations

import pytest

from search.mcts.test_strength import POSITIONS, WINS, hits


@pytest.mark.req("S0.45")
@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_classic_mc_takes_wins_and_blocks_threats_with_every_seed(name: str) -> None:
    assert hits("classic-mc", name, 10) == 10


@pytest.mark.req("S3.19")
@pytest.mark.parametrize("name", sorted(POSITIONS))
@pytest.mark.parametrize(("profile", "enough"), [("normal", 0), ("hard", 45), ("impossible", 49)])
def test_every_strength_with_fifty_seeds(profile: str, name: str, enough: int) -> None:
    found = hits(profile, name, 50)
    assert found >= (50 if name in WINS else enough)
