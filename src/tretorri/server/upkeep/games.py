"""The stored games as a host sees them: list, look at, remove and block them."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import Select, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tretorri import __version__
from tretorri.core.errors import TretorriError
from tretorri.core.registry import games as installed_games
from tretorri.core.words import excerpt
from tretorri.server.store.database import OWNER_ONLY
from tretorri.server.store.tables import BLOCKED, events, games
from tretorri.server.upkeep.exports import FORMAT, KIND, as_data
from tretorri.server.upkeep.places import database_at, snapshot, upkeep_error, write_transaction
from tretorri.server.upkeep.stored_games import (
    PAGE_GAMES,
    StoredGame,
    delete_games,
    game_tables,
    read_games,
)
from tretorri.table.log import replay
from tretorri.table.state import GameState


class GameStatus(StrEnum):
    """What can be said of a stored game."""

    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"
    BLOCKED = "blocked"
    DAMAGED = "damaged"
    NOT_INSTALLED = "not-installed"


SORTS = {"active": "last", "created": "created", "events": "number"}
"""By what games are sorted: the columns of the question."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games are wanted; times are in milliseconds since 1970."""

    kind: str | None = None
    status: str | None = None
    inactive_since: int | None = None
    active_since: int | None = None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A stored game without anything secret; *turns* is ``None`` if it cannot be replayed."""

    id: str
    game: str
    status: GameStatus
    players: tuple[str, ...]
    turns: int | None
    events: int
    created: int
    last: int


@dataclass(frozen=True, slots=True)
class GameDetails:
    """What else is known of one game; *size* is that of its rows as JSON, in bytes."""

    summary: GameSummary
    options: dict[str, Any]
    seats: dict[str, dict[str, Any]]
    clock: dict[str, Any] | None
    size: int


async def list_games(url: str, wanted: Filter, sort: str, limit: int) -> AsyncIterator[GameSummary]:
    """Yield the games that are wanted, the newest or largest first, at most *limit*."""
    async with database_at(url) as database, snapshot(database) as connection:
        ids = [row.id for row in await connection.execute(_query(wanted, sort))]
        found = 0
        for first in range(0, len(ids), PAGE_GAMES):
            page = ids[first : first + PAGE_GAMES]
            by_id = {game.id: game for game in await read_games(connection, page, [events])}
            for game_id in page:
                summary = summarise_game(by_id[game_id])
                if wanted.status in (None, summary.status):
                    yield summary
                    found += 1
                    if found == limit:
                        return


def _query(wanted: Filter, sort: str) -> Select[Any]:
    """Return the question for the ids of games, except for what only a replay can tell."""
    ahead = func.coalesce(games.c.ahead, 0)
    created = (games.c.created - ahead).label("created")
    last = (func.coalesce(func.max(events.c.time), games.c.created) - ahead).label("last")
    number = func.count(events.c.number).label("number")
    asked = (
        select(games.c.id, created, last, number)
        .outerjoin(events, events.c.game_id == games.c.id)
        .group_by(games.c.id, games.c.created, games.c.ahead)
    )
    if wanted.kind is not None:
        asked = asked.where(games.c.kind == wanted.kind)
    if wanted.status == GameStatus.BLOCKED:
        asked = asked.where(games.c.damage == BLOCKED)
    elif wanted.status is not None and wanted.status != GameStatus.DAMAGED:
        asked = asked.where(games.c.damage.is_(None))
    if wanted.inactive_since is not None:
        asked = asked.having(last < wanted.inactive_since)
    if wanted.active_since is not None:
        asked = asked.having(last >= wanted.active_since)
    column = asked.selected_columns[SORTS[sort]]
    return asked.order_by(column.desc(), games.c.id)


def summarise_game(game: StoredGame) -> GameSummary:
    """Return what there is to say of a game in one line."""
    state = _replay(game)
    log = game.parts[events.name]
    players = game.row.players if state is None else _player_data(state)
    return GameSummary(
        game.id,
        game.row.kind,
        _find_status(game, state),
        tuple(_describe_player(player) for player in players.values()),
        None if state is None else len(state.turns),
        len(log),
        game.row.created - (game.row.ahead or 0),
        max((row.time for row in log), default=game.row.created) - (game.row.ahead or 0),
    )


def _replay(game: StoredGame) -> GameState | None:
    try:
        return replay(game.setup, game.events)
    except (TretorriError, LookupError, TypeError, ValueError, AttributeError):
        return None  # "tretorri verify" says what is wrong with it


def _find_status(game: StoredGame, state: GameState | None) -> GameStatus:
    if game.row.damage == BLOCKED:
        return GameStatus.BLOCKED
    if game.row.damage:
        return GameStatus.DAMAGED
    if state is None:
        is_known = game.row.kind in installed_games()
        return GameStatus.DAMAGED if is_known else GameStatus.NOT_INSTALLED
    if state.is_over:
        return GameStatus.OVER
    return GameStatus.RUNNING if state.is_started and not state.open_seats else GameStatus.WAITING


def _player_data(state: GameState) -> dict[str, dict[str, Any]]:
    return {
        seat: {"kind": player.kind, "level": player.level, "name": player.name}
        for seat, player in state.players.items()
    }


def _describe_player(player: dict[str, Any]) -> str:
    return f"{player['kind']}:{player['level']}" if player.get("level") else str(player["kind"])


async def show_game(url: str, game_id: str) -> GameDetails:
    """Return what is known of a game, apart from its secrets."""
    tables = game_tables()
    async with database_at(url) as database, snapshot(database) as connection:
        (game,) = await _require_games(connection, [game_id])
        state = _replay(game)
        seats = dict(game.row.players) if state is None else _player_data(state)
        clock, options = game.row.clock, dict(game.row.options)
        size = len(json.dumps(as_data(game, tables), ensure_ascii=False).encode())
        return GameDetails(summarise_game(game), options, seats, clock, size)


async def _require_games(connection: AsyncConnection, ids: Collection[str]) -> list[StoredGame]:
    """Return games with all that belongs to them, or say which of them there is not."""
    found = await read_games(connection, ids, game_tables())
    missing = set(ids) - {game.id for game in found}
    if missing:
        raise upkeep_error("no-such-game", game=excerpt(min(missing)))
    return found


async def remove_games(url: str, ids: Sequence[str], archive: Path) -> int:
    """Write games into a new file that only its owner can read, then delete them."""
    async with database_at(url) as database, write_transaction(database) as connection:
        found = await _require_games(connection, set(ids))
        if connection.dialect.name == "sqlite":
            await connection.exec_driver_sql("PRAGMA secure_delete=ON")
        _write_archive(archive, found)
        await delete_games(connection, [game.id for game in found])
    return len(found)


def _write_archive(archive: Path, found: Sequence[StoredGame]) -> None:
    """Write games as ``tretorri import`` reads them, keys and all, and wait for the disk."""
    lines = [{"tretorri": KIND, "format": FORMAT, "version": __version__}]
    lines += [as_data(game, game_tables()) for game in found]
    handle = os.open(archive, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    try:
        with open(handle, "w", encoding="utf-8") as file:  # noqa: PTH123 - it is open already
            file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        archive.unlink()
        raise


async def block_games(url: str, ids: Sequence[str]) -> None:
    """Let games be as if they were not there, for players and spectators alike."""
    async with database_at(url) as database, write_transaction(database) as connection:
        found = await _require_games(connection, set(ids))
        chosen = games.c.id.in_([game.id for game in found])
        await connection.execute(update(games).where(chosen).values(damage=BLOCKED))


async def unblock_games(url: str, ids: Sequence[str]) -> None:
    """Let blocked games be played again."""
    async with database_at(url) as database, write_transaction(database) as connection:
        for game in await _require_games(connection, set(ids)):
            if game.row.damage != BLOCKED:
                raise upkeep_error("not-blocked", game=game.id)
            freed = update(games).where(games.c.id == game.id).values(damage=None)
            await connection.execute(freed)
