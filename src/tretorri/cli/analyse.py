"""``tretorri analyse``: what the engine thinks of a position, or of a whole game."""

from __future__ import annotations

import sys
from collections.abc import Mapping
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
from tretorri.cli.output import print_json, print_table, say
from tretorri.cli.replay import nth_record
from tretorri.core.game import Position
from tretorri.engine.review import Review, review
from tretorri.engine.search import USUAL_SECONDS, Analysis, Line
from tretorri.engine.search import analyse as search

SECONDS_FOR_A_TURN = 0.2


@click.command(cls=GameCommand, example="tretorri analyse GAME --seconds 2 --lines 3")
@game_argument(required=False)
@position_option
@seed_option(f"What the start is shuffled by ({DEFAULT_SEED} unless given).")
@click.option("--record", "file", metavar="FILE", help="Look over a recorded game instead.")
@click.option("--nth", type=click.IntRange(min=1), default=1, help="Which game of the file.")
@click.option("--svg", metavar="FILE", help="Draw how the recorded game went.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help=f"How long to think: {USUAL_SECONDS:g} for a position unless given,"
    f" {SECONDS_FOR_A_TURN:g} for each turn of a record.",
)
@click.option("--nodes", type=click.IntRange(min=1), help="How much to look at instead.")
@click.option("--lines", type=click.IntRange(1, 50), default=1, help="How many turns to compare.")
@json_option
def analyse(
    *,
    game_id: str | None,
    text: str | None,
    seed: int | None,
    file: str | None,
    nth: int,
    svg: str | None,
    seconds: float | None,
    nodes: int | None,
    lines: int,
    as_json: bool,
    **options: str | None,
) -> None:
    """Say who stands how well, and what is best; or look over a recorded game turn by turn.

    Shares are the part of the win that a seat may expect. In a recorded game, turns that gave
    away much of it are marked ?!, ? or ??.
    """
    if file is not None:
        _check_alone(game_id, text, seed, options)
        seconds = seconds or (None if nodes else SECONDS_FOR_A_TURN)
        found = review(
            nth_record(file, nth),
            seconds=seconds,
            nodes=nodes,
            heard=_progress,
            language=spoken_language(),
        )
        _show_review(found, svg, as_json=as_json)
    elif game_id is None:
        raise bad_usage("analyse-what")
    else:
        position = opening(game_id, text, seed, options)
        if position.is_over:
            raise bad_usage("analyse-over")
        answer = search(position, seconds=seconds, nodes=nodes, lines=lines)
        print_json(answer.to_json()) if as_json else _tell(position, answer)


def _check_alone(
    game_id: str | None, text: str | None, seed: int | None, options: Mapping[str, str | None]
) -> None:
    """Refuse what a record already says."""
    given = [value for value in (game_id, text, seed, *options.values()) if value is not None]
    if given:
        raise bad_usage("record-says-all")


def _shares(position: Position, line: Line) -> str:
    game = position.game
    names = {seat: game.seat_name(seat).sentence(spoken_language()) for seat in line.shares}
    return ", ".join(f"{names[seat]} {share:.0%}" for seat, share in line.shares.items())


def _tell(position: Position, found: Analysis) -> None:
    """Print the lines, best first, and what was spent."""
    points = [line.points for line in found.lines]
    rows = [
        (
            f"{number}.",
            _shares(position, line),
            " ".join(f"{score:.1f}" for score in (points[number - 1] or {}).values()),
            " ".join(line.turns[:6]),
        )
        for number, line in enumerate(found.lines, 1)
    ]
    print_table(rows)
    key = "analysed-proven" if found.proven else "analysed"
    say(key, depth=found.depth, nodes=f"{found.nodes:,}", seconds=f"{found.seconds:.2f}")


def _show_review(found: Review, svg: str | None, *, as_json: bool) -> None:
    """Print a review, and draw it if that is wanted."""
    if svg is not None:
        from tretorri.engine.graph import draw_review  # noqa: PLC0415 - only who draws pays for it

        Path(svg).write_text(draw_review(found), encoding="utf-8")
    if as_json:
        print_json(found.to_json())
    elif found.turns:
        _tell_review(found)


def _progress(done: int, count: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == count else ""
        click.echo(f"\r{done}/{count}", err=True, nl=False)
        click.echo(end, err=True, nl=False)


def _tell_review(found: Review) -> None:
    """Print a row for each turn: what was played, how it stands, what was better."""
    rows = [
        (
            f"{turn.turn}.",
            found.names[turn.seat],
            turn.text,
            turn.mark,
            " ".join(f"{share:.0%}" for share in turn.shares.values()),
            f"→ {turn.best}" if turn.mark else "",
        )
        for turn in found.turns
    ]
    print_table(rows)
