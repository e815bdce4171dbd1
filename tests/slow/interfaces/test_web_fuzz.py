"""Ten thousand made-up messages against warm engines."""

from __future__ import annotations

from pathlib import Path

from interfaces.web.fuzz import fuzz
from web_server import Server


def test_ten_thousand_messages(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db", "--engines", "4")
    heard = fuzz(server, 10_000, seed=2)
    assert heard["analysis"] > 100
    assert "Traceback" not in server.stop()
