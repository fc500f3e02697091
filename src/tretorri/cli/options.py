"""Arguments that commands share; the options of the games come from the games themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from tretorri.cli.errors import bad_usage
from tretorri.cli.language import speak
from tretorri.core.game import Option, Position, checked_seed
from tretorri.core.registry import find, game, games
from tretorri.core.words import languages, shown

DEFAULT_SEED = 1
PYTHON, NATIVE = "python", "native"
F = TypeVar("F", bound=Callable[..., Any])


def _existing_game(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Return the id of a game that the registry has."""
    return None if value is None else find(value).id


def _offered_games(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    return [
        CompletionItem(game_id, help=found.title)
        for game_id, found in games().items()
        if game_id.startswith(begun)
    ]


def _seed(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    """Return a seed as the games take it."""
    if value is None:
        return None
    return checked_seed(int(value) if re.fullmatch(r"[0-9]{1,19}", value) else value)


def whole_number(_: click.Context, param: click.Parameter, value: str) -> int:
    """Return a number from 0 up, written in plain digits."""
    if not re.fullmatch(r"[0-9]{1,18}", value):
        raise bad_usage("bad-number", name=param.opts[0], value=shown(value))
    return int(value)


def game_argument(required: bool = True) -> Callable[[F], F]:
    """Return the argument ``GAME``."""
    return click.argument(
        "game_id",
        metavar="GAME" if required else "[GAME]",
        required=required,
        callback=_existing_game,
        shell_complete=_offered_games,
    )


game_option = click.option(
    "--game",
    "game_id",
    metavar="GAME",
    required=True,
    callback=_existing_game,
    shell_complete=_offered_games,
    help="Which game.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
position_option = click.option("--position", "text", metavar="TEXT", help="Begin here.")
backend_option = click.option(
    "--backend",
    type=click.Choice([PYTHON, NATIVE]),
    default=PYTHON,
    show_default=True,
    help="Which rules to ask: the readable ones, or their fast twin.",
)


def seed_option(help_text: str) -> Callable[[F], F]:
    """Return ``--seed`` with what it means for a command."""
    return click.option("--seed", callback=_seed, metavar="NUMBER", help=help_text)


def _speak(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        speak(value)


_LANGUAGE = click.Option(
    ["--language"],
    type=click.Choice(languages()),
    expose_value=False,
    is_eager=True,  # what is wrong with the other options is said in this language
    callback=_speak,
    help="The language of rulebooks and sentences (that of your system unless given).",
)


class PlainCommand(click.Command):
    """A command that speaks any of our languages, and whose help page ends with an example.

    ``GAME`` in the example becomes a real game.
    """

    def __init__(self, *args: Any, example: str, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.example = example

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters and ``--language``."""
        *own, help_option = super().get_params(ctx)
        return [*own, _LANGUAGE, help_option]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        with formatter.section("Example"):
            formatter.write_text(self.example.replace("GAME", next(iter(games()))))


class GameCommand(PlainCommand):
    """A command that takes the options of all games; each game refuses what it has not."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters and those that the games announce."""
        *own, help_option = super().get_params(ctx)
        return [*own, *_options_of_the_games(), help_option]


def _options_of_the_games() -> list[click.Parameter]:
    """Return one option for each name that any game announces."""
    owners: dict[str, dict[str, Option]] = {}
    for game_id, found in games().items():
        for option in found.OPTIONS:
            owners.setdefault(option.name, {})[game_id] = option
    return [
        click.Option(
            [f"--{name.replace('_', '-')}", name],
            metavar=name.upper(),
            help="; ".join(f"{game_id}: {_explained(option)}" for game_id, option in by_id.items()),
            shell_complete=_values_completion(by_id),
        )
        for name, by_id in owners.items()
    ]


def _explained(option: Option) -> str:
    values = f" ({' | '.join(option.values)})" if option.values else ""
    return option.help.sentence() + values


def _values_completion(
    by_id: Mapping[str, Option],
) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Return a function that offers the values that the game on the line knows."""

    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
        named = [game_id for game_id in by_id if game_id in ctx.args]
        options = [by_id[game_id] for game_id in named or by_id]
        values = {value: None for option in options for value in option.values or ()}
        return [value for value in values if value.startswith(incomplete)]

    return complete


def opening(
    game_id: str, text: str | None, seed: int | None, options: Mapping[str, str | None]
) -> Position:
    """Return the position to begin with: read from *text*, or the start of a new game."""
    if text is None:
        return game(game_id, **options).start(DEFAULT_SEED if seed is None else seed)
    given = [name for name, value in {**options, "seed": seed}.items() if value is not None]
    if given:
        raise bad_usage("position-says-all", name=f"--{given[0]}")
    return game(game_id).position(text)
