"""Settings from the environment: each limit by itself, and one sentence for what cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from docs.generate import limit_settings as page
from tests.cli.support import process
from tests.server.support import Guest, Server
from tretorri.server.capacity import limits
from tretorri.server.capacity.limits import ConcurrencyLimit, RateLimit
from tretorri.server.settings import limit_variable


def test_a_limit_can_be_set_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRETORRI_LIMIT_A_FEW", "10")
    assert (RateLimit("a-few", 5, 60).most, RateLimit("a-few", 5, 60).seconds) == (10, 60)
    assert ConcurrencyLimit("a-few", 4).most == 10
    monkeypatch.setenv("TRETORRI_LIMIT_A_FEW", "10/30")
    found = RateLimit("a-few", 5, 60, burst=30)
    assert (found.most, found.seconds, found.burst) == (10, 30, 60)


def test_every_limit_has_a_variable_and_is_described() -> None:
    text = page.render()
    everything = [
        value for value in vars(limits).values() if isinstance(value, RateLimit | ConcurrencyLimit)
    ]
    assert len(everything) >= 10
    for limit in everything:
        assert f"`{limit_variable(limit.name)}`" in text


def test_a_server_goes_by_its_limits(tmp_path: Path) -> None:
    env = {"TRETORRI_LIMIT_GAMES": "1/3600", "TRETORRI_LIMIT_LOOKUPS": "2/3600"}
    options = ("--workers", "1")
    with Server(tmp_path, *options, env=env, has_limits=True) as server, server.client() as client:
        statuses = [_begin(client) for _ in range(7)]
        assert statuses == [201] * 6 + [429]  # 30 at once became 6, in proportion
        missing = [client.get(f"/api/games/{'x' * 22}").status_code for _ in range(3)]
        assert missing == [404, 404, 429]


def _begin(client: httpx.Client) -> int:
    return client.post("/api/games", json={"game": "volterra"}).status_code


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TRETORRI_LIMIT_REQUESTS", "many"),
        ("TRETORRI_LIMIT_REQUESTS", "0"),
        ("TRETORRI_LIMIT_REQUESTS", "-5"),
        ("TRETORRI_LIMIT_REQUESTS", "5/0"),
        ("TRETORRI_LIMIT_REQUESTS", "5/1e999"),
        ("TRETORRI_LIMIT_REQUESTS", "9" * 40),
        ("TRETORRI_LIMIT_SOCKETS", "5/20"),
        ("TRETORRI_LIMIT_NOTHING", "5"),
        ("TRETORRI_LIMITS", "none"),
        ("TRETORRI_SOCKETS", "many"),
        ("TRETORRI_SOCKETS", "0"),
        ("TRETORRI_PROXIES", "nearby"),
        ("TRETORRI_PUBLIC", "towers.example.org"),
        ("TRETORRI_METRICS", "everybody"),
    ],
)
def test_a_setting_that_cannot_be_is_one_sentence(
    name: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    ended = process("serve", "--check", "--data", str(tmp_path / "new"))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("tretorri: ")
    assert name in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_other_commands_do_not_care_about_the_limits_of_a_server() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tretorri", "games"],
        env={"TRETORRI_LIMIT_REQUESTS": "many", "PATH": ""},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0


def test_a_server_with_empty_settings_has_the_usual_ones(tmp_path: Path) -> None:
    names = ("LIMITS", "LIMIT_REQUESTS", "SOCKETS", "PROXIES", "PUBLIC", "METRICS", "WEBHOOKS")
    env = {f"TRETORRI_{name}": "" for name in names}
    options = ("--workers", "1")
    with Server(tmp_path, *options, env=env, has_limits=True) as server, server.client() as client:
        assert Guest(client, game="volterra").state
