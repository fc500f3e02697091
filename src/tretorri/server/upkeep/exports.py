"""All games as lines of JSON, which any database can take in.

The first line says what the file is. Each other line is a game: its row under ``game``, and the
rows that belong to it under the names of their tables.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any

from sqlalchemy import Row, Table

from tretorri import __version__
from tretorri.server.store.tables import events, games
from tretorri.server.upkeep.places import database_at, snapshot
from tretorri.server.upkeep.stored_games import (
    StoredGame,
    count_games,
    game_column,
    game_tables,
    iterate_games,
)
from tretorri.server.upkeep.verify import Progress

FORMAT = 1
KIND = "games"


@dataclass(slots=True)
class ExportCounts:
    """How much was written."""

    games: int = 0
    events: int = 0


async def export_games(
    url: str, file: IO[str], with_keys: bool, progress: Progress
) -> ExportCounts:
    """Write all games as they are now; *with_keys* also what only their players should have."""
    tables = game_tables() if with_keys else [events]
    written = ExportCounts()
    async with database_at(url) as database, snapshot(database) as connection:
        of = await count_games(connection)
        write_header(file)
        async for game in iterate_games(connection, tables):
            write_game(file, game, tables)
            written.games += 1
            written.events += len(game.parts[events.name])
            progress(written.games, of)
    return written


def write_header(file: IO[str]) -> None:
    """Write the line that says what the file is."""
    _write(file, {"tretorri": KIND, "format": FORMAT, "version": __version__})


def write_game(file: IO[str], game: StoredGame, tables: Sequence[Table]) -> None:
    """Write the line of a game."""
    _write(file, as_data(game, tables))


def as_data(game: StoredGame, tables: Sequence[Table]) -> dict[str, Any]:
    """Return a game as plain data."""
    parts = {table.name: [_part(table, row) for row in game.parts[table.name]] for table in tables}
    return {games.name: dict(game.row._mapping), **parts}


def _part(table: Table, row: Row[Any]) -> dict[str, Any]:
    """Return a row without the name of its game, which stands above it."""
    whose = game_column(table)
    own = "" if whose is None else whose.name
    return {name: value for name, value in row._mapping.items() if name != own}


def _write(file: IO[str], data: dict[str, Any]) -> None:
    file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
