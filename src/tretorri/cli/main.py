"""The program ``tretorri``: loads commands on demand and reports each error in one line."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from keyword import iskeyword
from typing import Any, NoReturn

import click

from tretorri.cli.errors import BadUsage, bad_usage
from tretorri.cli.language import language_of, speak, spoken_language
from tretorri.cli.streams import OutputError, drop_output, prepare_streams
from tretorri.core.errors import TretorriError
from tretorri.core.words import Text, excerpt

PROGRAM = "tretorri"
BAD_INPUT = 2
MAX_INTERNAL_ERROR_CHARS = 500  # characters of an internal error
READER_GONE = 1  # as click ends when the reader of the output has gone
INTERNAL_ERROR = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130  # 128 + SIGINT, as shells count

GROUPS = {
    "Play": {
        "play": "Play a game in the terminal.",
        "games": "List the games; for hosts, also the stored ones.",
        "rules": "Print the rulebook of a game, or one rule.",
    },
    "Study": {
        "show": "Draw a position as text, picture or words.",
        "legal": "List the legal actions of a position.",
        "analyse": "Evaluate a position or review a recorded game.",
        "replay": "Step through a recorded game.",
        "check": "Check files of recorded games for errors.",
    },
    "Engine": {
        "match": "Play a match between players and compare their strength.",
        "ladder": "Rate the engine levels by playing them against each other.",
        "bench": "Benchmark the engine on fixed positions.",
        "perft": "Count sequences of legal actions (perft).",
        "protocol": "Run a player as an engine process, controlled by text commands.",
    },
    "Server": {
        "serve": "Start the server and open the web page. *",
        "bot": "Seat an engine or bot at a game on a server.",
        "doctor": "Check that this machine is ready to run a server. *",
    },
    "Stored games": {
        "backup": "Back up all games to a file, even while the server runs. *",
        "restore": "Replace the stored games with a backup. *",
        "export": "Export all games as JSON Lines. *",
        "import": "Import exported games. *",
        "verify": "Replay and check every stored game. *",
        "stats": "Print usage statistics. *",
        "tidy": "Archive and delete games inactive for N days. *",
    },
    "Extend": {
        "new-game": "Write a package with a game of your own to start from.",
    },
    "Shell": {
        "completion": "Print a shell completion script.",
    },
}
_RANGE = re.compile(r"(?P<given>\S+) is not in the range (?P<low>\d+)<=x<=(?P<high>\d+)")
LEGEND = "* Requires the server extra: pip install '.[server]' (`make play` installs it)."
COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}


class Program(click.Group):
    """A group that imports ``cli/<name>.py`` when the command *name* is called.

    The module of a command whose name is a Python keyword has an underscore at the end, and one
    instead of each hyphen.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command; ``None`` if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"tretorri.cli.{name}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command to run; for an unknown name, suggest what was probably meant."""
        name = args[0]
        if name in COMMANDS or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        raise _unknown_command(name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by group without importing them, so that the help page is quick."""
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in commands.items()])

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Run the program; an error that the user can fix is one line and status 2."""
        speak(language_of(os.environ))
        extra.update(prog_name=PROGRAM, standalone_mode=False)
        try:
            try:
                status = super().main(args, **extra)  # click handles a closed pipe
            finally:
                sys.stdout.flush()  # here, where it is noticed if nothing can be written
        except click.ClickException as error:
            _complain(_in_one_line(error))
        except TretorriError as error:
            _complain(error.why.with_rule(spoken_language()))
        except BrokenPipeError:
            drop_output()
            sys.exit(READER_GONE)
        except OSError as error:
            _complain(_system_error(error))
        except (click.Abort, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        except Exception as error:
            if sys.flags.dev_mode:
                raise
            _complain(_internal_error(error), INTERNAL_ERROR)
        sys.exit(status if isinstance(status, int) else 0)


def _unknown_command(name: str) -> BadUsage:
    from tretorri.core.registry import games  # noqa: PLC0415 - it loads the games

    close = get_close_matches(name, COMMANDS, 1)
    if name in games():
        return bad_usage("game-as-command", game=name)
    if close:
        return bad_usage("unknown-command-close", name=excerpt(name), close=close[0])
    return bad_usage("unknown-command", name=excerpt(name))


def _complain(message: str, status: int = BAD_INPUT) -> NoReturn:
    in_one_line = re.sub(r"[ \t\r\n\f\v]+", " ", message.strip())  # keeps non-breaking spaces
    with suppress(OSError):
        click.echo(f"{PROGRAM}: {in_one_line}", err=True)
    drop_output()
    sys.exit(status)


def _system_error(error: OSError) -> str:
    problem = error.strerror or str(error)
    if isinstance(error, OutputError):
        return Text("core.cli-no-output", {"problem": problem}).sentence(spoken_language())
    problem = problem[:1].lower() + problem[1:]
    return f"{problem}: {click.format_filename(error.filename)}" if error.filename else problem


def _internal_error(error: Exception) -> str:
    """Return the line for a fault of ours; ``python -X dev -m tretorri`` shows where it is."""
    found = f"{type(error).__name__}: {error}"[:MAX_INTERNAL_ERROR_CHARS]
    return Text("core.cli-internal-error", {"problem": found}).sentence(spoken_language())


def _in_one_line(error: click.ClickException) -> str:
    """Return click's message in our style, with a pointer to the help page of the command."""
    message = error.format_message().rstrip(".")
    message = _RANGE.sub(r"must be between \g<low> and \g<high>, not \g<given>", message)
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
    epilog=f"{LEGEND}\n\n"
    "\b\nExamples:\n  tretorri games            list the games and their ids\n"
    "  tretorri play GAME        play one of them here\n"
    "  tretorri serve            open the games in a browser\n"
    "  tretorri COMMAND --help   explain a command, with examples",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and credits, then exit.",
)
@click.pass_context
def program(ctx: click.Context) -> None:
    """Play and study tower-building board games, or host them on a server."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


_show_warning = warnings.showwarning


def _warn(message: Warning | str, *others: Any, **named: Any) -> None:
    """Print a warning about a game in one line, once; any other as Python does."""
    from tretorri.core.registry import BrokenGame  # noqa: PLC0415 - it loads what games are made of

    if not isinstance(message, BrokenGame):
        _show_warning(message, *others, **named)
        return
    click.echo(f"{PROGRAM}: {message.why.sentence(spoken_language())}", err=True)
    sys.warnoptions.append("ignore:the game:RuntimeWarning")  # processes that we start need not


def main() -> NoReturn:
    """Run the program with the streams and the arguments of this process."""
    prepare_streams()
    warnings.showwarning = _warn
    program.main()
