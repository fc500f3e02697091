"""The whole server is killed in mid-move, again and again (F1)."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.faults.figures import Figure, NotRun, Setting, amount, count, share, took
from tests.faults.history import Violations
from tests.faults.players import Steady
from tests.faults.processes import Measured
from tests.faults.zygote import Forked, zygote
from tests.programs import Missing
from tests.services.places import Place
from tests.services.servers import PostgreSQL

KILLS, KILLS_IN_POSTGRESQL = 1000, 100
SIDE_BY_SIDE = 2
PLAYERS = 3
ROUND = 25  # kills after which new games are begun: long logs only cost time
SOUND_EVERY = 50
COLD_EVERY = 10  # the others are forked: the same process, only loaded before
LONGEST_WAIT = 0.06  # seconds between the first acknowledgement and the kill


Life = Measured | Forked


@dataclass
class Killing:
    """What came of killing one server many times."""

    kills: int = 0
    acknowledged: int = 0
    operations: int = 0
    errors: int = 0
    unsound: int = 0
    back: list[float] = field(default_factory=list)
    violations: Violations = field(default_factory=Violations)


async def killed(place: Place, folder: Path, port: int, times: int, seed: int) -> Killing:
    """Kill a server so many times; players go on with the next one."""
    chance, found = random.Random(seed), Killing()
    options = ("--data", str(folder), "--database", place.url, "--workers", "1")
    with zygote() as parent:
        starts: tuple[Callable[[], Life], ...] = (
            partial(Measured, folder, "--port", str(port), *options[2:]),
            *[partial(Forked, parent, port, *options)] * (COLD_EVERY - 1),
        )
        for begin in range(0, times, ROUND):
            players = [Steady() for _ in range(PLAYERS)]
            for nth in range(min(ROUND, times - begin)):
                is_cold = nth % COLD_EVERY == 0
                await _one_life(starts[nth % COLD_EVERY], players, chance, found, is_cold)
                if found.kills % SOUND_EVERY == 0 and place.is_sqlite:
                    found.unsound += place.ask("PRAGMA integrity_check") != [["ok"]]
            _judge(players, place, found)
    return found


def _judge(players: Sequence[Steady], place: Place, found: Killing) -> None:
    for player in players:
        found.violations += player.judged(place)
        found.acknowledged += len(player.history.acknowledged)
        found.operations += player.history.operations
        found.errors += player.errors


async def _one_life(
    start: Callable[[], Life],
    players: Sequence[Steady],
    chance: random.Random,
    found: Killing,
    is_cold: bool,
) -> None:
    begin = time.monotonic()
    with await asyncio.to_thread(start) as server:
        for player in players:
            if not player.id:
                await player.begin(server.address)
                is_cold = False  # to begin games is no part of coming back
        before = sum(len(player.history.acknowledged) for player in players)
        await players[0].watch(server.address)
        playing = [asyncio.create_task(player.play(server.address)) for player in players]
        while sum(len(player.history.acknowledged) for player in players) == before:
            await asyncio.sleep(0.002)
        if is_cold:
            found.back.append(time.monotonic() - begin)
        await asyncio.sleep(chance.uniform(0, LONGEST_WAIT))
        server.kill()
        await asyncio.gather(*playing)
    found.kills += 1


def figures(kills: Sequence[Killing]) -> list[Figure]:
    """Return the figures of several servers."""
    wrong = sum((killing.violations for killing in kills), Violations())
    back = [seconds for killing in kills for seconds in killing.back]
    return [
        amount("kills", sum(killing.kills for killing in kills), at_least=1),
        amount("acknowledged", sum(killing.acknowledged for killing in kills), at_least=1),
        amount("operations checked", sum(killing.operations for killing in kills)),
        count("lost", wrong.lost),
        count("duplicated", wrong.twice),
        count("gaps", wrong.gaps),
        count("read but not in the log", wrong.not_prefix + wrong.contradictions),
        count("errors", sum(killing.errors for killing in kills)),
        count("damaged files", sum(killing.unsound for killing in kills)),
        amount("of these, cold starts", len(back)),
        took("cold start, p50", share(back, 0.5), "s"),
        took("cold start, p99", share(back, 0.99), "s", at_most=2),
    ]


def in_files(setting: Setting) -> list[Figure]:
    """Kill servers whose games are in SQLite (F1)."""
    each = setting.times(KILLS, 20) // SIDE_BY_SIDE

    async def test(folders: Sequence[Path]) -> list[Killing]:
        return await asyncio.gather(
            *(
                killed(Place(folder, None), folder, setting.port + 10 * nth, each, nth)
                for nth, folder in enumerate(folders)
            )
        )

    with setting.folder() as one, setting.folder() as other:
        return figures(asyncio.run(test([one, other])))


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """Lend a PostgreSQL server of its own."""
    try:
        server = PostgreSQL()
    except Missing as missing:
        raise NotRun(str(missing)) from missing
    try:
        yield server
    finally:
        server.stop()


def in_postgresql(setting: Setting) -> list[Figure]:
    """Kill servers whose games are in PostgreSQL (F1)."""
    times = setting.times(KILLS_IN_POSTGRESQL, 3)
    with setting.folder() as folder, postgresql() as server:
        place = Place(folder, server)
        return figures([asyncio.run(killed(place, folder, setting.port, times, setting.seed))])
