"""``tretorri completion``: the script that makes a shell complete commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tretorri.cli.options import PlainCommand

SHELLS = ("bash", "zsh", "fish")


@click.command(cls=PlainCommand, example="tretorri completion bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that makes SHELL complete commands, games and options."""
    root = ctx.find_root()
    found = get_completion_class(shell)
    assert found is not None  # noqa: S101 - the shells that can be chosen are click's own
    click.echo(found(root.command, {}, "tretorri", "_TRETORRI_COMPLETE").source())
