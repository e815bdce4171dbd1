"""Files around the package that nobody runs here: they parse, and say what the package says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from inarow.interfaces.cli.serve import PORT

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
TEXT_KINDS = (".json", ".txt", ".md")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def test_the_citation_is_that_of_this_version() -> None:
    citation = read_yaml(ROOT / "CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= citation.keys()
    assert citation["version"] == PROJECT["version"]
    assert citation["license"] == PROJECT["license"]
    assert citation["authors"] == PROJECT["authors"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_steps_little_rights_and_no_secret(path: Path) -> None:
    workflow = read_yaml(path)
    assert workflow[True], "YAML reads `on` as true"
    assert workflow["permissions"]["contents"] == "read"
    assert "secrets." not in path.read_text("utf-8")
    for job in workflow["jobs"].values():
        assert {"runs-on", "timeout-minutes", "steps"} <= job.keys()
        assert set(job.get("needs", "").split()) <= workflow["jobs"].keys()
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            assert "@" in step.get("uses", "@"), "a version is named"
            for script in re.findall(r"(?:scripts|tests)/[\w/.]+", step.get("run", "")):
                assert (ROOT / script).exists()


def test_every_python_that_is_named_is_tested() -> None:
    named = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if " :: 3." in name]
    for job in ("everything", "elsewhere"):
        tests = read_yaml(ROOT / ".github" / "workflows" / "tests.yml")["jobs"][job]
        assert tests["strategy"]["matrix"]["python"] == named
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_the_container_gets_what_the_wheel_needs_and_serves_as_nobody_special() -> None:
    lines = (ROOT / "Containerfile").read_text("utf-8").splitlines()
    assert f"EXPOSE {PORT}" in lines
    assert lines.index("USER player") < lines.index(f"EXPOSE {PORT}")
    kept = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    needed = {"pyproject.toml", "src", PROJECT["readme"], *PROJECT["license-files"]}
    assert {line[1:] for line in kept if line.startswith("!")} == needed


def test_no_file_of_ours_names_a_place_on_the_machine_where_it_was_made() -> None:
    """Places of a whole disk, as a measurement may have noted them."""
    folders = (ROOT / "src" / "inarow" / "data", ROOT / "benchmarks" / "results", ROOT / "docs")
    texts = [path for folder in folders for path in folder.rglob("*") if path.suffix in TEXT_KINDS]
    assert len(texts) > 100
    found = [str(path) for path in texts if re.search(r"path=/|/work/", path.read_text("utf-8"))]
    assert not found
