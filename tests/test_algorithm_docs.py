"""The pages on players and algorithms: complete, true, and with pictures that are up to date.

That their commands run, their Python sessions hold and their links lead somewhere is checked by
`test_docs.py` and by the doctests, as for all pages.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command_line import run_python
from inarow import registry
from inarow.registry import Entry
from inarow.search.mcts import children
from inarow.search.mcts import plain as mcts
from test_docs import ROOT, command_blocks, prose

DOCS = ROOT / "docs"
ALGORITHMS = DOCS / "algorithms"
PICTURES = DOCS / "pictures"
PAGES = [*sorted(ALGORITHMS.glob("*.md")), DOCS / "players.md", DOCS / "classic.md"]
GAMES = (
    "connect_four",
    "random_drop",
    "gomoku",
    "nine_board",
    "ultimate_tic_tac_toe",
    "pop_out",
)
BUILT_IN = {
    name: entry for name, entry in registry.agents().items() if entry.place.startswith("inarow.")
}
ROW = re.compile(r"^\| `([\w-]+)` \| `([^`]+)` \| ([^|]*?) \|", re.MULTILINE)
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")


def text_of(name: str) -> str:
    """A page with all white space as single blanks, so that line breaks do not matter."""
    return " ".join((DOCS / name).read_text(encoding="utf-8").split())


def section(page: Path, heading: str) -> str:
    """What stands below a heading, up to the next one of the same or a higher level."""
    text = page.read_text(encoding="utf-8")
    match = re.search(rf"^(##+) {re.escape(heading)}\n", text, re.MULTILINE)
    assert match is not None, f"{page.name} has no heading {heading}"
    rest = text[match.end() :]
    end = re.search(rf"^#{{2,{len(match[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def shown(value: object) -> str:
    """A value as people type it."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def base_of(entry: Entry) -> Entry | None:
    """The general player of which an entry is a preset."""
    same = (e for e in BUILT_IN.values() if e.place == entry.place and "name" not in e.preset)
    return next(same, None)


# Players


@pytest.mark.parametrize(
    "name",
    [name for name, entry in BUILT_IN.items() if base_of(entry) in (entry, None)],
)
def test_option_tables_agree_with_the_registry(name: str) -> None:
    rows = ROW.findall(section(DOCS / "players.md", name))
    options = BUILT_IN[name].options()
    expected = [(o.name, shown(o.default), o.range.replace(" | ", " or ")) for o in options]
    assert rows == expected


def test_presets_agree_with_the_registry() -> None:
    text = section(DOCS / "players.md", "The players of the original programs")
    rows = {name: (base, settings) for name, base, settings in ROW.findall(text)}
    for name, entry in BUILT_IN.items():
        base = base_of(entry)
        if base is None or base is entry:
            assert name not in rows
            continue
        defaults = {option.name: option.default for option in base.options()}
        changed = [
            f"`{option.name}={shown(option.default)}`"
            for option in entry.options()
            if option.default != defaults[option.name]
        ]
        assert rows.pop(name) == (base.name, ", ".join(changed) or "the defaults")
    assert not rows


def test_table_of_games_agrees_with_the_players() -> None:
    text = section(DOCS / "players.md", "Which games they play")
    rows = re.findall(r"^\| `([\w-]+)` \|((?: (?:yes )?\|){6})$", text, re.MULTILINE)
    table = {name: [cell.strip() == "yes" for cell in cells.split("|")[:6]] for name, cells in rows}
    games = [registry.load_game(game) for game in GAMES]
    assert table == {
        name: [entry.build([]).supports(game) for game in games] for name, entry in BUILT_IN.items()
    }


def test_settings_of_the_monte_carlo_players_agree_with_the_registry() -> None:
    text = section(ALGORITHMS / "mcts.md", "Three programs and ours")
    columns = {1: "mcts", 2: "classic-mc", 3: "normal", 4: "classic-nine-mcts"}
    values: dict[str, object] = {
        "none": None,
        "no": False,
        "yes": True,
        "sqrt(2)": 2**0.5,
        "may call": True,
    }
    values |= {"never calls": False, "visits": "visits", "ratio": "ratio"}
    rows = re.findall(r"^\| `(\w+)`(?:, `\w+`| \(.*\))? \|(.*)\|$", text, re.MULTILINE)
    assert len(rows) == 13
    for name, cells in rows:
        for column, player in columns.items():
            options = {option.name: option.default for option in BUILT_IN[player].options()}
            cell = cells.split("|")[column - 1].strip().split(", ")[0]
            expected = values[cell] if cell in values else float(cell)
            assert options[name] == pytest.approx(expected), f"{name} of {player}"


@pytest.mark.parametrize("command", ["menu", "lookahead", "gomoku", "versus"])
def test_every_classic_program_has_a_transcript(command: str) -> None:
    assert f"inarow classic {command}" in section(DOCS / "classic.md", command)
    commands = [
        line
        for block in command_blocks()
        if block.page.name == "classic.md"
        for line, output in block.commands
        if output.strip()
    ]
    assert any(f"inarow classic {command}" in line for line in commands)


# Algorithms


@pytest.mark.req("S2.23")
def test_the_nine_board_agent_is_described() -> None:
    agent = section(ALGORITHMS / "mcts.md", "The nine-board agent")
    for heading in ("### Algorithm", "### Data structures", "### Design decisions"):
        assert heading in agent
    for fact in ("expanded fully", "2.5 seconds", "2048", "points per visit", "10 random plies"):
        assert fact in " ".join(agent.split())
    for name in ("decisive", "rollout_depth", "loss_points", "keep_rollout", "per_child"):
        assert f"(`{name}`)" in agent
    for module in (mcts, children):
        described = " ".join((module.__doc__ or "").split())
        assert len(described) > 500, f"{module.__name__} begins with a description"
    assert "nine-board" in (mcts.__doc__ or "")


@pytest.mark.req("S3.31")
def test_learners_find_everything_from_the_readme() -> None:
    readme, index = text_of("../README.md"), text_of("index.md")
    for link in ("docs/installation.md", "docs/players.md", "docs/index.md"):
        assert f"]({link}" in readme
    assert "## What the machine needs" in text_of("installation.md")
    for page in PAGES:
        assert f"]({page.relative_to(DOCS).as_posix()})" in index
    with_commands = {block.page.name for block in command_blocks()}
    assert {"README.md", "installation.md", "players.md", "classic.md", "mcts.md"} <= with_commands
    menu = section(DOCS / "classic.md", "menu")
    for word in ("Human (same machine)", "Randobot", "Normal AI", "Hard AI", "Impossible AI"):
        assert word in menu
    steps = re.findall(r"^### Step \d: (\S+)$", (ALGORITHMS / "mcts.md").read_text("utf-8"), re.M)
    assert steps == ["selection", "expansion", "rollout", "back-propagation"]


@pytest.mark.req("S3.32")
@pytest.mark.parametrize("page", ["algorithms/credits.md", "algorithms/mcts.md"])
def test_monte_carlo_is_credited(page: str) -> None:
    text = text_of(page)
    for author, title, year in (
        ("Coulom", "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search", 2006),
        ("Kocsis, C. Szepesvári", "Bandit Based Monte-Carlo Planning", 2006),
        ("Gelly, D. Silver", "Achieving Master Level Play in 9 x 9 Computer Go", 2008),
    ):
        assert re.search(rf"{author}, \*{title}\*,[^|]*\b{year}\b", text), author
    assert "MoGo" in text


@pytest.mark.req("S3.32")
def test_other_ideas_are_credited() -> None:
    text = text_of("algorithms/credits.md")
    for author, year in (
        ("Shannon", 1950),
        ("Knuth", 1975),
        ("Michie", 1966),
        ("Allis", 1988),
        ("Greenblatt", 1967),
    ):
        assert re.search(rf"{author}.*?\b{year}\b", text), author


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_are_for_people(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"\b[SX]\d*\.\d+\b", text), "no numbers of requirements"
    assert not re.search(r"\bseed 00\d\b|TODO|@@", text)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.parent == ALGORITHMS and page.stem != "credits"],
    ids=lambda page: page.stem,
)
def test_an_algorithm_page_has_pictures_a_session_and_sources(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^## .*$", text, re.MULTILINE)[-1] == "## Sources"
    assert "(credits.md)" in section(page, "Sources")
    assert ">>> " in text
    assert IMAGE.search(text)


# Pictures


def test_pictures_are_up_to_date() -> None:
    done = run_python(str(ROOT / "benchmarks" / "pictures.py"), "--check")
    assert done.code == 0, f"run benchmarks/pictures.py again\n{done.out}{done.err}"


def test_every_picture_is_shown_and_described() -> None:
    used = set()
    guides = [DOCS / f"{name}.md" for name in ("web", "library", "app", "sweep")]
    for page in (*PAGES, *guides):
        for text, target in IMAGE.findall(prose(page)):
            assert len(text) > 20, f"{page.name}: {target} needs a description"
            used.add((page.parent / target).resolve())
    assert used == set(PICTURES.iterdir())


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.svg")), ids=lambda path: path.stem)
def test_a_picture_stands_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    namespace = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{namespace}svg"
    assert root.findtext(f"{namespace}title")
    assert root.findtext(f"{namespace}desc")
    assert "prefers-color-scheme:dark" in text
    assert float(root.get("width", "")) <= 1000, "fits a page"
