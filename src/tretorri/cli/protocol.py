"""``tretorri protocol``: a player that other programs control by lines of text."""

from __future__ import annotations

import sys

import click

from tretorri.arena.players import EXTERNAL, has_engine, read_player
from tretorri.arena.protocol import converse
from tretorri.cli.errors import bad_usage
from tretorri.cli.options import PlainCommand


@click.command(
    cls=PlainCommand,
    examples=("tretorri protocol --bot greedy", "tretorri protocol --bot engine:seconds=1"),
    see=("match", "bot"),
)
@click.option(
    "--bot",
    "name",
    metavar="PLAYER",
    help="Player, as for `tretorri match`.  [default: engine, or greedy without the engine]",
)
def protocol(name: str | None) -> None:
    """Run a player as an engine process that another program controls, similar to UCI.

    Commands are read from standard input and answered on standard output until `quit`.
    """
    spec = read_player(name or ("engine" if has_engine() else "greedy"))
    if spec.kind == EXTERNAL:
        raise bad_usage("protocol-external")
    converse(spec, sys.stdin, _say)


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()
