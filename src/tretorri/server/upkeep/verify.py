"""Play every stored game through: numbers without gaps, legal events, the stored hashes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from sqlalchemy import update

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason, shown
from tretorri.server.errors import DamagedGame, GameNotInstalled
from tretorri.server.fold import replayed
from tretorri.server.store.tables import BLOCKED, events, games
from tretorri.server.upkeep.places import failed, lent, snapshot, writing
from tretorri.server.upkeep.stored import StoredGame, count, every_game, read

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
            params["missing"] = shown(self.missing)
        return Reason(f"core.upkeep-fault-{self.kind}", params)


def fault_in(game: StoredGame) -> Fault | None:
    """Return the first fault in a log, if there is one."""
    try:
        fold = replayed(game.opening, [])
    except GameNotInstalled:
        return Fault(game.id, "not-installed", missing=str(game.row.kind))
    except DamagedGame as error:
        is_newer = error.why.key == "core.server-newer-rules"
        return Fault(game.id, "rules" if is_newer else "opening")
    except (TretorriError, LookupError, TypeError, ValueError, AttributeError):
        return Fault(game.id, "opening")
    for event in game.events:
        if event.number != fold.version + 1:
            return Fault(game.id, "gap", fold.version + 1)
        try:
            fold = fold.after(event)
        except DamagedGame as error:  # the rules have refused it, or else the hash is another
            return Fault(game.id, "event" if error.__cause__ else "check", event.number)
    return None


async def faults(url: str, progress: Progress) -> AsyncIterator[Fault]:
    """Yield what is wrong with any game; one that was put aside without need is told too."""
    async with lent(url) as database, snapshot(database) as connection:
        of, done = await count(connection), 0
        async for game in every_game(connection):
            fault = fault_in(game)
            if fault is None and game.row.damage not in (None, BLOCKED):
                fault = Fault(game.id, "aside")
            done += 1
            progress(done, of)
            if fault:
                yield fault


async def release(url: str, game_id: str) -> None:
    """Let a game be played again that was put aside, if it can be played through."""
    async with lent(url) as database, writing(database) as connection:
        found = await read(connection, [game_id], [events])
        if not found:
            raise failed("no-such-game", game=shown(game_id))
        if found[0].row.damage == BLOCKED:
            raise failed("is-blocked", game=game_id)
        fault = fault_in(found[0])
        if fault:
            raise failed("not-released", problem=fault.why)
        released = update(games).where(games.c.id == game_id).values(damage=None)
        await connection.execute(released)
