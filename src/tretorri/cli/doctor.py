"""``tretorri doctor``: check whether a machine is ready to run a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tretorri.cli.addresses import LOOPBACK
from tretorri.cli.database import database_options, run
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import print_json, sentence

if TYPE_CHECKING:
    from tretorri.server.upkeep.findings import Finding

FOUND_PROBLEMS = 1
PROBLEM = "problem"


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri doctor",
        "tretorri doctor --data /var/lib/tretorri --public https://games.example.org",
        "tretorri doctor --database postgresql://tretorri@localhost/tretorri --bus redis://localhost",
    ),
    see=("serve", "verify", "backup"),
)
@click.option(
    "--bus",
    metavar="URL",
    envvar="TRETORRI_BUS",
    help="Redis server: redis://HOST.  [env: TRETORRI_BUS]",
)
@click.option(
    "--public",
    metavar="URL",
    envvar="TRETORRI_PUBLIC",
    help="Public address of the server.  [env: TRETORRI_PUBLIC]",
)
@click.option(
    "--host", metavar="ADDRESS", default=LOOPBACK, show_default=True, help="Address to listen on."
)
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(1, 65535),
    default=8765,
    show_default=True,
    help="Port to listen on.",
)
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
    """Check that this machine is ready to run a server, and print one line per check.

    Each line starts with ok, warning or problem. The exit status is 1 if there is a problem.
    Nothing is changed.
    """
    found = run(_collect_findings(url, bus, public, host, port))
    if as_json:
        print_json([_as_data(finding) for finding in found])
    else:
        for finding in found:
            level = sentence(f"doctor-{finding.level}")
            click.echo(f"{level}: {finding.text.sentence(spoken_language())}")
    if any(finding.level == PROBLEM for finding in found):
        ctx.exit(FOUND_PROBLEMS)


async def _collect_findings(
    url: str, bus: str | None, public: str | None, host: str, port: int
) -> list[Finding]:
    from tretorri.server.upkeep.doctor import examine  # noqa: PLC0415 - slow to import

    return [finding async for finding in examine(url, bus, public, host, port)]


def _as_data(finding: Finding) -> dict[str, object]:
    message = finding.text.sentence(spoken_language())
    data: dict[str, object] = {
        "about": finding.about,
        "level": str(finding.level),
        "message": message,
    }
    return {**data, "games": list(finding.games)} if finding.games else data
