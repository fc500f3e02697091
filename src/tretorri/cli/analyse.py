"""``tretorri analyse``: evaluate a position, or review a recorded game."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from tretorri.arena.players import MAX_NODES, whole
from tretorri.arena.players import seconds as read_seconds
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
from tretorri.cli.replay import MAX_GAMES, nth_record
from tretorri.core.game import Position
from tretorri.engine.review import Review, review
from tretorri.engine.search import DEFAULT_SEARCH_S, Analysis, SearchLine
from tretorri.engine.search import analyse as search

DEFAULT_TURN_S = 0.2


def _seconds(_: click.Context, __: click.Parameter, value: str | None) -> float | None:
    return None if value is None else read_seconds(value)


def _nodes(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    return None if value is None else whole(value, MAX_NODES)


@click.command(
    cls=GameCommand,
    examples=(
        "tretorri analyse GAME --seconds 2 --lines 3",
        "tretorri analyse --record game.tretorri",
        "tretorri analyse --record games.tretorri --game 2 --svg game.svg",
    ),
    see=("replay", "show", "match"),
)
@game_argument(required=False)
@position_option
@seed_option(f"Seed of the random setup.  [default: {DEFAULT_SEED}]")
@click.option("--record", "file", metavar="FILE", help="Review a recorded game.")
@click.option(
    "--game",
    "nth",
    metavar="N",
    type=click.IntRange(1, MAX_GAMES),
    default=1,
    show_default=True,
    help="Number of the game in the file of --record.",
)
@click.option("--svg", metavar="FILE", help="Draw the win chances of the reviewed game.")
@click.option(
    "--seconds",
    metavar="SECONDS",
    callback=_seconds,
    help=f"Thinking time.  [default: {DEFAULT_SEARCH_S:g} for a position,"
    f" {DEFAULT_TURN_S:g} per turn of a recorded game]",
)
@click.option(
    "--nodes",
    metavar="N",
    callback=_nodes,
    help="Number of positions to search, instead of a time limit.",
)
@click.option(
    "--lines",
    metavar="N",
    type=click.IntRange(1, 50),
    default=1,
    show_default=True,
    help="Number of best turns to show.",
)
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
    """Evaluate a position of GAME, or review a recorded game turn by turn.

    For a position, the best turns are listed with the win chance of each seat. In a review, each
    turn is listed with the win chances after it; turns that lost much are marked ?! (inaccuracy),
    ? (mistake) or ?? (blunder), followed by the better turn.
    """
    if file is not None:
        _check_alone(game_id, text, seed, options)
        seconds = seconds or (None if nodes else DEFAULT_TURN_S)
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
    """Reject arguments that the record already contains."""
    given = [value for value in (game_id, text, seed, *options.values()) if value is not None]
    if given:
        raise bad_usage("record-says-all")


def _shares(position: Position, line: SearchLine) -> str:
    game = position.game
    names = {seat: game.seat_name(seat).sentence(spoken_language()) for seat in line.shares}
    return ", ".join(f"{names[seat]} {share:.0%}" for seat, share in line.shares.items())


def _tell(position: Position, found: Analysis) -> None:
    """Print the lines, best first, and the search effort."""
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
    key = "analysed-memory-full" if found.memory_full else "analysed"
    key = "analysed-proven" if found.proven else key
    say(key, depth=found.depth, nodes=f"{found.nodes:,}", seconds=f"{found.seconds:.2f}")


def _show_review(found: Review, svg: str | None, *, as_json: bool) -> None:
    """Print a review; also draw it to *svg* if given."""
    if svg is not None:
        from tretorri.engine.graph import draw_review  # noqa: PLC0415 - slow to import

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
    """Print a row for each turn: what was played, the win chances, what was better."""
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
