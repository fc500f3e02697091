"""``tretorri verify``: every stored game is played through."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from tretorri.cli.database import database_options, progress, run
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import say

if TYPE_CHECKING:
    from tretorri.server.upkeep.verify import Fault

FOUND_FAULTS = 1


@click.command(cls=PlainCommand, example="tretorri verify")
@click.option("--release", "game_id", metavar="ID", help="Let a game that was mended be played.")
@json_option
@database_options
@click.pass_context
def verify(ctx: click.Context, game_id: str | None, as_json: bool, url: str) -> None:
    """Play every stored game through: numbers, rules and hashes must all fit.

    Each bad game is one line. The exit status is 1 if there is any. Nothing is changed.
    """
    from tretorri.server.upkeep import verify as upkeep  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import need_games  # noqa: PLC0415

    need_games(url)
    if game_id is not None:
        run(upkeep.release(url, game_id))
        say("released", game=game_id)
        return
    games, bad = run(_verified(url, as_json))
    if as_json:
        click.echo(json.dumps({"games": games, "bad": bad}))
    else:
        say("verified", games=games, bad=bad)
    if bad:
        ctx.exit(FOUND_FAULTS)


async def _verified(url: str, as_json: bool) -> tuple[int, int]:
    """Print what is wrong; return how many games there are, and how many of them are bad."""
    from tretorri.server.upkeep.verify import faults  # noqa: PLC0415

    games = bad = 0
    with progress() as show:

        def heard(done: int, of: int) -> None:
            nonlocal games
            games = done
            show(done, of)

        async for fault in faults(url, heard):
            bad += 1
            _print(fault, as_json)
    return games, bad


def _print(fault: Fault, as_json: bool) -> None:
    reason = fault.why.sentence(spoken_language())
    if as_json:
        told = {"game": fault.game_id, "fault": fault.kind, "event": fault.number or None}
        click.echo(json.dumps({**told, "reason": reason}, ensure_ascii=False))
    else:
        click.echo(reason)
