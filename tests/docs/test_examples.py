"""What the documentation tells people to type is understood. Python examples are doctests."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from tests.docs.pages import OURS, blocks, name, shell_lines
from tests.docs.site import PROJECT
from tretorri.cli.main import program

SPAN = re.compile(r"`(?:\.venv/bin/)?tretorri ([a-z]+)( [^`]*)?`")
OPTION = re.compile(r"(?<!\S)--?[a-z][a-z-]*")
MAKE = re.compile(r"^[^#\n]*?\bmake ([a-z-]+)", re.MULTILINE)
TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)
every_page = pytest.mark.parametrize("page", OURS, ids=name)


def calls() -> Iterator[tuple[str, ...]]:
    """Yield the words of each call of the program in a block of shell commands."""
    for page in OURS:
        for block in blocks(page, "sh", "bash"):
            for line in shell_lines(block):
                words = shlex.split(line, comments=True)
                names = [at for at, word in enumerate(words[:-1]) if Path(word).name == "tretorri"]
                if names and (at := names[-1]) < len(words) and words[at + 1][0].isalpha():
                    yield tuple(words[at + 1 :])


def the_command(called: str) -> tuple[click.Command, click.Context]:
    command = program.get_command(click.Context(program), called)
    assert command is not None, f"there is no command {called}"
    return command, click.Context(command, info_name=called)


@pytest.mark.parametrize("words", sorted(set(calls())), ids=" ".join)
def test_every_shell_example_is_understood(words: tuple[str, ...]) -> None:
    if words[:2] == ("rules", "volterra") and "nl" in words:
        return  # the language that a reader is about to add
    command, context = the_command(words[0])
    arguments = list(words[1:])
    if isinstance(command, click.Group) and arguments and arguments[0] in command.commands:
        command = command.commands[arguments.pop(0)]
        context = click.Context(command, parent=context)
    given, rest, _ = command.make_parser(context).parse_args(arguments)
    assert rest == [], "more words than the command takes"
    wanted = {each.name for each in command.params if each.required}
    assert wanted <= {param for param, value in given.items() if value not in (None, ())}


@every_page
def test_every_block_of_shell_commands_can_be_parsed(page: Path) -> None:
    for block in blocks(page, "sh", "bash"):
        subprocess.run(["bash", "-n"], input=block, text=True, check=True)


@every_page
def test_every_command_in_a_sentence_is_there_with_its_options(page: Path) -> None:
    for called, more in SPAN.findall(page.read_text("utf-8")):
        command, context = the_command(called)
        known = {option for each in command.get_params(context) for option in each.opts}
        assert set(OPTION.findall(more)) <= known | {"-h", "--help"}, f"tretorri {called}{more}"


def test_every_target_of_make_is_there() -> None:
    targets = set(TARGET.findall((PROJECT / "Makefile").read_text("utf-8")))
    spans = re.compile(r"`make ([a-z-]+)")
    for page in OURS:
        named = {to for block in blocks(page, "sh", "bash") for to in MAKE.findall(block)}
        assert named | set(spans.findall(page.read_text("utf-8"))) <= targets, page.name


def test_every_module_to_run_is_there() -> None:
    texts = [page.read_text("utf-8") for page in OURS]
    named = {module for text in texts for module in re.findall(r"python -m ([\w.]+)", text)}
    assert [module for module in named if find_spec(module) is None] == []


@every_page
def test_python_json_and_toml_can_be_parsed(page: Path) -> None:
    for block in blocks(page, "python"):
        if not block.startswith((">>>", "    ")):  # a doctest, or part of a class
            compile(block, name(page), "exec")
    for block in blocks(page, "json"):
        if "…" not in block:
            json.loads(block)
    for block in blocks(page, "toml"):
        tomllib.loads(block)
