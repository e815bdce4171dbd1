"""What notebooks show: pictures, tables, progress, and the example run by a real kernel."""

from __future__ import annotations

import json
import re
import sys
import types
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import inarow
from command_line import environment, warm_kernels
from inarow.arena.ratings import rate
from inarow.arena.results import GameResult
from inarow.interfaces import one_line
from inarow.interfaces.notebook import progress as cell_progress
from inarow.interfaces.notebook.progress import CellProgress
from inarow.interfaces.notebook.where import in_jupyter, in_marimo, in_notebook
from inarow.search.decision import Decision

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "notebook.ipynb"
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
VOID = {"img", "br"}


class Checker(HTMLParser):
    """Refuses HTML whose elements are not closed, and collects its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_every_drawing_that_a_value_names_exists() -> None:
    """They are looked up by name, so that nobody would notice before a notebook asks."""
    root = Path(inarow.__file__).parent
    text = "".join(p.read_text("utf-8") for p in root.rglob("*.py") if p.name != "drawn.py")
    found = re.findall(r"""\bdrawn\(["']([\w.]+):(\w+)["'], self(?:\.state)?\)""", text)
    assert len(found) == len(re.findall(r"\bdrawn\(", text)) >= 8
    for module, name in found:
        assert callable(getattr(import_module(f"inarow.interfaces.{module}"), name))


def test_positions_and_records_are_pictures() -> None:
    state = inarow.position("4453")
    assert state._repr_svg_() == inarow.picture(state).svg  # type: ignore[attr-defined]
    record = inarow.play_match("tic_tac_toe", ("random(seed=1)", "random(seed=2)"))
    assert record._repr_svg_() == inarow.picture(record, form="strip").svg


def test_an_analysis_shows_the_board_and_every_move_with_its_kind() -> None:
    analysis = inarow.analyse("tic_tac_toe", "a1b1a2b2", agent="minimax(depth=9)")
    shown = Checker(analysis._repr_html_())
    assert shown.tags.count("tr") == 1 + len(analysis.moves)
    assert {"★ a3", "win in 1 ply", "proven"} <= set(shown.words)
    assert "wins: completes the column from a1 to a3" in shown.words
    assert "img" in shown.tags
    crowd = Checker(inarow.analyse("mnk(5,5,4)", "c3", agent="random(seed=1)")._repr_html_())
    assert "and 4 more moves" in crowd.words


def test_a_decision_shows_actions() -> None:
    agent, state = inarow.load_agent("minimax(depth=9)"), inarow.position("tic_tac_toe", "a1b1a2b2")
    decision = agent.choose(state)
    shown = Checker(decision._repr_html_())
    assert f"★ {decision.action}" in shown.words
    assert shown.tags.count("tr") == 1 + len(decision.values)
    assert "action 3" in Checker(Decision(3)._repr_html_()).words


def test_a_review_shows_the_game_and_its_judgements() -> None:
    review = inarow.review("tic_tac_toe", "b2b3a3c1c3a2a1")
    shown = Checker(review._repr_html_())
    assert shown.tags.count("tr") == 1 + len(review.moves)
    assert "b3??" in shown.words
    assert "chance of X" in shown.words
    assert review.totals()[0] in shown.words


def test_a_score_shows_its_parts_with_bars_and_its_notes() -> None:
    found = inarow.score("random", "tic_tac_toe", positions=40)
    shown = Checker(found._repr_html_())
    assert shown.tags.count("tr") == 1 + len(found.parts)
    assert str(found.whole.good) in shown.words
    assert found.title in shown.words
    assert set(found.notes()) <= set(shown.words)

    def crash(_: inarow.State) -> int:
        raise ValueError("<b>")

    failed = inarow.score(crash, "tic_tac_toe", positions=40)
    assert "&lt;b&gt;" in failed._repr_html_()


def test_ratings_and_events_have_bars_and_foreign_names_do_no_harm() -> None:
    evil = "<script>alert(1)</script>"
    players: list[Any] = [{"name": evil, "spec": "random"}, "minimax"]
    ledger = inarow.tournament("tic_tac_toe", players, rounds=2, workers=0)
    for text in (
        ledger._repr_html_(),
        ledger.event._repr_html_(),
        rate(ledger.tally)._repr_html_(),
    ):
        shown = Checker(text)
        assert "script" not in shown.tags
        assert any(evil in word for word in shown.words)
    assert ledger._repr_html_().count("position:relative") == 2
    record = inarow.Record(inarow.load_game("tic_tac_toe"), tags={"First": evil})
    assert "<script" not in record._repr_svg_()


def test_ratings_of_nobody_and_of_one_who_won_all() -> None:
    assert Checker(rate([])._repr_html_()).tags.count("tr") == 1
    shown = Checker(rate([GameResult("ada", "bob", 1)] * 5)._repr_html_())
    assert {"ada", "bob"} <= set(shown.words)


class Shown:
    """Stands for the display of IPython: texts and how often they were replaced."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.displays = 0

    def display(self, data: dict[str, str], raw: bool, display_id: bool) -> Shown:
        assert raw
        assert display_id
        self.displays += 1
        self.texts.append(data["text/plain"])
        return self

    def update(self, data: dict[str, str], raw: bool) -> None:
        assert raw
        self.texts.append(data["text/plain"])


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that progress sees."""
    now = [0.0]
    monkeypatch.setattr(cell_progress, "perf_counter", lambda: now[0])
    return now


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Shown:
    shown = Shown()
    module: Any = types.ModuleType("IPython.display")
    module.display = shown.display
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    return shown


def test_progress_is_one_text_that_is_replaced_now_and_then(
    clock: list[float], display: Shown
) -> None:
    with CellProgress("reviewing", 1000) as progress:
        for number in range(1, 1001):
            clock[0] += 0.01
            progress(number)
    assert display.displays == 1
    assert 30 <= len(display.texts) <= 40
    assert display.texts[0] == "reviewing: 100 of 1,000"
    assert display.texts[-1] == "reviewing: 1,000 of 1,000 in 10 s"


def test_a_score_says_how_far_it_is(
    clock: list[float], display: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_line, "in_notebook", lambda: True)

    def slow(state: inarow.State) -> int:
        clock[0] += 2
        return state.legal_actions()[0]

    inarow.score(slow, "tic_tac_toe", positions=5)
    assert display.texts[0] == "asking: 1 of 5"
    assert display.displays == 1


def test_what_nobody_can_foresee_says_how_long_it_takes(
    clock: list[float], display: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_line, "in_notebook", lambda: True)
    monkeypatch.setattr(cell_progress, "PATIENCE_SECONDS", 0.001)
    told, update = Event(), Shown.update

    def hear(shown: Shown, data: dict[str, str], raw: bool) -> None:
        update(shown, data, raw)
        told.set()

    monkeypatch.setattr(Shown, "update", hear)

    class Slow:
        name = "slow"

        def supports(self, game: inarow.Game) -> bool:
            return True

        def choose(
            self, state: inarow.State, limit: inarow.Limit | None = None, on_info: object = None
        ) -> Decision:
            clock[0] += 7
            assert told.wait(60)
            return Decision(4)

    assert inarow.analyse("tic_tac_toe", agent=Slow()).decision.action == 4
    assert display.displays == 1
    assert display.texts[-1] == "thinking: 7 s"


def test_what_is_done_within_a_second_shows_no_progress(clock: list[float], display: Shown) -> None:
    with CellProgress("reviewing", 2) as progress:
        progress(2)
    assert display.texts == []


def test_a_plain_program_is_no_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not in_notebook()
    ipython: Any = types.ModuleType("IPython")
    ipython.get_ipython = lambda: types.SimpleNamespace()
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    assert not in_jupyter()  # IPython at a terminal
    ipython.get_ipython = lambda: types.SimpleNamespace(kernel=object())
    assert in_jupyter()
    marimo: Any = types.ModuleType("marimo")
    marimo.running_in_notebook = lambda: True
    monkeypatch.setitem(sys.modules, "marimo", marimo)
    assert in_marimo()


def test_the_example_notebooks_are_small_and_have_no_outputs() -> None:
    assert EXAMPLE in NOTEBOOKS
    for path in NOTEBOOKS:
        data = json.loads(path.read_text("utf-8"))
        assert path.stat().st_size < 10_000
        for cell in data["cells"]:
            assert not cell.get("outputs")
            assert cell.get("execution_count") is None


def test_a_kernel_runs_the_example_and_shows_what_it_should() -> None:
    warm_kernels()
    notebook = nbformat.read(EXAMPLE, as_version=4)  # type: ignore[no-untyped-call]
    ending = 'board.play("4"); print(board.record.moves[0], type(inarow.play()).__name__)'
    notebook.cells.append(nbformat.v4.new_code_cell(ending))  # type: ignore[no-untyped-call]
    client = NotebookClient(notebook, timeout=1000, resources={"metadata": {"path": str(ROOT)}})
    client.execute(env=environment())
    outputs = [
        [output for output in cell.outputs if output.output_type != "display_data"]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    kinds = [set(found[-1].get("data", {})) for found in outputs]
    for kind, picture in zip(kinds, ["svg", "html", "svg", "svg", "html", "html"], strict=False):
        wanted = {"svg": "image/svg+xml", "html": "text/html"}[picture]
        assert wanted in kind
        assert "text/plain" in kind
    assert "application/vnd.jupyter.widget-view+json" in kinds[6]
    assert outputs[7][-1].text == "4 BoardWidget\n"
    assert not [one for found in outputs for one in found if one.get("name") == "stderr"]
    assert re.search("@keyframes", outputs[3][-1].data["image/svg+xml"])
