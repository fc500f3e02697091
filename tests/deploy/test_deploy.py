"""The files for hosts: readable by the programs that they are for, and in step with our options."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import pytest

from tests.services import programs
from tests.settings import TESTS
from tretorri.cli.main import program

DEPLOY = TESTS.parent / "deploy"
SOURCES = [*(TESTS.parent / "src").rglob("*.py")]
VARIABLE = re.compile(r"TRETORRI_[A-Z_]+")
ONLY_FOR_COMPOSE = {"TRETORRI_HOST", "TRETORRI_PASSWORD"}


def compose() -> dict[str, Any]:
    """Return what the compose file says."""
    yaml = pytest.importorskip("yaml")
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def need_options(words: list[str]) -> None:
    """Check that a command exists and knows its options."""
    command = program.get_command(click.Context(program), words[0])
    assert command is not None
    known = {name for param in command.params for name in param.opts + param.secondary_opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_the_service_starts_what_there_is() -> None:
    (line,) = re.findall(
        r"^ExecStart=\S+/tretorri (.+)$", (DEPLOY / "tretorri.service").read_text(), re.MULTILINE
    )
    need_options(line.split())


def test_the_container_starts_what_there_is() -> None:
    (line,) = re.findall(r"^CMD \[(.+)\]$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    need_options([word.strip('"') for word in line.split(", ")])


def test_every_variable_is_one_that_the_program_reads() -> None:
    read = {name for path in SOURCES for name in VARIABLE.findall(path.read_text("utf-8"))}
    named = {
        name for path in DEPLOY.iterdir() for name in VARIABLE.findall(path.read_text("utf-8"))
    }
    assert named - read == ONLY_FOR_COMPOSE


def test_what_the_container_is_built_from_is_there() -> None:
    copied = re.findall(
        r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE
    )
    names = [name for line in copied for name in line.split()]
    assert names
    assert all((DEPLOY.parent / name).exists() for name in names)


def test_the_services_belong_together() -> None:
    services = compose()["services"]
    assert set(services) == {"app", "database", "bus", "proxy"}
    app = services["app"]
    assert "@database/" in app["environment"]["TRETORRI_DATABASE"]
    assert "//bus:" in app["environment"]["TRETORRI_BUS"]
    assert "ports" not in app  # only the proxy lets people in
    assert "app 8765" in (DEPLOY / "Caddyfile").read_text()
    assert (DEPLOY / app["build"]["dockerfile"].removeprefix("deploy/")).is_file()


def checked(*command: str, text: str, env: Mapping[str, str]) -> None:
    """Let a program read a text that it must understand."""
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, env=env, timeout=60
    )
    assert done.returncode == 0, done.stderr


def test_compose_understands_its_file() -> None:
    command = programs.compose()
    assert command is not None, programs.MISSING
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    nameless = text.replace("name: tretorri\n", "", 1)  # which version 1 does not know yet
    env = {"TRETORRI_HOST": "x.org", "TRETORRI_PASSWORD": "pw"}
    options = ["--project-directory", str(DEPLOY), "--file", "-"]
    checked(*command, *options, "config", text=nameless, env=env)
    unfit = nameless.replace("restart:", "restarts:", 1)
    with pytest.raises(AssertionError, match="restarts"):
        checked(*command, *options, "config", text=unfit, env=env)


def test_caddy_understands_its_file(tmp_path: Path) -> None:
    program = programs.proxy("caddy")
    assert program is not None, programs.MISSING
    file = ["--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    env = {"TRETORRI_HOST": "x.org", "HOME": str(tmp_path)}
    checked(program, "validate", *file, text="", env=env)


def test_systemd_understands_the_service(tmp_path: Path) -> None:
    analyse = shutil.which("systemd-analyze")
    if analyse is None:
        pytest.skip("there is no systemd here")
    unit = (DEPLOY / "tretorri.service").read_text()
    copy = tmp_path / "tretorri.service"
    copy.write_text(unit.replace("/opt/tretorri/.venv/bin/tretorri", sys.executable))
    done = subprocess.run([analyse, "verify", copy], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert copy.name not in done.stderr
