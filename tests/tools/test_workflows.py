"""What GitHub is told to run exists here, and gets no more rights and time than it needs.

Syntax and expressions are checked by actionlint (`make lint-workflows`).
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
WORKFLOWS = sorted((PROJECT / ".github" / "workflows").glob("*"))
COMMANDS = [*WORKFLOWS, PROJECT / ".pre-commit-config.yaml", *PROJECT.glob(".github/*.md")]
RUNNER = re.compile(r"^    runs-on:", re.MULTILINE)
TIMEOUT = re.compile(r"^    timeout-minutes: \d+$", re.MULTILINE)
ACTION = re.compile(r"uses: (?!\./)(\S+)")
CHECKOUT = re.compile(r"uses: actions/checkout@\S+\n\s+with:\n\s+persist-credentials: false\n")
PYTHONS = re.compile(r'python: \[("3\.\d+"(?:, "3\.\d+")*)\]')


def text(path: Path) -> str:
    return path.read_text("utf-8")


def pythons() -> list[list[str]]:
    """Return the versions of Python of each matrix."""
    found = PYTHONS.findall(text(PROJECT / ".github" / "workflows" / "checks.yml"))
    return [re.findall(r"3\.\d+", each) for each in found]


def test_actionlint_sees_every_workflow() -> None:
    assert WORKFLOWS
    assert {path.suffix for path in WORKFLOWS} == {".yml"}


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_unless_a_job_says_otherwise(workflow: Path) -> None:
    assert "\npermissions:\n  contents: read\n\n" in text(workflow)
    assert "\nconcurrency:\n" in text(workflow)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_job_with_a_machine_has_a_time_limit(workflow: Path) -> None:
    assert len(RUNNER.findall(text(workflow))) == len(TIMEOUT.findall(text(workflow)))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_and_a_checkout_keeps_no_key(workflow: Path) -> None:
    actions = ACTION.findall(text(workflow))
    pin = re.compile(r"[\w-]+/[\w-]+@(?:v\d+(?:\.\d+\.\d+)?|[0-9a-f]{40})")
    assert [action for action in actions if not pin.fullmatch(action)] == []
    checkouts = [action for action in actions if action.startswith("actions/checkout@")]
    assert len(CHECKOUT.findall(text(workflow))) == len(checkouts)


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.name)
def test_every_command_of_make_exists(path: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", text(PROJECT / "Makefile"), re.MULTILINE)
    named = re.findall(r"(?:run: |entry: |`)make ([a-z-]+)", text(path))
    assert set(named) <= set(targets)


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.name)
def test_every_tool_that_is_called_exists(path: Path) -> None:
    named = re.findall(r"\btools/\w+\.py", text(path))
    assert [name for name in named if not (PROJECT / name).exists()] == []


def test_the_oldest_python_is_the_one_that_the_package_asks_for() -> None:
    every, oldest_and_newest = pythons()
    project = tomllib.loads(text(PROJECT / "pyproject.toml"))["project"]
    assert project["requires-python"] == f">={every[0]}"
    assert oldest_and_newest == [every[0], every[-1]]
