"""The long tests beside `interfaces/test_classic_menu.py`."""

from __future__ import annotations

import pytest

from interfaces.test_classic_menu import play_pairs


@pytest.mark.req("S3.12", "S3.17")
@pytest.mark.parametrize("first", "2345")
def test_all_pairs_of_machines_finish(first: str) -> None:
    for second in "2345":
        play_pairs([(first, second)])
