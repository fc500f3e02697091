"""Store moves one by one, without a server around, and note each acknowledgement (F2)."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.faults.players import ACTIONS
from tests.server.support import begin_game
from tretorri.server.bus import LocalBus
from tretorri.server.service import Service
from tretorri.server.store import Store
from tretorri.server.store.database import sqlite_url_in
from tretorri.table.commands import PlayAction, StepBack

ACKNOWLEDGED, GAME = "acknowledged", "game.json"


async def prepare(folder: Path) -> None:
    """Begin the game that is played."""
    store = await Store.open(sqlite_url_in(folder))
    state, secret = await begin_game(Service(store, LocalBus()))
    (folder / GAME).write_text(json.dumps([state.setup.id, secret]), "utf-8")
    await store.close()


async def play(folder: Path, moves: int) -> None:
    """Play and take back so many times; note each acknowledgement as soon as it is there."""
    game_id, secret = json.loads((folder / GAME).read_text("utf-8"))
    store = await Store.open(sqlite_url_in(folder))
    service = Service(store, LocalBus())
    note = os.open(folder / ACKNOWLEDGED, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for version in range(moves):
        action = ACTIONS[version // 2 % len(ACTIONS)]
        command = StepBack() if version % 2 else PlayAction(action)
        name = f"writing-{version:06}"
        answer = await service.submit(game_id, [secret], name, version, command)
        os.write(note, f"{answer.version} {name}\n".encode())
    await store.close()
