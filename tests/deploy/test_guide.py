"""The guide to hosting is followed to the letter, as far as a machine without systemd allows."""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from tests.deadlines import deadline
from tests.deploy.proxies import DEPLOY
from tests.deploy.throwaway import HOST, ThrowawayRoot, check_nginx
from tests.docs.pages import blocks
from tests.docs.site import DOCS
from tests.programs import LOGROTATE, NGINX, Missing
from tests.upkeep.support import query, some_games
from tretorri.server.store.database import FILE

GUIDE = DOCS / "how-to" / "host-a-server.md"
GAMES = "var/lib/tretorri"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> ThrowawayRoot:
    """Return a host that was set up by the guide."""
    NGINX.path()  # before anything is done
    root = ThrowawayRoot(tmp_path_factory.mktemp("root"))
    for block in _commands("certbot", "useradd"):
        root.run(block)
    return root


def _commands(*words: str) -> list[str]:
    """Return the blocks of the guide in which one of the words stands, in order."""
    found = [block for block in blocks(GUIDE, "bash") if any(word in block for word in words)]
    assert found
    return found


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nginx_needs_a_first_site_until_there_is_a_certificate(tmp_path: Path) -> None:
    root, program = ThrowawayRoot(tmp_path), NGINX.path()
    site = tmp_path / "etc/nginx/conf.d/tretorri.conf"
    shutil.copy(DEPLOY / "nginx.conf", site)
    assert check_nginx(root.path, program) != 0
    shutil.copy(DEPLOY / "nginx-first.conf", site)
    assert check_nginx(root.path, program) == 0


def test_the_guide_makes_what_it_needs(host: ThrowawayRoot) -> None:
    assert mode(host.path / "etc/tretorri.env") == 0o600
    assert f"https://{HOST}" in (host.path / "etc/tretorri.env").read_text()
    for place in (GAMES, "var/backups/tretorri"):
        assert mode(host.path / place) == 0o700
    assert host.done.count("systemctl reload nginx") == 2
    owners = [line for line in host.done if line.startswith("install") and "-m" in line]
    assert any("-o tretorri -g tretorri" in line and "var/backups" in line for line in owners)
    assert any("-o root -g root -m 600" in line and "tretorri.env" in line for line in owners)


def test_every_unit_that_the_guide_starts_is_there(host: ThrowawayRoot) -> None:
    units = host.path / "etc/systemd/system"
    (line,) = (line for line in host.done if "enable --now" in line)
    names = line.partition("--now ")[2].split()
    assert {"tretorri.service", "tretorri-backup.timer", "tretorri-tidy.timer"} == set(names)
    for name in names:
        file = units / name
        assert file.is_file()
        assert file.suffix != ".timer" or file.with_suffix(".service").is_file()


def test_systemd_understands_all_units_of_the_guide(host: ThrowawayRoot, tmp_path: Path) -> None:
    analyse = shutil.which("systemd-analyze")
    if analyse is None:
        raise Missing("needs systemd: a machine that is started by it")
    for unit in (host.path / "etc/systemd/system").iterdir():
        (tmp_path / unit.name).write_text(host.inside(unit.read_text()))
    units = sorted(map(str, tmp_path.iterdir()))
    assert len(units) == 6
    done = subprocess.run([analyse, "verify", *units], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "tretorri" not in done.stderr


def test_the_template_unit_is_the_unit_with_another_port(host: ThrowawayRoot) -> None:
    units = host.path / "etc/systemd/system"
    one = (units / "tretorri.service").read_text()
    many = (units / "tretorri@.service").read_text().partition("\n\n")[2]
    assert many == one.replace("by link", "by link (port %i)").replace("8765", "%i")


def test_the_server_of_the_guide_starts(host: ThrowawayRoot) -> None:
    assert "started and answered" in host.start_unit("tretorri", "--check")


def test_commands_succeed_before_the_first_game(host: ThrowawayRoot) -> None:
    for old in (host.path / GAMES).iterdir():
        old.unlink()
    assert "no games" in host.start_unit("tretorri-backup")
    doctor = _commands("doctor")[-1].splitlines()[-1]
    assert "problem" not in host.run(doctor)


def test_games_are_backed_up_and_old_ones_deleted_by_the_units(host: ThrowawayRoot) -> None:
    games = some_games(host.path / GAMES)
    backups = host.path / "var/backups/tretorri"
    for old in backups.iterdir():
        old.unlink()
    assert f"Games checked: {len(games)}" in host.start_unit("tretorri-backup")
    (file,) = backups.iterdir()
    assert mode(file) == 0o600
    query(host.path / GAMES, "UPDATE event SET time = 0")
    query(host.path / GAMES, "UPDATE game SET created = 0")
    host.start_unit("tretorri-tidy")
    assert query(host.path / GAMES, "SELECT count(*) FROM game") == [(0,)]


def test_the_guide_to_updating_can_be_followed(host: ThrowawayRoot) -> None:
    (update,) = _commands("git pull")
    host.run(f"cd /opt/tretorri\n{update}")
    assert "systemctl start tretorri-backup" in host.done
    assert host.done[-1] == "systemctl restart tretorri"


def test_a_backup_that_fails_deletes_none(host: ThrowawayRoot) -> None:
    backups = host.path / "var/backups/tretorri"
    old = backups / "old.backup"
    old.touch()
    subprocess.run(["touch", "--date=30 days ago", old], check=True)
    kept = (host.path / GAMES / FILE).rename(host.path / "kept")
    (host.path / GAMES / FILE).write_bytes(b"no database" * 99)
    with pytest.raises(AssertionError, match="damaged"):
        host.start_unit("tretorri-backup")
    assert old.exists()
    kept.replace(host.path / GAMES / FILE)
    host.start_unit("tretorri-backup")
    assert not old.exists()


def test_logs_are_rotated_by_the_file_for_it(host: ThrowawayRoot) -> None:
    log = host.path / "var/log/tretorri/server.log"
    log.parent.mkdir(mode=0o755)
    log.write_text("a line\n" * 10)
    text = host.inside((host.path / "opt/tretorri/deploy/logrotate.conf").read_text())
    file = host.path / "logrotate.conf"
    file.write_text(text)
    file.chmod(0o644)
    command = [LOGROTATE.path(), "--force", "--state", str(host.path / "state"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=deadline())
    assert done.returncode == 0, done.stderr
    assert log.read_text() == ""
    assert [path.name for path in log.parent.iterdir() if path != log] == ["server.log.1.gz"]


def test_the_guides_say_what_workers_are() -> None:
    for page in ("host-a-server.md", "move-to-postgresql.md"):
        text = re.sub(r"\s+", " ", (DOCS / "how-to" / page).read_text("utf-8"))
        assert re.search(r"`--workers`[^.]*number of engine worker processes", text)
