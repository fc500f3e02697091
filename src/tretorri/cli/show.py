"""``tretorri show``: draw a position."""

from __future__ import annotations

from pathlib import Path

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.language import spoken_language
from tretorri.cli.options import (
    DEFAULT_SEED,
    GameCommand,
    game_argument,
    json_option,
    opening,
    position_option,
    seed_option,
)
from tretorri.cli.output import board, print_json, say, spoken

STANDARD_OUTPUT = "-"


@click.command(
    cls=GameCommand,
    examples=(
        "tretorri show GAME --svg board.svg",
        "tretorri show GAME --spoken --language de",
        "tretorri show GAME --json",
    ),
    see=("legal", "analyse", "replay"),
)
@game_argument()
@position_option
@seed_option(f"Seed of the random setup.  [default: {DEFAULT_SEED}]")
@click.option(
    "--svg",
    is_flag=False,
    flag_value=STANDARD_OUTPUT,
    metavar="[FILE]",
    help="Draw an SVG picture to FILE, or to standard output.",
)
@click.option(
    "--spoken", "in_words", is_flag=True, help="Describe the board in words, for screen readers."
)
@json_option
def show(
    *,
    game_id: str,
    text: str | None,
    seed: int | None,
    svg: str | None,
    in_words: bool,
    as_json: bool,
    **options: str | None,
) -> None:
    """Draw a position of GAME as text, as a picture, in words or as JSON.

    Without --position, the starting position is drawn.
    """
    if (svg is not None) + in_words + as_json > 1:
        raise bad_usage("one-form")
    position = opening(game_id, text, seed, options)
    if svg is not None:
        _write_picture(position.svg(spoken_language()), svg)
    elif as_json:
        print_json(position.scene(spoken_language()).to_json())
    else:
        scene = position.scene(spoken_language())
        click.echo(spoken(scene) if in_words else board(scene))


def _write_picture(picture: str, target: str) -> None:
    if target == STANDARD_OUTPUT:
        click.echo(picture)
    else:
        Path(target).write_text(picture, encoding="utf-8")
        say("written", file=target)
