"""Take in games that were exported; those that are here already stay as they are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import SimpleNamespace
from typing import IO, Any

from sqlalchemy import JSON, BigInteger, Column, Integer, String, Table, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tretorri.core.words import Reason, excerpt
from tretorri.server.store.tables import BLOCKED, events, games
from tretorri.server.upkeep.exports import FORMAT, KIND, as_data
from tretorri.server.upkeep.places import database_at, upkeep_error, write_transaction
from tretorri.server.upkeep.stored_games import (
    PAGE_GAMES,
    StoredGame,
    game_column,
    game_tables,
    read_games,
)
from tretorri.server.upkeep.verify import find_fault
from tretorri.table.access import is_game_id

DERIVED = {"engine_due", "due_at", "damage"}  # may differ between two copies of one game
IMPORT_DAMAGE = "import"
MAX_LINE_CHARS = 2**25  # a log of 20,000 events with long names takes a quarter of it
INT_RANGE, BIGINT_RANGE = 2**31, 2**63  # what fits into a number of a database
Report = Callable[[Reason], None]
"""What hears why a game was not taken in, or was put aside."""


@dataclass(slots=True)
class ImportCounts:
    """How many games were taken in, were here already, or were refused."""

    added: int = 0
    known: int = 0
    refused: int = 0


@dataclass(frozen=True, slots=True)
class _Game:
    """A game of the file: its own row, and the rows that belong to it by table."""

    row: dict[str, Any]
    parts: dict[str, list[dict[str, Any]]]

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def log(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return what must be the same in two copies."""
        return {k: v for k, v in self.row.items() if k not in DERIVED}, self.parts[events.name]


async def import_games(url: str, file: IO[str], told: Report) -> ImportCounts:
    """Take in the games of an exported file, as many as can be."""
    numbered = _number_lines(file)
    _require_header(next(numbered, (1, ""))[1])
    done = ImportCounts()
    async with database_at(url) as database:
        while batch := list(islice(numbered, PAGE_GAMES)):
            found = list(_read_games(batch, done, told))
            async with write_transaction(database) as connection:
                await _store(connection, found, done, told)
    return done


def _number_lines(file: IO[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers; refuse to go on after one that is far too long."""
    number = 0
    while line := file.readline(MAX_LINE_CHARS + 1):
        number += 1
        if len(line) > MAX_LINE_CHARS:
            raise upkeep_error("long-line", line=number, most=MAX_LINE_CHARS)
        yield number, line


def _require_header(line: str) -> None:
    try:
        head = json.loads(line)
        is_ours = head["tretorri"] == KIND and head["format"] <= FORMAT
    except (ValueError, TypeError, LookupError, RecursionError):
        is_ours = False
    if not is_ours:
        raise upkeep_error("no-export")


def _read_games(
    batch: Sequence[tuple[int, str]], done: ImportCounts, told: Report
) -> Iterator[_Game]:
    """Yield the games of some lines; one that does not replay is marked, others are told."""
    for number, line in batch:
        try:
            game = _parse_game(json.loads(line))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            done.refused += 1
            told(Reason("core.upkeep-bad-line", {"line": number, "problem": excerpt(str(error))}))
            continue
        rows = [SimpleNamespace(**row) for row in game.parts[events.name]]
        fault = find_fault(StoredGame(SimpleNamespace(**game.row), {events.name: rows}))
        if fault and fault.is_damage:
            game.row["damage"] = IMPORT_DAMAGE
        yield game


def _parse_game(data: Mapping[str, Any]) -> _Game:
    """Return the game of a line; every value must fit the column that it is for."""
    tables = {table.name: table for table in game_tables()}
    row = _check_row(games, data[games.name])
    if not is_game_id(row["id"]):
        raise ValueError(row["id"])
    parts = {events.name: list[dict[str, Any]]()}
    for name in data.keys() - {games.name} | {events.name}:
        table, rows = tables[name], data[name]
        parts[name] = [_check_row(table, part) for part in rows]
    return _Game(row, parts)


def _check_row(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with all its columns; what has come later than the file is empty."""
    columns = {column.name: column for column in table.columns if column is not game_column(table)}
    for name, value in row.items():
        if not _fits(columns[name], value):
            raise ValueError(f"{table.name}.{name}")
    later = {name: None for name, column in columns.items() if column.nullable}
    whole = {**later, **row}
    for name, column in columns.items():
        if name not in whole and column.server_default is None:
            raise ValueError(f"{table.name}.{name}")
    return whole


def _fits(column: Column[Any], value: object) -> bool:
    if value is None:
        return bool(column.nullable)
    kind = column.type
    if isinstance(kind, JSON):
        return True
    if isinstance(value, str) and isinstance(kind, String) and kind.length is not None:
        return len(value) <= kind.length
    if isinstance(value, int) and isinstance(kind, Integer) and not isinstance(value, bool):
        return abs(value) < (BIGINT_RANGE if isinstance(kind, BigInteger) else INT_RANGE)
    return type(value) is kind.python_type


async def _store(
    connection: AsyncConnection, found: Sequence[_Game], done: ImportCounts, told: Report
) -> None:
    """Store those games of a batch that are new."""
    stored = await read_games(connection, {game.id for game in found}, [events])
    here = {game.id: as_data(game, [events]) for game in stored}
    for game in found:
        if game.id in here and _is_same(game, here[game.id]):
            done.known += 1
        elif game.id not in here and await _insert(connection, game):
            here[game.id] = {games.name: game.row, events.name: game.parts[events.name]}
            done.added += 1
            if game.row["damage"] not in (None, BLOCKED):
                told(Reason("core.upkeep-imported-aside", {"game": game.id}))
        else:
            done.refused += 1
            told(Reason("core.upkeep-differs", {"game": game.id}))


def _is_same(game: _Game, here: Mapping[str, Any]) -> bool:
    """Tell whether two copies say the same, as far as the file tells."""
    row, log = game.log
    if len(log) != len(here[events.name]):
        return False
    pairs = [(row, here[games.name]), *zip(log, here[events.name], strict=True)]
    return all(ours[name] == value for theirs, ours in pairs for name, value in theirs.items())


async def _insert(connection: AsyncConnection, game: _Game) -> bool:
    """Add a game, wholly or not at all; a key that opens another game already stops it."""
    try:
        async with connection.begin_nested():
            await connection.execute(insert(games), [game.row])
            for table in game_tables():
                whose, rows = game_column(table), game.parts.get(table.name)
                if rows and whose is not None:
                    await connection.execute(
                        insert(table), [{**row, whose.name: game.id} for row in rows]
                    )
    except IntegrityError:
        return False
    return True
