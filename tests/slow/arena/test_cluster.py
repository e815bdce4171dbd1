"""A board that is settled by a Dask cluster."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

from arena.test_cluster import cluster
from inarow.arena.crews import Cluster
from inarow.games.connect_four import ConnectFour
from inarow.search.decision import Result
from inarow.search.solver.ledger import Ledger
from inarow.search.solver.settle import Settling

__all__ = ["cluster"]


def test_a_board_is_settled_by_a_cluster_that_loses_a_worker(
    cluster: tuple[str, list[subprocess.Popen[str]]], tmp_path: Path
) -> None:
    address, processes = cluster
    game, crew = ConnectFour(4, 7), Cluster(address)
    known = Ledger(game, tmp_path / "4x7.jsonl")

    def kill_worker(search: Settling) -> None:
        if search.ledger.entries == 5:
            os.kill(processes[2].pid, signal.SIGKILL)

    try:
        start, equipment = game.initial_state(), (4, 7, 8, 1)
        search = Settling(start, (), known, crew, equipment, 5_000, on_news=kill_worker)
        assert search.run(weak=True).result is Result.DRAW
        assert known.entries > 10
    finally:
        crew.stop()
        known.close()
