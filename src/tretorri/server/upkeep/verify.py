"""Play every stored game through: numbers without gaps, legal events, the stored hashes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from sqlalchemy import update

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason, excerpt
from tretorri.server.store.tables import BLOCKED, events, games
from tretorri.server.upkeep.places import database_at, snapshot, upkeep_error, write_transaction
from tretorri.server.upkeep.stored_games import StoredGame, count_games, iterate_games, read_games
from tretorri.table.errors import DamagedGame, GameNotInstalled
from tretorri.table.log import replay

Progress = Callable[[int, int], None]
"""What hears how many games are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a game, and at which event; *kind* is a short word for programs.

    *missing* is the game of another package that would be needed to read the log.
    """

    game_id: str
    kind: str
    number: int = 0
    missing: str = ""

    @property
    def is_damage(self) -> bool:
        """Tell whether the log is at fault, and not what is installed."""
        return not self.missing

    @property
    def why(self) -> Reason:
        """Return it in words."""
        params: dict[str, str | int] = {"game": self.game_id}
        if self.number:
            params["number"] = self.number
        if self.missing:
            params["missing"] = excerpt(self.missing)
        return Reason(f"core.upkeep-fault-{self.kind}", params)


def find_fault(game: StoredGame) -> Fault | None:
    """Return the first fault in a log, if there is one."""
    try:
        state = replay(game.setup, [])
    except GameNotInstalled:
        return Fault(game.id, "not-installed", missing=str(game.row.kind))
    except DamagedGame as error:
        is_newer = error.why.key == "core.server-newer-rules"
        return Fault(game.id, "rules" if is_newer else "opening")
    except (TretorriError, LookupError, TypeError, ValueError, AttributeError):
        return Fault(game.id, "opening")
    for event in game.events:
        if event.number != state.version + 1:
            return Fault(game.id, "gap", state.version + 1)
        try:
            state = state.after(event)
        except DamagedGame as error:  # the rules have refused it, or else the hash is another
            return Fault(game.id, "event" if error.__cause__ else "check", event.number)
    return None


async def find_faults(url: str, progress: Progress) -> AsyncIterator[Fault]:
    """Yield what is wrong with any game; one that was put aside without need is told too."""
    async with database_at(url) as database, snapshot(database) as connection:
        of, done = await count_games(connection), 0
        async for game in iterate_games(connection):
            fault = find_fault(game)
            if fault is None and game.row.damage not in (None, BLOCKED):
                fault = Fault(game.id, "aside")
            done += 1
            progress(done, of)
            if fault:
                yield fault


async def release_game(url: str, game_id: str) -> None:
    """Let a game be played again that was put aside, if it can be played through."""
    async with database_at(url) as database, write_transaction(database) as connection:
        found = await read_games(connection, [game_id], [events])
        if not found:
            raise upkeep_error("no-such-game", game=excerpt(game_id))
        if found[0].row.damage == BLOCKED:
            raise upkeep_error("is-blocked", game=game_id)
        fault = find_fault(found[0])
        if fault:
            raise upkeep_error("not-released", problem=fault.why)
        released = update(games).where(games.c.id == game_id).values(damage=None)
        await connection.execute(released)
