"""The notebook that trains, plots and rates a network, as people run it."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from command_line import environment

NOTEBOOK = Path(__file__).parents[3] / "examples" / "training.ipynb"


def test_a_kernel_trains_a_network_and_shows_how_good_it_is(tmp_path: Path) -> None:
    notebook = nbformat.read(shutil.copy(NOTEBOOK, tmp_path), as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(notebook, timeout=1000, resources={"metadata": {"path": str(tmp_path)}})
    client.execute(env=environment())
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [set(cell.outputs[-1].get("data", {})) for cell in code[1:]]
    assert (tmp_path / "my.npz").exists()
    assert "image/svg+xml" in shown[0]
    assert all({"image/svg+xml", "text/html"} & kinds for kinds in shown), shown
