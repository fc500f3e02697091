"""Where the Node comes from that builds the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import backend
import node
import page

PACKAGE = Path(__file__).parents[2] / "web" / "package.json"


def a_node(folder: Path, version: str) -> None:
    for name, says in (("node", version), ("npm", "11.0.0")):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {says}\n", "utf-8")
        program.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lend a folder that is all that the machine has, and take the wheel away."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    monkeypatch.setattr("shutil.which", lambda name: _program(tmp_path / name))
    monkeypatch.setattr(node, "find_spec", lambda _: None)
    return tmp_path


def _program(path: Path) -> str | None:
    return str(path) if path.exists() else None


def test_a_node_that_is_new_enough_is_used(machine: Path) -> None:
    a_node(machine, "v22.12.0")
    found = node.find_node()
    assert found is not None
    assert found.program == machine / "node"
    assert node.WHEEL not in backend.get_requires_for_build_wheel()


@pytest.mark.parametrize("version", ["v18.20.1", "v20.18.3", "what?"])
def test_an_old_node_is_as_good_as_none(machine: Path, version: str) -> None:
    a_node(machine, version)
    assert node.find_node() is None


def test_a_build_without_node_asks_for_the_wheel_unless_the_page_is_left_out(machine: Path) -> None:
    assert machine.exists()
    assert node.WHEEL in backend.get_requires_for_build_wheel()
    without: backend.Settings = {"cmake.define.TRETORRI_WEB": "OFF"}
    assert node.WHEEL not in backend.get_requires_for_build_wheel(without)


def test_a_page_that_came_with_the_sources_needs_no_node(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert node.WHEEL in backend.get_requires_for_build_sdist()
    prebuilt = machine / "page"
    prebuilt.mkdir()
    (prebuilt / "index.html").write_text("the page", "utf-8")
    monkeypatch.setattr(page, "PREBUILT", prebuilt)
    assert node.WHEEL not in backend.get_requires_for_build_wheel()
    assert node.WHEEL not in backend.get_requires_for_build_editable()
    assert node.WHEEL not in backend.get_requires_for_build_sdist()
    assert page.build(str(machine / "to")) == 0
    assert (machine / "to" / "index.html").read_text("utf-8") == "the page"


def test_the_least_version_is_the_one_of_the_page() -> None:
    engines = json.loads(PACKAGE.read_text("utf-8"))["engines"]
    assert engines["node"] == f">={'.'.join(map(str, node.LEAST))}"
