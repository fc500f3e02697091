"""``tretorri completion``: completion scripts for shells."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tretorri.cli.options import PlainCommand

SHELLS = ("bash", "zsh", "fish")


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri completion bash >> ~/.bashrc",
        "tretorri completion zsh >> ~/.zshrc",
        "tretorri completion fish > ~/.config/fish/completions/tretorri.fish",
    ),
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that lets SHELL complete commands, games and options with Tab."""
    root = ctx.find_root()
    found = get_completion_class(shell)
    assert found is not None  # noqa: S101 - the shells that can be chosen are click's own
    click.echo(found(root.command, {}, "tretorri", "_TRETORRI_COMPLETE").source())
