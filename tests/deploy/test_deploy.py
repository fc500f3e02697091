"""The files for hosts: readable by the programs that they are for, and in step with our options."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import pytest

from tests.deadlines import deadline
from tests.programs import CADDY, Missing, compose_command
from tests.settings import TESTS
from tests.upkeep.support import query, some_games
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
    assert set(services) == {"app", "tidy", "database", "bus", "proxy"}
    app = services["app"]
    assert "@database/" in app["environment"]["TRETORRI_DATABASE"]
    assert "//bus:" in app["environment"]["TRETORRI_BUS"]
    assert "ports" not in app  # only the proxy lets people in
    assert "app 8765" in (DEPLOY / "Caddyfile").read_text()
    assert (DEPLOY / app["build"]["dockerfile"].removeprefix("deploy/")).is_file()


def test_no_log_of_a_container_grows_without_end() -> None:
    for name, service in compose()["services"].items():
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}, name


def test_the_container_for_it_deletes_old_games_again_and_again(tmp_path: Path) -> None:
    service = compose()["services"]["tidy"]
    assert service["healthcheck"] == {"disable": True}  # the one of the image asks a server
    assert "TRETORRI_KEEP_DAYS" in service["environment"]
    assert "@database/" in service["environment"]["TRETORRI_DATABASE"]
    games, own = tmp_path / "tretorri", tmp_path / "bin"
    some_games(games)
    own.mkdir()
    programs = {
        "tretorri": f'echo tidied >> {tmp_path}/times\nexec {sys.executable} -m tretorri "$@"',
        "sleep": f'[ "$1" = 86400 ] && [ $(wc -l < {tmp_path}/times) -lt 2 ] || kill $PPID',
    }
    for name, text in programs.items():
        (own / name).write_text(f"#!/bin/sh\n{text}\n")
        (own / name).chmod(0o755)
    query(games, "UPDATE event SET time = 0")
    query(games, "UPDATE game SET created = 0")
    env = {**os.environ, "PATH": f"{own}:{os.environ['PATH']}", "XDG_DATA_HOME": str(tmp_path)}
    command = [*service["entrypoint"], *service["command"]]
    subprocess.run(
        command, env={**env, "TRETORRI_KEEP_DAYS": "365"}, check=False, timeout=deadline()
    )
    assert (tmp_path / "times").read_text() == "tidied\n" * 2
    assert query(games, "SELECT count(*) FROM game") == [(0,)]


def checked(*command: str, text: str, env: Mapping[str, str]) -> None:
    """Let a program read a text that it must understand."""
    done = subprocess.run(
        command,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        env=env,
        timeout=deadline(),
    )
    assert done.returncode == 0, done.stderr


def test_compose_understands_its_file() -> None:
    command = compose_command()
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    nameless = text.replace("name: tretorri\n", "", 1)  # which version 1 does not know yet
    env = {"TRETORRI_HOST": "x.org", "TRETORRI_PASSWORD": "pw"}
    options = ["--project-directory", str(DEPLOY), "--file", "-"]
    checked(*command, *options, "config", text=nameless, env=env)
    unfit = nameless.replace("restart:", "restarts:", 1)
    with pytest.raises(AssertionError, match="restarts"):
        checked(*command, *options, "config", text=unfit, env=env)


def test_caddy_understands_its_file(tmp_path: Path) -> None:
    file = ["--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    env = {"TRETORRI_HOST": "x.org", "HOME": str(tmp_path)}
    checked(CADDY.path(), "validate", *file, text="", env=env)


def test_systemd_understands_the_service(tmp_path: Path) -> None:
    analyse = shutil.which("systemd-analyze")
    if analyse is None:
        raise Missing("needs systemd: a machine that is started by it")
    unit = (DEPLOY / "tretorri.service").read_text()
    copy = tmp_path / "tretorri.service"
    copy.write_text(unit.replace("/opt/tretorri/.venv/bin/tretorri", sys.executable))
    done = subprocess.run([analyse, "verify", copy], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert copy.name not in done.stderr
