"""The generated reference is complete, and its examples work on a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import click
import httpx
import pytest

from docs.generate import command_line, http_api, python_api, site
from tests.docs.site import DOCS, PROJECT
from tests.server.support import Server
from tretorri.cli.main import COMMANDS

VARIABLE = re.compile(r"\b_?TRETORRI_[A-Z_]+\b")
ALONE = ("/hint", "/analysis", "/review")  # not while people play by link
OPERATIONS = [f"{method} {path}" for method, path, _ in http_api.each_operation()]


@cache
def section(text: str, title: str, level: int = 2) -> str:
    """Return the part of a page below a heading."""
    marks = "#" * level
    found = re.search(
        rf"^{marks} {re.escape(title)}$(.*?)(?=^#{{1,{level}}} |\Z)", text, re.M | re.S
    )
    assert found, f"nothing about {title}"
    return found[1]


# The command line -----------------------------------------------------------------------------


def test_every_command_is_described_with_all_its_options() -> None:
    text = command_line.render()
    assert [name for name, *_ in command_line.commands()] == list(COMMANDS)
    for name, command, context in command_line.commands():
        about = section(text, f"tretorri {name}")
        assert getattr(command, "examples", ())
        options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
        for option in options:
            assert all(text in about for text in option.opts if not option.hidden), option.name
            if isinstance(option.envvar, str):
                assert option.envvar in about
        for argument in command.params:
            if isinstance(argument, click.Argument):
                assert argument.make_metavar(context).strip("[].") in about


# The HTTP API ---------------------------------------------------------------------------------


def test_every_operation_is_described_with_its_parameters() -> None:
    text = http_api.operations()
    assert list(http_api.examples()) != []
    assert sorted(http_api.examples()) == sorted(OPERATIONS)
    titles = [example["title"] for example in http_api.examples().values()]
    assert len(set(titles)) == len(titles)
    for method, path, operation in http_api.each_operation():
        about = section(text, http_api.examples()[f"{method} {path}"]["title"], 3)
        assert f"{method} {path}\n" in about
        assert operation["description"].splitlines()[0].split("``")[0] in about
        for parameter in operation.get("parameters", ()):
            assert parameter["name"] == "lang" or f"`{parameter['name']}`" in about


def test_all_data_are_described_with_their_fields() -> None:
    text = http_api.data()
    for name, schema in http_api.description()["components"]["schemas"].items():
        about = section(text, name)
        assert [field for field in schema.get("properties", {}) if f"`{field}`" not in about] == []
        assert schema.get("description"), f"{name} has no description"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    allowed = {"TRETORRI_WEBHOOKS": "127.0.0.1:9000"}
    with Server(tmp_path_factory.mktemp("games"), env=allowed) as running:
        yield running


def test_every_example_request_is_answered(server: Server) -> None:
    """Send the examples in their order, in one game that goes from its first turn to its end."""
    with httpx.Client(base_url=server.address, timeout=60) as client:
        seats = {"d": {"kind": "here"}, "l": {"kind": "open"}}
        made = client.post("/api/games", json={"game": "volterra", "seats": seats}).json()
        alone = client.post("/api/games", json={"game": "volterra"}).json()
        for operation in http_api.examples():
            method, path = operation.split()
            game = alone if path.endswith(ALONE) else made
            known = {"ID": game["id"], "SECRET": game["secret"], "TICKET": made["tickets"]["l"]}
            client.cookies.clear()  # the examples show everything that a caller sends
            if path.endswith("/rematch"):
                _resign(client, known)
            assert _send(client, http_api.request_text(method, path), known) < 300, operation


def _send(client: httpx.Client, text: str, known: Mapping[str, str]) -> int:
    for name, value in known.items():
        text = re.sub(rf"\b{name}\b", value, text)
    head, _, body = text.partition("\n\n")
    first, *headers = head.splitlines()
    method, path = first.split()
    named = dict(line.split(": ", 1) for line in headers)
    with client.stream(method, path, headers=named, content=body or None) as answer:
        next(answer.iter_bytes(), b"")  # some of them would go on for ever
        return answer.status_code


def _resign(client: httpx.Client, known: Mapping[str, str]) -> None:
    path = f"/api/games/{known['ID']}"
    version = client.get(path).json()["version"]
    command = {"do": "resign", "seat": "d"}
    body = {"request_id": "resign-now", "version": version, "command": command}
    key = {"Authorization": f"Bearer {known['SECRET']}"}
    assert client.post(f"{path}/commands", json=body, headers=key).status_code == 200


# The Python API -------------------------------------------------------------------------------


@pytest.mark.parametrize("package", python_api.PAGES)
def test_every_public_name_is_described(package: str) -> None:
    text = python_api.render(package)
    for module_name in python_api.PAGES[package]:
        module = import_module(module_name)
        for name in python_api.public_names(module):
            assert f"### {name}\n" in text, f"{module_name}.{name}"
            assert getattr(module, name).__doc__, f"{module_name}.{name} has no docstring"


def test_the_python_reference_has_no_traces_of_python() -> None:
    for package in python_api.PAGES:
        assert re.findall(r"0x[0-9a-f]{6,}|<class |<function ", python_api.render(package)) == []


# Environment variables ------------------------------------------------------------------------


def test_every_environment_variable_is_documented() -> None:
    page = set(VARIABLE.findall((DOCS / "reference" / "environment.md").read_text("utf-8")))
    assert _variables() == page


def _variables() -> set[str]:
    """Return the names that the sources mention, of the environment and of the build."""
    folders = ("src", "tools", "deploy", "native", "web/src")
    files = [path for name in folders for path in (PROJECT / name).rglob("*") if path.is_file()]
    files += [PROJECT / "CMakeLists.txt", PROJECT / "web" / "vite.config.ts"]
    texts = (path.read_text("utf-8", errors="ignore") for path in files if _is_source(path))
    return {name for text in texts for name in VARIABLE.findall(text)}


def _is_source(path: Path) -> bool:
    return "__pycache__" not in path.parts and path.suffix not in {".so", ".pyc", ".woff2"}


# What is put together -------------------------------------------------------------------------


def test_every_place_for_something_generated_is_filled(tmp_path: Path) -> None:
    pages = site.assemble(tmp_path)
    asked = {
        name
        for path in DOCS.rglob("*.md")
        for name in re.findall(r"<!-- generated: ([\w .-]+) -->", path.read_text("utf-8"))
    }
    assert asked == set(site.PRODUCERS)
    left = [path.name for path in pages.rglob("*.md") if "<!-- generated" in path.read_text()]
    assert left == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[c](../../CHANGELOG.md)", "[c](../changelog.md)"),
        ("[c](../../CHANGELOG.md#added)", "[c](../changelog.md#added)"),
        ("[r](../../README.md)", "[r](../README.md)"),
        ("[n](../../deploy/nginx.conf)", "n"),
        ("[b](b.md)", "[b](b.md)"),
        ("[x](#there)", "[x](#there)"),
        ("![p](../pictures/p.svg)", "![p](../pictures/p.svg)"),
        ("```text\n[c](../../CHANGELOG.md)\n```", "```text\n[c](../../CHANGELOG.md)\n```"),
    ],
)
def test_links_follow_their_pages(text: str, wanted: str) -> None:
    pages = {
        f"{DOCS.name}/a/a.md": "a/a.md",
        f"{DOCS.name}/a/b.md": "a/b.md",
        "docs/README.md": "README.md",
        "CHANGELOG.md": "changelog.md",
    }
    assert site.relink(text, f"{DOCS.name}/a/a.md", pages) == wanted
