"""``tretorri stats``: how much is played on a server."""

from __future__ import annotations

from typing import Any

import click

from tretorri.cli.database import database_options, progress, run
from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import print_json, print_table, say, sentence

COLUMNS = ("created", "finished", "moves")
MIB = 2**20


@click.command(
    cls=PlainCommand,
    examples=("tretorri stats", "tretorri stats --days 7 --json"),
    see=("games", "verify", "doctor"),
)
@click.option(
    "--days",
    metavar="N",
    type=click.IntRange(1, 3660),
    default=14,
    show_default=True,
    help="Number of days to look back, today included.",
)
@json_option
@database_options
def stats(days: int, as_json: bool, url: str) -> None:
    """Print how much is played: games and moves by day and by game, active seats, database size.

    Days are those of UTC. A seat is active if a person or an external bot has moved there.
    """
    from tretorri.server.upkeep import activity  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import describe_place, is_new  # noqa: PLC0415

    has_none = is_new(url)
    with progress() as show:
        found = (
            activity.Activity.of(days)
            if has_none
            else run(activity.measure_activity(url, days, show))
        )
    data = activity.as_json(found)
    if as_json:
        print_json(data)
    elif has_none:
        say("no-games-yet", place=describe_place(url))
    else:
        _print(data)


def _print(data: dict[str, Any]) -> None:
    columns = [sentence(f"stats-{name}") for name in COLUMNS]
    _print_counts([sentence("stats-day"), *columns], data["by_day"])
    stored: dict[str, int] = data["stored"]
    nothing = dict.fromkeys(COLUMNS, 0)
    by_game = {
        game: {"stored": number, **data["by_game"].get(game, nothing)}
        for game, number in stored.items()
    }
    click.echo()
    _print_counts([sentence("stats-game"), sentence("stats-stored"), *columns], by_game)
    click.echo()
    for period, number in data["active_seats"].items():
        click.echo(sentence("stats-seats", days=period, seats=number))
    click.echo(sentence("stats-aside", blocked=data["blocked"], damaged=data["damaged"]))
    click.echo(sentence("stats-size", size=f"{data['database_bytes'] / MIB:.1f}"))


def _print_counts(head: list[str], rows: dict[str, dict[str, int]]) -> None:
    print_table([head, *([name, *map(str, counts.values())] for name, counts in rows.items())])
