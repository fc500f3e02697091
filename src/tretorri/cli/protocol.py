"""``tretorri protocol``: a player for other programs, spoken to by lines of text."""

from __future__ import annotations

import sys

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.options import PlainCommand
from tretorri.engine.players import EXTERNAL, has_engine, read_player
from tretorri.engine.protocol import converse


@click.command(cls=PlainCommand, example="tretorri protocol --bot greedy")
@click.option(
    "--bot",
    "name",
    metavar="PLAYER",
    help="Who thinks, named as for `tretorri match` (the engine, where there is one, or greedy).",
)
def protocol(name: str | None) -> None:
    """Let another program drive a player by lines of text, in the manner of UCI.

    It reads commands on standard input and answers on standard output until `quit`.
    """
    setting = read_player(name or ("engine" if has_engine() else "greedy"))
    if setting.kind == EXTERNAL:
        raise bad_usage("protocol-external")
    converse(setting, sys.stdin, _say)


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()
