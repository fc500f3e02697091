"""The reference of the command line, made from the commands themselves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from docs.generate.markdown import cell, code, fenced, table
from tretorri.cli.main import COMMANDS, LEGEND, PROGRAM, program
from tretorri.cli.options import PlainCommand


def render() -> str:
    """Return a section for each command, after a list of all of them."""
    listed = [
        (f"[`{PROGRAM} {name}`](#{PROGRAM}-{name})", cell(text)) for name, text in COMMANDS.items()
    ]
    return "\n".join((table(("command", "purpose"), listed), "", cell(LEGEND), "", *_sections()))


def commands() -> Iterator[tuple[str, click.Command, click.Context]]:
    """Yield every command with the context in which it describes itself."""
    parent = click.Context(program, info_name=PROGRAM, **program.context_settings)
    for name in program.list_commands(parent):
        command = program.get_command(parent, name)
        if command is not None:
            yield name, command, click.Context(command, parent=parent, info_name=name)


def _sections() -> Iterator[str]:
    for _, command, context in commands():
        yield _section("##", command, context)
        for name, part in command.commands.items() if isinstance(command, click.Group) else ():
            yield _section("###", part, click.Context(part, parent=context, info_name=name))


def _section(marks: str, command: click.Command, context: click.Context) -> str:
    parts = [f"{marks} {context.command_path}", _about(command), _usage(command, context)]
    parts += [_options(command, context), _examples(command)]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _about(command: click.Command) -> str:
    """Return what the help page says, as paragraphs."""
    text = inspect.cleandoc(command.help or "").replace("\b\n", "")
    return "\n\n".join(cell(paragraph) for paragraph in re.split(r"\n{2,}", text))


def _usage(command: click.Command, context: click.Context) -> str:
    usage = " ".join(command.collect_usage_pieces(context))
    return fenced(f"{context.command_path} {usage}", "text")


def _options(command: click.Command, context: click.Context) -> str:
    rows = [
        (code(record[0]), cell(record[1]) + _variable(option))
        for option in command.get_params(context)
        if isinstance(option, click.Option) and not option.hidden
        for record in [option.get_help_record(context)]
        if record is not None
    ]
    return table(("option", "meaning"), rows)


def _variable(option: click.Option) -> str:
    name = option.envvar
    return f" [`{name}`](environment.md) sets the default." if isinstance(name, str) else ""


def _examples(command: click.Command) -> str:
    if not isinstance(command, PlainCommand):
        return ""
    return "Examples:\n\n" + fenced("\n".join(command.list_examples()), "sh")
