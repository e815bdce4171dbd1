"""Settings of the slow tests."""

from __future__ import annotations

import pytest


@pytest.fixture
def thorough() -> bool:
    """Tests that look at less in every run look at everything here."""
    return True
