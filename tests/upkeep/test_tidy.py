"""Games are kept as long as the host says, then archived and wholly deleted; no clock misleads."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.support import run
from tests.deadlines import wait_until
from tests.server import wandering
from tests.server.support import Guest, Server, begin_game, request_id, with_service
from tests.services.places import Place
from tests.upkeep.support import logs, query, some_games
from tretorri.server.background.server_clock import ServerClock
from tretorri.server.bus import LocalBus
from tretorri.server.service import Service
from tretorri.server.store import Store
from tretorri.server.store.database import FILE, sqlite_url_in
from tretorri.server.store.time_base import DAY_MS, now
from tretorri.server.upkeep.archive import FOLDER
from tretorri.table.commands import PlayAction

YEAR_S = 365 * 24 * 3600
TABLES = ("game", "event", "access_key", "webhook")


def aged(folder: Path, game_id: str, days: int) -> None:
    """Let all that happened in a game have happened so many days ago."""
    time = now() - days * DAY_MS
    query(folder, "UPDATE game SET created = ? WHERE id = ?", time, game_id)
    query(folder, "UPDATE event SET time = ? WHERE game_id = ?", time, game_id)


def tables(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all games."""
    return {name: query(folder, f"SELECT * FROM {name} ORDER BY 1, 2") for name in TABLES}


def test_only_games_that_nobody_has_touched_for_long_are_deleted(tmp_path: Path) -> None:
    old, touched, younger, unplayed, *others = some_games(tmp_path)
    aged(tmp_path, old, 100)
    aged(tmp_path, touched, 100)
    query(tmp_path, "UPDATE event SET time = ? WHERE game_id = ? AND number = 2", now(), touched)
    aged(tmp_path, younger, 89)
    aged(tmp_path, unplayed, 100)
    before = logs(tmp_path)
    counted = run("tidy", "--days", "90", "--data", str(tmp_path))
    assert counted.exit_code == 0
    assert "days: 2; --yes" in counted.stderr
    assert logs(tmp_path) == before
    assert not (tmp_path / FOLDER).exists()
    done = run("tidy", "--days", "90", "--yes", "--data", str(tmp_path))
    assert "activity: 2" in done.stderr
    left = {row[0] for row in query(tmp_path, "SELECT id FROM game")}
    assert left == {touched, younger, *others}
    assert {row[0] for row in query(tmp_path, "SELECT game_id FROM access_key")} == left
    assert logs(tmp_path) == {game_id: log for game_id, log in before.items() if game_id != old}
    assert old.encode() not in (tmp_path / FILE).read_bytes()
    assert run("verify", "--data", str(tmp_path)).exit_code == 0


def test_how_long_is_for_the_host_to_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some_games(tmp_path)
    assert run("tidy", "--data", str(tmp_path)).exit_code == 2
    monkeypatch.setenv("TRETORRI_KEEP_DAYS", "365")
    assert run("tidy", "--data", str(tmp_path)).exit_code == 0
    assert run("tidy", "--days", "0", "--data", str(tmp_path)).exit_code == 2


# The archive ---------------------------------------------------------------------------------


def test_deleted_games_come_back_from_the_archive_as_they_were(tmp_path: Path) -> None:
    secrets = some_games(tmp_path)
    for game_id in secrets:
        aged(tmp_path, game_id, 100)
    before = tables(tmp_path)
    done = run("tidy", "--days", "90", "--yes", "--data", str(tmp_path))
    assert done.exit_code == 0
    assert tables(tmp_path) == {name: [] for name in TABLES}
    (file,) = (tmp_path / FOLDER).iterdir()
    assert file.name.startswith("tidy-2")
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert f"tretorri import {file}" in done.stderr
    back = run("import", str(file), "--data", str(tmp_path))
    assert back.exit_code == 0, back.stderr
    assert tables(tmp_path) == before
    assert run("import", str(file), "--data", str(tmp_path)).exit_code == 0
    assert tables(tmp_path) == before


def test_what_cannot_be_archived_is_not_deleted(tmp_path: Path) -> None:
    for game_id in some_games(tmp_path):
        aged(tmp_path, game_id, 100)
    before = tables(tmp_path)
    (tmp_path / "taken").write_text("a file")
    options = ("--days", "90", "--yes", "--data", str(tmp_path))
    done = run("tidy", *options, "--archive", str(tmp_path / "taken" / "below"))
    assert done.exit_code != 0
    full = run("tidy", *options, "--archive", "/proc/self")
    assert full.exit_code != 0
    assert tables(tmp_path) == before


def test_in_a_database_of_a_server_the_archive_is_where_the_host_says(
    place: Place, tmp_path: Path
) -> None:
    async def play(service: Service) -> tuple[str, str]:
        state, secret = await begin_game(service)
        await service.submit(state.setup.id, [secret], request_id(), 0, PlayAction("Pb4"))
        return state.setup.id, secret

    game_id, secret = with_service(place.url, play)
    old = now() - 100 * DAY_MS
    place.ask(f"UPDATE game SET created = {old}")
    place.ask(f"UPDATE event SET time = {old}")
    options = ("tidy", "--days", "90", "--yes", "--database", place.url)
    if not place.is_sqlite:
        refused = run(*options)
        assert (refused.exit_code != 0, "--archive" in refused.stderr) == (True, True)
        assert place.ask("SELECT count(*) FROM game") == [["1"]]
    archive = tmp_path / "kept"
    done = run(*options, "--archive", str(archive))
    assert done.exit_code == 0, done.stderr
    assert place.ask("SELECT count(*) FROM access_key") == [["0"]]
    (file,) = archive.iterdir()
    assert run("import", str(file), "--database", place.url).exit_code == 0

    async def play_on(service: Service) -> None:
        await service.submit(game_id, [secret], request_id(), 1, PlayAction("a3-a4"))

    with_service(place.url, play_on)


# Clocks --------------------------------------------------------------------------------------


class Wall:
    """A wall clock that shows what it is told, and a machine that counts on."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.wall, self.ticks = folder, now(), 5_000
        monkeypatch.setattr("time.time_ns", lambda: self.wall * 1_000_000)

    def pass_by(self, milliseconds: int) -> None:
        """Let time pass, really."""
        self.wall += milliseconds
        self.ticks += milliseconds

    def serve(self, boot: str = "boot", *, plays: bool = True) -> str:
        """Let a server start, play a game and say that it is alive; return the game."""

        async def run_server() -> str:
            store = await Store.open(sqlite_url_in(self.folder))
            piece = ServerClock(store, boot, lambda: self.ticks)
            await piece.synchronise()
            game_id = ""
            if plays:
                service = Service(store, LocalBus(), piece.now, ahead=lambda: piece.ahead)
                state, _ = await begin_game(service)
                game_id = state.setup.id
            await piece.synchronise(is_alive=True)
            await store.close()
            return game_id

        return asyncio.run(run_server())

    def doctor(self) -> str:
        """Return what the doctor thinks of the clock."""
        told = run("doctor", "--json", "--data", str(self.folder))
        return {each["about"]: str(each["level"]) for each in json.loads(told.stdout)}["clock"]

    @property
    def today(self) -> str:
        """Return the date of the wall clock."""
        return f"{datetime.fromtimestamp(self.wall / 1000, UTC):%Y-%m-%d}"

    def date(self, game_id: str) -> str:
        """Return when a game was created, as the host sees it."""
        shown = run("games", "show", game_id, "--json", "--data", str(self.folder))
        return str(json.loads(shown.stdout)["created"])[:10]

    def tidy(self) -> int:
        """Delete what is older than a year; return the exit status."""
        return run("tidy", "--days", "365", "--yes", "--data", str(self.folder)).exit_code

    @property
    def games(self) -> set[object]:
        """Return the games that there are."""
        return {row[0] for row in query(self.folder, "SELECT id FROM game")}


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wall:
    """Return a wall clock."""
    return Wall(tmp_path, monkeypatch)


@pytest.mark.parametrize("years", [6, -6])
def test_nothing_is_deleted_while_the_clock_is_wrong_when_the_job_runs(
    at: Wall, years: int
) -> None:
    game_id = at.serve()
    at.pass_by(1_000)
    at.wall += years * YEAR_S * 1000
    assert at.tidy() != 0
    said = run("tidy", "--days", "365", "--data", str(at.folder))
    assert "more than a day apart" in said.stderr
    assert at.games == {game_id}
    assert at.doctor() != "ok"


def test_a_clock_that_was_wrong_at_the_first_start_makes_no_game_old(at: Wall) -> None:
    at.wall -= 6 * YEAR_S * 1000
    game_id = at.serve()
    at.pass_by(1_000)
    at.wall += 6 * YEAR_S * 1000  # the host has set it right
    assert at.tidy() != 0
    other = at.serve()  # follows it
    assert at.tidy() == 0
    assert at.games == {game_id, other}
    (created,) = query(at.folder, "SELECT created FROM game WHERE id = ?", other)[0]
    assert isinstance(created, int)
    assert abs(created - at.wall) < DAY_MS
    for _ in range(3):  # and it grows old from now on
        at.pass_by(200 * DAY_MS // 3)
        at.serve(plays=False)
    assert at.tidy() == 0
    assert at.games == {game_id, other}


@pytest.mark.parametrize("boot", ["boot", "another boot"])
def test_a_server_that_starts_by_a_clock_that_is_ahead_makes_no_game_old(
    at: Wall, boot: str
) -> None:
    game_id = at.serve()
    at.pass_by(1_000)
    at.wall += 14 * YEAR_S * 1000
    at.serve(boot, plays=False)
    assert at.tidy() == 0
    assert at.games == {game_id}
    at.wall -= 14 * YEAR_S * 1000  # which is set right: the servers' time does not go back
    assert at.tidy() != 0
    assert at.games == {game_id}
    assert at.doctor() != "ok"
    at.pass_by(1_000)
    other = at.serve(boot)  # but it adopts the date
    assert at.tidy() == 0
    assert at.doctor() == "ok"
    assert at.games == {game_id, other}


@pytest.mark.parametrize("boot", ["boot", "another boot"])
def test_a_clock_that_was_ahead_at_the_first_start_leaves_right_dates_and_ages(
    at: Wall, boot: str
) -> None:
    at.wall += 2 * YEAR_S * 1000
    wrong = at.serve()
    at.pass_by(1_000)
    at.wall -= 2 * YEAR_S * 1000
    right = at.serve(boot)
    assert at.date(wrong) > at.today
    assert at.date(right) == at.today
    listed = run("games", "list", "--json", "--inactive-days", "1", "--data", str(at.folder))
    assert json.loads(listed.stdout) == []
    counted = json.loads(run("stats", "--json", "--data", str(at.folder)).stdout)
    assert counted["by_day"][at.today]["created"] == 1
    for _ in range(400 * 2):
        at.pass_by(DAY_MS // 2)
        query(at.folder, "UPDATE timebase SET seen = base + ? WHERE boot = ?", at.ticks, boot)
    young = at.serve(boot)
    assert at.tidy() == 0
    assert at.games == {young}
    assert at.date(young) == at.today


def test_days_that_a_server_has_counted_make_a_game_old(at: Wall) -> None:
    game_id = at.serve()
    for _ in range(400 * 2):
        at.pass_by(DAY_MS // 2)
        query(at.folder, "UPDATE timebase SET seen = base + ?", at.ticks)
    other = at.serve()
    assert at.tidy() == 0
    assert at.games == {other}
    assert game_id in next((at.folder / FOLDER).iterdir()).read_text("utf-8")


def test_a_server_follows_a_clock_that_is_set_right(tmp_path: Path) -> None:
    jump = tmp_path / "jump"
    jump.write_text(str(-6 * YEAR_S))
    program = [wandering.__file__, str(jump)]
    options = ("--port", "18995")
    with Server(tmp_path, *options, program=program) as server, server.client() as client:
        guest = Guest(client, game="volterra")
        jump.write_text("0")
        run("tidy", "--days", "365", "--yes", "--data", str(tmp_path))
        assert client.get(guest.path).status_code == 200
        server.kill()
    with Server(tmp_path, *options) as server, server.client() as client:
        wait_until(
            lambda: run("tidy", "--days", "365", "--yes", "--data", str(tmp_path)).exit_code == 0,
            "a sign of the server by the right time",
        )
        assert client.get(guest.path).status_code == 200
