"""Files of the page: asked for once, and again when they change."""

from __future__ import annotations

import re
from pathlib import Path

from fastapi import FastAPI
from fastapi.testclient import TestClient

from inarow.interfaces.web.files import mount_page

_PAGE = """<link rel="icon" href="favicon.svg"><link rel="stylesheet" href="css/a.css">
<script type="module" src="js/main.js"></script><a href="#main"></a><a href="cssless"></a>"""


def _parts(client: TestClient) -> list[str]:
    """What the page names."""
    answer = client.get("/")
    assert answer.headers["content-type"].startswith("text/html")
    assert "cache-control" not in answer.headers, "the gate adds that it is asked for each time"
    return re.findall(r'(?:href|src)="([^"]*)"', answer.text)


def test_parts_are_kept_until_any_of_them_changes(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    for name, text in {"index.html": _PAGE, "favicon.svg": "<svg/>", "js/main.js": "1"}.items():
        (tmp_path / name).write_text(text)
    app = FastAPI()
    mount_page(app, tmp_path)
    client = TestClient(app)
    icon, style, script, *others = _parts(client)
    assert others == ["#main", "cssless"], "no parts of the page"
    version = script.removesuffix("js/main.js")
    assert re.fullmatch("kept/[0-9a-f]+/", version)
    assert (icon, style) == (f"{version}favicon.svg", f"{version}css/a.css")
    assert _parts(client)[2] == script
    kept = client.get(script)
    assert (kept.text, kept.headers["cache-control"]) == ("1", "max-age=31536000, immutable")
    assert "cache-control" not in client.get("js/main.js").headers
    for path in (style, f"{version}../secret", f"{version}%2e%2e/secret", version):
        missing = client.get(path)
        assert (missing.status_code, "cache-control" in missing.headers) == (404, False)
    (tmp_path / "js" / "main.js").write_text("20")
    assert _parts(client)[2] != script
    assert client.get(_parts(client)[2]).text == "20"
