"""Every example of the page about the bot API is tried on a real server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.deadlines import deadline
from tests.server.support import Server
from tests.settings import TESTS

PAGE = (TESTS.parent / "docs" / "how-to" / "write-a-bot.md").read_text("utf-8")
ADDRESS = "http://127.0.0.1:8765/"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
NAMES = ("ID", "SECRET", "TICKET", "KEY")
REST = {"…"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games")) as running:
        yield running


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(PAGE) if name == language]


def request(text: str, known: dict[str, str]) -> httpx.Request:
    """Return a request as the page writes it, with the names of secrets filled in."""
    for name, value in known.items():
        text = re.sub(rf"\b{name}\b", value, text)
    head, _, body = text.strip().partition("\n\n")
    first, *headers = head.splitlines()
    method, path = first.split()
    named = dict(line.split(": ", 1) for line in headers)
    return httpx.Request(method, ADDRESS.rstrip("/") + path, headers=named, content=body)


def expected(text: str) -> Any:
    """Return an answer as data; … stands for anything, in an object or list for more of it."""
    text = re.sub(r"([{,])\s*…\s*\}", r'\1 "…": 0}', text)
    return json.loads(re.sub(r'(?<!")…(?!")', '"…"', text))


def compare(wanted: Any, got: Any, known: dict[str, str]) -> None:
    """Check an answer; a name in capitals stands for what is found there."""
    if wanted in NAMES:
        known[wanted] = got
    elif isinstance(wanted, dict):
        assert wanted.keys() - REST <= got.keys()
        assert wanted.keys() >= REST or wanted.keys() == got.keys()
        for name in wanted.keys() - REST:
            compare(wanted[name], got[name], known)
    elif isinstance(wanted, list):
        plain = [each for each in wanted if each != "…"]
        assert len(got) == len(plain) or "…" in wanted
        for each, found in zip(plain, got, strict=False):
            compare(each, found, known)
    elif wanted != "…":
        assert got == wanted


def test_the_conversation_goes_as_written(server: Server) -> None:
    conversation = [each for each in BLOCK.findall(PAGE) if each[0] in ("http", "json")]
    assert [name for name, _ in conversation] == ["http", "json"] * (len(conversation) // 2)
    known: dict[str, str] = {}
    with httpx.Client(timeout=deadline()) as client:
        for (_, question), (_, answer) in zip(conversation[::2], conversation[1::2], strict=True):
            asked = request(question, known)
            asked.url = httpx.URL(str(asked.url).replace(ADDRESS, server.address))
            asked.headers["host"] = asked.url.netloc.decode()
            compare(expected(answer), client.send(asked).json(), known)
    assert set(known) == set(NAMES)


def python(program: str, *args: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *args],
        capture_output=True,
        text=True,
        timeout=deadline(),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_program_with_our_client_plays_a_game(server: Server) -> None:
    ours, _ = blocks("python")
    assert re.search("wins|Draw", python(ours.replace(ADDRESS, server.address)))


def test_the_program_without_anything_of_ours_plays_a_game(server: Server) -> None:
    _, bare = blocks("python")
    assert "tretorri" not in bare
    body = {"game": "volterra", "seats": {"d": {"kind": "open"}, "l": {"kind": "open"}}}
    made = httpx.post(f"{server.address}api/games", json=body, timeout=deadline()).json()
    links = [f"{server.address}en/join/{made['id']}#{made['tickets'][seat]}" for seat in "dl"]
    command = [sys.executable, "-W", "error", "-c", bare]
    other = subprocess.Popen([*command, links[1]], stdout=subprocess.PIPE, text=True)
    said = python(bare, links[0])
    assert other.communicate(timeout=deadline())[0] == said
    assert said.strip()
