"""The vector environment against every opponent, in both modes, for longer."""

from __future__ import annotations

import pytest
from gymnasium.vector import AutoresetMode

from adapters.rl.test_vector import ANSWERED, MODES, OPPONENTS, check_replies


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("spec", ANSWERED)
def test_every_reply_is_a_legal_move(opponent: str, mode: AutoresetMode, spec: str) -> None:
    check_replies(opponent, mode, spec, steps=40)
