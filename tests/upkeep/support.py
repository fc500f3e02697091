"""Stored games to look after, and what can happen to them."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.support import ENGINE, begin_game, request_id, with_service
from tretorri.server.service import Service
from tretorri.server.store.database import FILE
from tretorri.table.commands import Command, PlayAction, Rename, Resign, Undo

PLAYED: tuple[Command, ...] = (PlayAction("Pb4"), PlayAction("a3-a4"))


async def played(service: Service, *commands: Command) -> tuple[str, str]:
    """Play commands in a new game of Volterra; return its id and secret."""
    state, secret = await begin_game(service, options={"first": "dark"})
    for command in commands:
        sent = (state.setup.id, [secret], request_id(), state.version, command)
        state = (await service.submit(*sent)).state
    return state.setup.id, secret


def some_games(folder: Path) -> dict[str, str]:
    """Store games of many kinds in a folder; return their secrets by their ids."""
    made, secrets = _made_once()
    shutil.copytree(made.name, folder, dirs_exist_ok=True)
    return dict(secrets)


@cache
def _made_once() -> tuple[TemporaryDirectory[str], dict[str, str]]:
    async def make(service: Service) -> dict[str, str]:
        made = [await played(service, *PLAYED) for _ in range(3)]
        made.append(await played(service))
        made.append(await played(service, *PLAYED, Undo(1), Rename({"d": "Zoë \u202e<b>"})))
        made.append(await played(service, *PLAYED, Resign(None)))
        state, secret = await begin_game(service, game="towers", options={"players": "3"})
        made.append((state.setup.id, secret))
        state, secret = await begin_game(service, game="voldetour", players={"b": ENGINE})
        made.append((state.setup.id, secret))
        return dict(made)

    folder = TemporaryDirectory()
    return folder, with_service(Path(folder.name), make)


def query(folder: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    """Damage a database on purpose."""
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def logs(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the log of each game."""
    rows = query(folder, "SELECT * FROM event ORDER BY game_id, number")
    found: dict[str, list[tuple[object, ...]]] = {}
    for game_id, *event in rows:
        found.setdefault(str(game_id), []).append(tuple(event))
    return found
