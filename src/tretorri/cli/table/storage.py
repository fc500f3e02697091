"""Games in files: saved by people, and kept action by action so that nothing gets lost."""

from __future__ import annotations

import os
import re
import secrets
from datetime import UTC, datetime
from pathlib import Path

from tretorri.cli.language import spoken_language
from tretorri.cli.output import say
from tretorri.cli.table.table import HUMAN, LocalGame, seat_players
from tretorri.core.errors import InvalidRecord
from tretorri.core.records import Record, read_records, save
from tretorri.core.words import Reason
from tretorri.engine import OPPONENTS

RECORD_SUFFIX = ".tretorri"
MAX_AUTOSAVES = 20
BOT_SEED_HEADER = "BotSeed"


def write(table: LocalGame, path: Path) -> None:
    """Write the game into a file, whole or not at all."""
    headers = {
        "Date": f"{datetime.now(UTC):%Y-%m-%d}",
        **table.headers,
        BOT_SEED_HEADER: str(table.bot_seed),
    }
    for seat, player in table.players.items():
        if player != HUMAN or headers.get(f"Player.{seat}") in {None, *OPPONENTS}:
            headers[f"Player.{seat}"] = player
    save(path, [Record.of(table.positions, seed=table.seed, headers=headers)])


def read(path: Path) -> LocalGame:
    """Return the first game of a file, with the players that it names."""
    record = next(read_records(path, strict=False), None)
    if record is None:
        raise InvalidRecord(Reason("core.record-empty"))
    positions = [record.start]
    for action in record.actions():
        positions.append(positions[-1].play(action))
    headers = {header.name: header.value for header in record.headers}
    return LocalGame(positions, _players(record), record.seed, _read_bot_seed(record), headers)


def _players(record: Record) -> dict[str, str]:
    """Return who sits where: bots by their names, and people by whatever they are called."""
    names = {seat: record.header(f"Player.{seat}") for seat in record.game.seats}
    players = {seat: name if name in OPPONENTS else HUMAN for seat, name in names.items() if name}
    return seat_players(record.game, players)


def _read_bot_seed(record: Record) -> int:
    noted = record.header(BOT_SEED_HEADER) or ""
    return int(noted) if re.fullmatch("[0-9]{1,19}", noted) else record.seed or 0


def free_name(table: LocalGame) -> Path:
    """Return a name for the game that no file here has yet."""
    name = f"{table.position.game.id}-{datetime.now(UTC):%Y-%m-%d}"
    names = (
        Path(f"{name}{end}{RECORD_SUFFIX}") for end in ("", *(f"-{n}" for n in range(2, 10_000)))
    )
    return next(path for path in names if not path.exists())


def folder() -> Path:
    """Return where games are kept: the user's place for what programs remember."""
    ours = os.environ.get("TRETORRI_STATE")
    if ours:
        return Path(ours)
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "tretorri"


def _autosave_files() -> list[Path]:
    """Return the files of all kept games, the last first."""
    files = folder().glob(f"*{RECORD_SUFFIX}")
    return sorted(files, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def last_unfinished(game_id: str | None) -> tuple[LocalGame, Path] | None:
    """Return the kept game that was played last and is not over, and its file."""
    for path in _autosave_files():
        try:
            table = read(path)
        except InvalidRecord as problem:
            say("unreadable", file=str(path), problem=problem.why.with_rule(spoken_language()))
            continue
        if not table.position.is_over and game_id in (None, table.position.game.id):
            return table, path
    return None


class Autosave:
    """Keeps one game in a file of its own; a disk that is full does not end the game.

    *has_failed* tells that the last state of the game could not be written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._last: object = None
        self.has_failed = False

    def keep(self, table: LocalGame) -> None:
        """Write the game, if anything has changed."""
        if table.position is self._last:
            return
        self._last = table.position
        try:
            self._path = self._path or _new_file(table)
            write(table, self._path)
            self.has_failed = False
        except OSError as problem:
            if not self.has_failed:
                say("play-not-kept", problem=str(problem))
            self.has_failed = True


def _new_file(table: LocalGame) -> Path:
    """Return a new file for a game, and forget the oldest games."""
    folder().mkdir(parents=True, exist_ok=True)
    for old in _autosave_files()[MAX_AUTOSAVES - 1 :]:
        old.unlink(missing_ok=True)
        old.with_name(f"{old.name}~").unlink(missing_ok=True)
    name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{table.position.game.id}-{secrets.token_hex(4)}"
    return folder() / f"{name}{RECORD_SUFFIX}"
