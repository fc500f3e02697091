"""The program ``tretorri``: finds its commands, and says in one line what is wrong."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any, NoReturn

import click

from tretorri.cli.language import preferred, speak, spoken_language
from tretorri.core.errors import TretorriError

PROGRAM = "tretorri"
BAD_INPUT = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells count

COMMANDS = {
    "play": "Play a game in the terminal, against people and bots.",
    "serve": "Serve the games to browsers and programs.",
    "bot": "Play at the seat of a link, on any server.",
    "show": "Draw a position as text, picture or spoken words.",
    "rules": "Print the rulebook of a game, or one rule of it.",
    "games": "List the games.",
    "replay": "Step through a recorded game.",
    "check": "Verify recorded games.",
    "analyse": "Say who stands how well, in a position or a recorded game.",
    "legal": "List the legal actions of a position.",
    "perft": "Count the sequences of legal actions.",
    "bench": "Search fixed positions: a signature of the engine, and its speed.",
    "match": "Play games between players and compare their strength.",
    "ladder": "Play the levels of the engine against each other and rate them.",
    "protocol": "Let another program drive a player by lines of text.",
    "backup": "Copy all games into a file while they are played.",
    "restore": "Put a backup in the place of the games.",
    "export": "Write all games as lines of JSON.",
    "import": "Take in games that were exported.",
    "verify": "Play every stored game through.",
    "tidy": "Delete games that nobody has touched for long.",
    "doctor": "Look whether everything is in order for a server.",
    "completion": "Print the script that makes a shell complete commands.",
}


class Program(click.Group):
    """A group that imports ``cli/<name>.py`` when the command *name* is called.

    A name that Python keeps for itself gets an underscore.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command that the module of this name holds."""
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command: click.Command = getattr(import_module(f"tretorri.cli.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them: the help page must be quick."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Run the program; whatever the user can mend is one line and status 2."""
        speak(preferred(os.environ))
        extra.update(prog_name=PROGRAM, standalone_mode=False)
        try:
            status = super().main(args, **extra)  # a reader who goes away is click's business
        except click.ClickException as error:
            _complain(_in_one_line(error))
        except TretorriError as error:
            _complain(error.why.cited(spoken_language()))
        except OSError as error:
            _complain(f"{error.strerror}: {error.filename}" if error.filename else str(error))
        except click.Abort:
            sys.exit(INTERRUPTED)
        sys.exit(status if isinstance(status, int) else 0)


def _complain(message: str) -> NoReturn:
    in_one_line = re.sub(r"[ \t\r\n\f\v]+", " ", message.strip())  # other spaces are meant
    click.echo(f"{PROGRAM}: {in_one_line}", err=True)
    sys.exit(BAD_INPUT)


def _in_one_line(error: click.ClickException) -> str:
    """Return click's message in our manner, with the way to the right help page."""
    message = error.format_message().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    see = f" (see {context.command_path} --help)" if context else ""
    return message[:1].lower() + message[1:] + see


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from tretorri.cli.about import version_page  # noqa: PLC0415 - it loads the games

        click.echo(version_page())
        ctx.exit()


@click.group(
    cls=Program,
    invoke_without_command=True,
    epilog="\b\nExample:\n  tretorri games\n  tretorri play GAME",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and whose games these are.",
)
@click.pass_context
def program(ctx: click.Context) -> None:
    """Tower-building board games for the terminal."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """Run the program with the arguments of the process; odd characters never stop it."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    program.main()
