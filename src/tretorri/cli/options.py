"""Arguments and options that commands share; each game announces its own options."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from tretorri.cli.errors import bad_usage
from tretorri.cli.language import speak
from tretorri.core.game import Option, Position, check_seed
from tretorri.core.registry import find, game, games
from tretorri.core.words import excerpt, languages

DEFAULT_SEED = 1
PYTHON, NATIVE = "python", "native"
F = TypeVar("F", bound=Callable[..., Any])


def existing_game(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Return the id of a game that the registry has."""
    return None if value is None else find(value).id


def complete_game(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the games that complete what has been typed."""
    return [
        CompletionItem(game_id, help=found.title)
        for game_id, found in games().items()
        if game_id.startswith(begun)
    ]


def _seed(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    """Return a seed as the games take it."""
    if value is None:
        return None
    return check_seed(int(value) if re.fullmatch(r"[0-9]{1,19}", value) else value)


def whole_number(_: click.Context, param: click.Parameter, value: str) -> int:
    """Return a number from 0 up, written in plain digits."""
    if not re.fullmatch(r"[0-9]{1,18}", value):
        raise bad_usage("bad-number", name=param.opts[0], value=excerpt(value))
    return int(value)


def game_argument(required: bool = True) -> Callable[[F], F]:
    """Return the argument ``GAME``."""
    return click.argument(
        "game_id",
        metavar="GAME" if required else "[GAME]",
        required=required,
        callback=existing_game,
        shell_complete=complete_game,
    )


game_option = click.option(
    "--game",
    "game_id",
    metavar="GAME",
    required=True,
    callback=existing_game,
    shell_complete=complete_game,
    help="Game to play (see tretorri games).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
position_option = click.option(
    "--position", "text", metavar="TEXT", help="Position to use, as position text."
)
backend_option = click.option(
    "--backend",
    type=click.Choice([PYTHON, NATIVE]),
    default=PYTHON,
    show_default=True,
    help="Implementation of the rules: Python, or the faster C++ one.",
)


def seed_option(help_text: str) -> Callable[[F], F]:
    """Return ``--seed``; *help_text* says what the seed decides in a command."""
    return click.option("--seed", callback=_seed, metavar="NUMBER", help=help_text)


def _speak(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        speak(value)


_LANGUAGE = click.Option(
    ["--language"],
    type=click.Choice(languages()),
    expose_value=False,
    is_eager=True,  # errors in the other options are reported in this language
    callback=_speak,
    help="Language of rulebooks and messages.  [default: system language]",
)


class PlainCommand(click.Command):
    """A command with ``--language``, whose help page ends with examples and related commands.

    ``GAME`` and ``SEAT`` in an example become the id of a real game and one of its seats.
    """

    def __init__(
        self, *args: Any, examples: Sequence[str], see: Sequence[str] = (), **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.examples, self.see = examples, see

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters and ``--language``."""
        *own, help_option = super().get_params(ctx)
        return [*own, _LANGUAGE, help_option]

    def list_examples(self) -> list[str]:
        """Return the examples with the id of a real game and one of its seats."""
        game_id = next(iter(games()))
        seat = game(game_id).seats[-1]
        return [line.replace("GAME", game_id).replace("SEAT", seat) for line in self.examples]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, one per line, and the related commands."""
        indent = " " * (formatter.current_indent + formatter.indent_increment)
        with formatter.section("Examples"):
            for line in self.list_examples():
                formatter.write(f"{indent}{line}\n")  # not wrapped, so that it can be copied
        if self.see:
            with formatter.section("See also"):
                formatter.write_text(", ".join(f"tretorri {name}" for name in self.see))


class PlainGroup(PlainCommand, click.Group):
    """A plain command with subcommands."""


class GameCommand(PlainCommand):
    """A command that takes the options of all games; a game rejects options it does not have."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters and the options of all games."""
        *own, help_option = super().get_params(ctx)
        return [*own, *_options_of_the_games(), help_option]


def _options_of_the_games() -> list[click.Parameter]:
    """Return one option for each option name of any game."""
    owners: dict[str, dict[str, Option]] = {}
    for game_id, found in games().items():
        for option in found.OPTIONS:
            owners.setdefault(option.name, {})[game_id] = option
    return [
        click.Option(
            [f"--{name.replace('_', '-')}", name],
            metavar=name.upper(),
            help="; ".join(f"{game_id}: {_explain(option)}" for game_id, option in by_id.items()),
            shell_complete=_values_completion(by_id),
        )
        for name, by_id in owners.items()
    ]


def _explain(option: Option) -> str:
    values = f" ({' | '.join(option.values)})" if option.values else ""
    return option.help.sentence() + values


def _values_completion(
    by_id: Mapping[str, Option],
) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Return a function that completes with the values of the game named on the line."""

    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
        named = [game_id for game_id in by_id if game_id in ctx.args]
        options = [by_id[game_id] for game_id in named or by_id]
        values = {value: None for option in options for value in option.values or ()}
        return [value for value in values if value.startswith(incomplete)]

    return complete


def opening(
    game_id: str, text: str | None, seed: int | None, options: Mapping[str, str | None]
) -> Position:
    """Return the position to start from: read from *text*, or the start of a new game."""
    if text is None:
        return game(game_id, **options).start(DEFAULT_SEED if seed is None else seed)
    given = [name for name, value in {**options, "seed": seed}.items() if value is not None]
    if given:
        raise bad_usage("position-says-all", name=f"--{given[0]}")
    return game(game_id).position(text)
