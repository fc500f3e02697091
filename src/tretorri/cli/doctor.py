"""``tretorri doctor``: what is in order for a server, and what is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tretorri.cli.addresses import HERE
from tretorri.cli.database import database_options, run
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import print_json, sentence

if TYPE_CHECKING:
    from tretorri.server.upkeep.findings import Finding

FOUND_PROBLEMS = 1
PROBLEM = "problem"


@click.command(cls=PlainCommand, example="tretorri doctor")
@click.option("--bus", metavar="URL", envvar="TRETORRI_BUS", help="Redis; also $TRETORRI_BUS.")
@click.option(
    "--public",
    metavar="URL",
    envvar="TRETORRI_PUBLIC",
    help="Where people reach the server; also $TRETORRI_PUBLIC.",
)
@click.option("--host", default=HERE, show_default=True, help="Where the server listens.")
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True)
@json_option
@database_options
@click.pass_context
def doctor(
    ctx: click.Context,
    *,
    bus: str | None,
    public: str | None,
    host: str,
    port: int,
    as_json: bool,
    url: str,
) -> None:
    """Look whether everything is in order for a server: one line for each thing.

    The exit status is 1 if there is a problem. Nothing is changed.
    """
    found = run(_found(url, bus, public, host, port))
    if as_json:
        print_json([_as_data(finding) for finding in found])
    else:
        for finding in found:
            level = sentence(f"doctor-{finding.level}")
            click.echo(f"{level}: {finding.text.sentence(spoken_language())}")
    if any(finding.level == PROBLEM for finding in found):
        ctx.exit(FOUND_PROBLEMS)


async def _found(
    url: str, bus: str | None, public: str | None, host: str, port: int
) -> list[Finding]:
    from tretorri.server.upkeep.doctor import findings  # noqa: PLC0415 - slow to import

    return [finding async for finding in findings(url, bus, public, host, port)]


def _as_data(finding: Finding) -> dict[str, object]:
    message = finding.text.sentence(spoken_language())
    data: dict[str, object] = {
        "about": finding.about,
        "level": str(finding.level),
        "message": message,
    }
    return {**data, "games": list(finding.games)} if finding.games else data
