"""What the documentation tells people to type is understood. Python examples are doctests."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from tests.settings import TESTS
from tretorri.cli.main import program

PROJECT = TESTS.parent
PAGES = [*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md"), *PROJECT.glob("docs/decisions/*.md")]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"`(?:\.venv/bin/)?tretorri ([a-z]+)( [^`]*)?`")
OPTION = re.compile(r"(?<!\S)--?[a-z][a-z-]*")
MAKE = re.compile(r"^[^#\n]*?\bmake ([a-z-]+)", re.MULTILINE)
TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)
NAMES = re.compile(r"^\| from `([\w.]+)` \| \|\n\| --- \| --- \|\n((?:\|.*\n)+)", re.MULTILINE)


def text(page: Path) -> str:
    return page.read_text("utf-8")


def shell_examples() -> Iterator[tuple[str, ...]]:
    """Yield the words of each call of the program in a block of shell commands."""
    for page in PAGES:
        for block in BLOCK.findall(text(page)):
            for line in block.replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                names = [at for at, word in enumerate(words[:-1]) if Path(word).name == "tretorri"]
                if names:
                    yield tuple(words[names[0] + 1 :])


def the_command(name: str) -> tuple[click.Command, click.Context]:
    command = program.get_command(click.Context(program), name)
    assert command is not None, f"there is no command {name}"
    return command, click.Context(command, info_name=name)


@pytest.mark.parametrize("words", sorted(set(shell_examples())), ids=" ".join)
def test_every_shell_example_is_understood(words: tuple[str, ...]) -> None:
    if words == ("--help",):
        return
    command, context = the_command(words[0])
    given, rest, _ = command.make_parser(context).parse_args(list(words[1:]))
    assert rest == [], "more words than the command takes"
    wanted = {each.name for each in command.params if each.required}
    assert wanted <= {name for name, value in given.items() if value not in (None, ())}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_in_a_sentence_is_there_with_its_options(page: Path) -> None:
    for name, more in SPAN.findall(text(page)):
        command, context = the_command(name)
        known = {option for each in command.get_params(context) for option in each.opts}
        assert set(OPTION.findall(more)) <= known | {"-h", "--help"}, f"tretorri {name}{more}"


def test_every_target_of_make_is_there() -> None:
    targets = set(TARGET.findall((PROJECT / "Makefile").read_text("utf-8")))
    spans = re.compile(r"`make ([a-z-]+)")
    for page in PAGES:
        named = {name for block in BLOCK.findall(text(page)) for name in MAKE.findall(block)}
        assert named | set(spans.findall(text(page))) <= targets, page.name


def test_every_module_to_run_is_there() -> None:
    named = {name for page in PAGES for name in re.findall(r"python -m ([\w.]+)", text(page))}
    assert [name for name in named if find_spec(name) is None] == []


def test_the_api_page_names_what_can_be_imported() -> None:
    tables = dict(NAMES.findall(text(PROJECT / "docs" / "api.md")))
    assert {"tretorri", "tretorri.engine", "tretorri.core.records"} <= tables.keys()
    for module_name, rows in tables.items():
        module = import_module(module_name)
        first = [row.split("|")[1] for row in rows.splitlines()]
        named = {name for cell in first for name in re.findall(r"`(\w+)`", cell)}
        assert [name for name in named if not hasattr(module, name)] == []
        assert named >= set(getattr(module, "__all__", ())), f"{module_name} offers more"
