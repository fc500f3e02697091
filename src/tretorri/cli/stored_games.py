"""``tretorri games list`` and its siblings: the games that a server has stored."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tretorri.cli.database import database_options, run
from tretorri.cli.errors import bad_usage
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand, complete_game, existing_game, json_option
from tretorri.cli.output import print_json, print_table, say, sentence
from tretorri.core.words import Text
from tretorri.table.access import is_game_id

if TYPE_CHECKING:
    from tretorri.server.upkeep.games import GameDetails, GameSummary

DECLINED = 1
DAY_MS = 24 * 3600 * 1000
MAX_LISTED_GAMES = 100_000
NOT_INSTALLED = "not-installed"
GAME_STATUSES = ("waiting", "running", "over", "blocked", "damaged", NOT_INSTALLED)
SORT_CHOICES = ("active", "created", "events")
COLUMNS = ("id", "game", "status", "players", "turns", "created", "last")
MAX_SHOWN_NAME_CHARS = 100  # characters that are shown


@click.command(
    "list",
    cls=PlainCommand,
    examples=(
        "tretorri games list --inactive-days 90",
        "tretorri games list --game GAME --status over --json",
    ),
)
@click.option(
    "--game",
    "game_id",
    metavar="GAME",
    callback=existing_game,
    shell_complete=complete_game,
    help="Only games of this kind.",
)
@click.option("--status", type=click.Choice(GAME_STATUSES), help="Only games in this state.")
@click.option(
    "--inactive-days",
    metavar="N",
    type=click.IntRange(0, 36500),
    help="Only games without activity for N days.",
)
@click.option(
    "--since",
    metavar="DATE",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Only games with activity since this day (UTC), such as 2026-11-18.",
)
@click.option(
    "--sort",
    type=click.Choice(SORT_CHOICES),
    default=SORT_CHOICES[0],
    show_default=True,
    help="Sort by last activity, by creation or by number of events, the greatest first.",
)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(1, MAX_LISTED_GAMES),
    default=50,
    show_default=True,
    help="Maximum number of games.",
)
@json_option
@database_options
def list_(
    *,
    game_id: str | None,
    status: str | None,
    inactive_days: int | None,
    since: datetime | None,
    sort: str,
    limit: int,
    as_json: bool,
    url: str,
) -> None:
    """List the stored games, most recently active first.

    A game is waiting (for players), running, over, blocked (by the host), damaged, or not
    installed (its rules are in a package that is missing).
    """
    from tretorri.server.store.time_base import now  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.games import Filter, list_games  # noqa: PLC0415
    from tretorri.server.upkeep.places import describe_place, is_new  # noqa: PLC0415

    has_none = is_new(url)
    if has_none and not as_json:
        say("no-games-yet", place=describe_place(url))
        return
    inactive = None if inactive_days is None else now() - inactive_days * DAY_MS
    active = None if since is None else int(since.replace(tzinfo=UTC).timestamp() * 1000)
    wanted = Filter(game_id, status, inactive, active)

    async def collect() -> list[GameSummary]:
        return [game async for game in list_games(url, wanted, sort, limit)]

    rows = [] if has_none else [_as_data(game) for game in run(collect())]
    if as_json:
        print_json(rows)
        return
    head = [sentence(f"stored-{column}") for column in COLUMNS]
    print_table([head, *([_cell(row[column]) for column in COLUMNS] for row in rows)])


def _as_data(game: GameSummary) -> dict[str, Any]:
    return {
        "id": game.id,
        "game": game.game,
        "status": str(game.status),
        "players": list(game.players),
        "turns": game.turns,
        "events": game.events,
        "created": _date(game.created),
        "last": _date(game.last),
    }


def _date(time: int) -> str:
    return f"{datetime.fromtimestamp(time / 1000, UTC):%Y-%m-%dT%H:%MZ}"


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return " ".join(value) if isinstance(value, list) else str(value)


class IdCommand(PlainCommand):
    """A command for games by their ids; ids of earlier versions may begin with a hyphen."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; an id with a hyphen in front is no option."""
        ids = [arg for arg in args if arg.startswith("-") and is_game_id(arg)]
        if ids and "--" not in args:
            args = [*(arg for arg in args if arg not in ids), "--", *ids]
        return super().parse_args(ctx, args)


@click.command(cls=IdCommand, examples=("tretorri games show ID", "tretorri games show ID --json"))
@click.argument("game_id", metavar="ID")
@json_option
@database_options
def show(game_id: str, as_json: bool, url: str) -> None:
    """Show a stored game, without its secrets."""
    from tretorri.server.upkeep.games import show_game  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import require_games  # noqa: PLC0415

    require_games(url)
    data = _details(run(show_game(url, game_id)))
    if data["status"] == NOT_INSTALLED:
        missing = Text("core.server-not-installed", {"game": data["game"]})
        click.echo(missing.sentence(spoken_language()), err=True)
    if as_json:
        print_json(data)
        return
    seats = data.pop("seats")
    print_table([(sentence(f"stored-{name}"), _line(value)) for name, value in data.items()])
    click.echo()
    head = [sentence(f"stored-{name}") for name in ("seat", "kind", "level", "name")]
    print_table([head, *([seat, *map(_cell, player.values())] for seat, player in seats.items())])


def _details(game: GameDetails) -> dict[str, Any]:
    seats = {
        seat: {**player, "name": _plain(player.get("name") or "")}
        for seat, player in game.seats.items()
    }
    data = _as_data(game.summary)
    del data["players"]
    return {**data, "options": game.options, "clock": game.clock, "size": game.size, "seats": seats}


def _line(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={part}" for name, part in value.items()) or "-"
    return _cell(value)


def _plain(text: str) -> str:
    """Return what a player has typed as one line that cannot command a terminal."""
    return "".join(c if c.isprintable() else " " for c in text[:MAX_SHOWN_NAME_CHARS])


@click.command(
    cls=IdCommand,
    examples=("tretorri games remove ID", "tretorri games remove ID ID --yes --archive gone.jsonl"),
)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@click.option("--yes", "is_meant", is_flag=True, help="Do not ask.")
@click.option(
    "--archive",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Save the games here first; a new file.  [default: removed-DATE-TIME.jsonl beside the "
    "games, or here for PostgreSQL]",
)
@database_options
@click.pass_context
def remove(
    ctx: click.Context, ids: tuple[str, ...], is_meant: bool, archive: Path | None, url: str
) -> None:
    """Remove stored games after saving them to a file.

    The file contains the hashes of the players' secrets; only you can read it. A running server
    forgets the games.
    """
    from tretorri.server.upkeep.games import remove_games  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import require_games, sqlite_file  # noqa: PLC0415

    require_games(url)
    file = archive or _archive(sqlite_file(url))
    if file.exists():
        raise bad_usage("file-exists", file=str(file))
    if not is_meant and not _is_confirmed(len(set(ids))):
        say("not-removed")
        ctx.exit(DECLINED)
    number = run(remove_games(url, ids, file))
    command = shlex.join(["tretorri", "import", str(file), *_place(ctx)])
    say("removed", games=number, file=str(file), command=command)


def _archive(database: Path | None) -> Path:
    folder = database.parent if database else Path()
    return folder / f"removed-{datetime.now(UTC):%Y%m%d-%H%M%S}.jsonl"


def _is_confirmed(games: int) -> bool:
    try:
        return click.confirm(sentence("remove-sure", games=games), err=True)
    except click.Abort:  # no terminal to answer from
        return False


def _place(ctx: click.Context) -> list[str]:
    """Return the options that name the database, without a password."""
    from tretorri.server.store.database import redacted_url  # noqa: PLC0415

    data, database = ctx.params["data"], ctx.params["database"]
    if database is not None:
        return ["--database", redacted_url(database)]
    return [] if data is None else ["--data", str(data)]


@click.command(cls=IdCommand, examples=("tretorri games block ID", "tretorri games block ID ID"))
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@database_options
def block(ids: tuple[str, ...], url: str) -> None:
    """Hide stored games from players and spectators.

    Their links and requests are answered with 404; a running server notices within seconds. Nothing
    is deleted: `tretorri games unblock` makes them playable again.
    """
    from tretorri.server.upkeep.games import block_games  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import require_games  # noqa: PLC0415

    require_games(url)
    run(block_games(url, ids))
    say("blocked", games=len(set(ids)))


@click.command(
    cls=IdCommand, examples=("tretorri games unblock ID", "tretorri games unblock ID ID")
)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@database_options
def unblock(ids: tuple[str, ...], url: str) -> None:
    """Make blocked games playable again."""
    from tretorri.server.upkeep.games import unblock_games  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import require_games  # noqa: PLC0415

    require_games(url)
    run(unblock_games(url, ids))
    say("unblocked", games=len(set(ids)))
