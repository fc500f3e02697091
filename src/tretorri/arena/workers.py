"""Games of a match on several processes, and the file that keeps them."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType
from typing import NoReturn, Self, cast

from tretorri.arena.matches import GameResult, Match, MatchRunner, Pairing, read_result
from tretorri.arena.standings import Standings
from tretorri.core.errors import InvalidOption, InvalidRecord, TretorriError
from tretorri.core.records import Record, read_records, save
from tretorri.core.records.files import JSON_LINES
from tretorri.core.words import Reason
from tretorri.engine.processes import die_with_parent

WORKER_EXIT_TIMEOUT_S = 5.0  # seconds that a worker has to end its players


class WorkerDied(TretorriError):
    """A worker process has crashed, most likely inside a player."""

    code = "worker-died"


def play_out(
    standings: Standings,
    games: int,
    known: Mapping[Pairing, GameResult],
    processes: int,
    *,
    keep: Callable[[GameResult], object],
    tell: Callable[[GameResult], object],
) -> None:
    """Count the games of a match, to its end or until its test knows; *tell* hears of each."""
    with closing(results(standings.match, games, known, processes, keep)) as found:
        for game in found:
            standings.add(game)
            tell(game)
            if standings.accepted is not None:
                break


def results(
    match: Match,
    games: int,
    known: Mapping[Pairing, GameResult],
    processes: int,
    keep: Callable[[GameResult], object],
) -> Generator[GameResult, None, None]:
    """Yield the games of a match in the order of the schedule; play those that are not *known*.

    Each new one is given to *keep* as soon as it is finished. What is yielded does not depend on
    the number of processes.
    """
    schedule = list(match.schedule(games))
    finished = dict(known)
    missing = [pairing for pairing in schedule if pairing not in known]
    with closing(_play(match, missing, processes)) as fresh:
        for pairing in schedule:
            while pairing not in finished:
                game = next(fresh)
                keep(game)
                finished[game.pairing] = game
            yield finished.pop(pairing)


def _play(
    match: Match, pairings: Sequence[Pairing], processes: int
) -> Generator[GameResult, None, None]:
    """Play games and yield each as it finishes."""
    if processes > 1:
        yield from _play_on_workers(match, pairings, min(processes, len(pairings)))
    else:
        with MatchRunner(match) as runner:
            yield from map(runner.play, pairings)


def _play_on_workers(
    match: Match, pairings: Sequence[Pairing], processes: int
) -> Generator[GameResult, None, None]:
    """Play games on worker processes; they end with this generator, whatever happens."""
    workers: dict[Connection, BaseProcess] = {}
    waiting = iter(pairings)
    try:
        for _ in range(processes):
            workers.update([_start_worker(match)])
        busy = {line for line in workers if _send_work(line, waiting)}
        while busy:
            for line in cast("list[Connection]", wait(list(busy))):
                yield _receive_result(line)
                if not _send_work(line, waiting):
                    busy.remove(line)
    finally:
        _dismiss(workers)


def _start_worker(match: Match) -> tuple[Connection, BaseProcess]:
    # Not by fork: a worker must not hold the lines of other workers, or they would never close.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=_work, args=(theirs, match), daemon=True)
    worker.start()
    theirs.close()
    return ours, worker


def _send_work(line: Connection, waiting: Iterator[Pairing]) -> bool:
    pairing = next(waiting, None)
    with suppress(OSError):  # a dead worker is noticed when its result is received
        line.send(pairing)
    return pairing is not None


def _receive_result(line: Connection) -> GameResult:
    """Return the game that a worker has finished, or raise what stopped it."""
    try:
        said = line.recv()
    except (EOFError, OSError) as error:
        raise WorkerDied(Reason("core.match-worker-died")) from error
    if isinstance(said, Exception):
        raise said
    return cast("GameResult", said)


def _dismiss(workers: Mapping[Connection, BaseProcess]) -> None:
    for line, worker in workers.items():
        line.close()
        worker.terminate()
    for worker in workers.values():
        worker.join(WORKER_EXIT_TIMEOUT_S)
        if worker.is_alive():
            worker.kill()
            worker.join()


def _work(line: Connection, match: Match) -> None:
    """Play the games that are asked for, until the line is closed; then end the players."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the match as a whole
    signal.signal(signal.SIGTERM, _leave)
    die_with_parent(signal.SIGTERM)
    with suppress(EOFError, OSError), MatchRunner(match) as runner:
        while (pairing := line.recv()) is not None:
            try:
                said: GameResult | Exception = runner.play(pairing)
            except Exception as error:
                said = error
            line.send(said)


def _leave(_: int, __: FrameType | None) -> NoReturn:
    sys.exit(1)


class MatchFile:
    """The file of a match: every game is added whole as soon as it is finished.

    *dropped* counts records that an interruption had damaged; they are played again.
    """

    def __init__(self, path: Path, match: Match) -> None:
        self._path, self._match = path, match
        self.dropped = 0
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)

    def __enter__(self) -> Self:
        try:
            self._lock()
        except BaseException:
            os.close(self._file)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            why = Reason("core.match-file-in-use", {"file": str(self._path)})
            raise InvalidOption(why) from error

    def load(self) -> dict[Pairing, GameResult]:
        """Return the games that the file has; one that is damaged is taken out of it."""
        faults: list[InvalidRecord] = []
        records = list(read_records(self._path, on_error=faults.append))
        games = {
            game.pairing: game for game in (read_result(self._match, each) for each in records)
        }
        self.dropped = len(faults)
        if faults:
            save(self._path, records)
            os.close(self._file)
            self._file = os.open(self._path, os.O_RDWR | os.O_APPEND)
            self._lock()
        return games

    def keep(self, game: GameResult) -> None:
        """Add a game at the end, and wait until it is on the disk."""
        if self._path.suffix == JSON_LINES:
            text = Record.from_text(game.text).to_json_line()
        else:
            text = "\n" * bool(os.fstat(self._file).st_size) + game.text
        data = text.encode()
        while data:
            data = data[os.write(self._file, data) :]
        os.fsync(self._file)
