"""A Dask cluster that is not there; events on a real one are a slow test."""

from __future__ import annotations

import logging
import sys

import pytest

from inarow.arena.crews import Cluster
from inarow.errors import BadOption, MissingPackage


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tls://127.0.0.1:9", "inproc://x", ""])
def test_no_cluster_is_one_clear_line(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr("inarow.arena.crews.CLUSTER_SECONDS", 0.5)
    with pytest.raises(BadOption, match=f"there is no cluster at {address}: .") as refused:
        Cluster(address)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["distributed.client", "tornado.application"])
def test_one_line_of_ours_stands_for_the_tracebacks_of_dask(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("inarow.arena.crews.CLUSTER_SECONDS", 0.5)
    logging.getLogger(name).setLevel(logging.ERROR)
    with pytest.raises(BadOption):
        Cluster("")
    assert not logging.getLogger(name).isEnabledFor(logging.CRITICAL)


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingPackage, match=r"not installed: .* -m pip install distributed"):
        Cluster("tcp://127.0.0.1:8786")
