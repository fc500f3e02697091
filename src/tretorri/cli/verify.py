"""``tretorri verify``: replay and check every stored game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from tretorri.cli.database import database_options, progress, run
from tretorri.cli.errors import FOUND_FAULTS
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import say

if TYPE_CHECKING:
    from tretorri.server.upkeep.verify import Fault


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri verify",
        "tretorri verify --data /var/lib/tretorri --json",
        "tretorri verify --release ID",
    ),
    see=("doctor", "backup"),
)
@click.option("--release", "game_id", metavar="ID", help="Make a repaired game playable again.")
@json_option
@database_options
@click.pass_context
def verify(ctx: click.Context, game_id: str | None, as_json: bool, url: str) -> None:
    """Replay every stored game and check its numbering, rules and hashes.

    Each damaged game is reported in one line, and each whose rules are not installed; the exit
    status is then 1. Nothing is changed, except with --release.
    """
    from tretorri.server.upkeep import verify as upkeep  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import describe_place, is_new, require_games  # noqa: PLC0415

    if game_id is not None:
        require_games(url)
        run(upkeep.release_game(url, game_id))
        say("released", game=game_id)
        return
    has_none = is_new(url)
    games, bad, missing = (0, 0, 0) if has_none else run(_verify_all(url, as_json))
    if as_json:
        click.echo(json.dumps({"games": games, "bad": bad}))
    elif has_none:
        say("no-games-yet", place=describe_place(url))
    else:
        say("verified", games=games, bad=bad)
    if bad or missing:
        ctx.exit(FOUND_FAULTS)


async def _verify_all(url: str, as_json: bool) -> tuple[int, int, int]:
    """Print the faults; return the numbers of all games, damaged ones and not installed ones."""
    from tretorri.server.upkeep.verify import find_faults  # noqa: PLC0415

    games = bad = missing = 0
    with progress() as show:

        def count(done: int, of: int) -> None:
            nonlocal games
            games = done
            show(done, of)

        async for fault in find_faults(url, count):
            bad += fault.is_damage
            missing += not fault.is_damage
            _print(fault, as_json)
    return games, bad, missing


def _print(fault: Fault, as_json: bool) -> None:
    reason = fault.why.sentence(spoken_language())
    if as_json:
        told = {"game": fault.game_id, "fault": fault.kind, "event": fault.number or None}
        click.echo(json.dumps({**told, "reason": reason}, ensure_ascii=False))
    else:
        click.echo(reason)
