"""Installing from the locks: the oldest pip, an index that has moved on, nothing done twice."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import install
from locks import LOCKS, read_lock, read_metadata
from progress import Progress
from tests.tools.stub_index import StubIndex, write_stub_lock

OLDEST_PIP = install.LOCKS / "oldest-pip.txt"
BY_NAME = {spec.name: spec for spec in LOCKS}


def run_pip(command: Sequence[str], index: str | None = None) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    if index:
        env |= {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": index}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def oldest_pip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lend the Python of an environment that has the oldest supported pip."""
    environment = install.Environment(tmp_path_factory.mktemp("oldest") / "env")
    environment.create(has_pip=False)
    here = Path(sys.executable)
    done = run_pip(install.write_install_command(here, environment.python, OLDEST_PIP))
    assert done.returncode == 0, done.stderr
    return environment.python


@pytest.mark.parametrize("name", ["build", "node", "play", "host", "test"])
def test_the_oldest_pip_installs_a_lock_although_newer_versions_exist(
    name: str, oldest_pip: Path, tmp_path: Path
) -> None:
    index, lock = StubIndex(tmp_path / "index"), tmp_path / "lock.txt"
    packages = read_lock(BY_NAME[name].path)
    write_stub_lock(packages, read_metadata(), index, lock)
    command = install.write_install_command(oldest_pip, oldest_pip, lock)
    done = run_pip([*command, "--target", str(tmp_path / "site")], index.address)
    assert done.returncode == 0, done.stderr
    found = {folder.name for folder in (tmp_path / "site").glob("*.dist-info")}
    wanted = {
        f"{one.name.replace('-', '_')}-{one.version}.dist-info"
        for one in packages
        if one.marker is None or one.marker.evaluate()
    }
    assert found == wanted


def test_the_oldest_pip_fails_where_it_resolves_the_same_lock_again(
    oldest_pip: Path, tmp_path: Path
) -> None:
    """This is how the set-up broke: extras are looked up anew, and found in newer versions."""
    index, lock = StubIndex(tmp_path / "index"), tmp_path / "lock.txt"
    write_stub_lock(read_lock(BY_NAME["test"].path), read_metadata(), index, lock)
    command = install.write_install_command(oldest_pip, oldest_pip, lock)
    command.remove("--no-deps")
    done = run_pip([*command, "--target", str(tmp_path / "site")], index.address)
    assert done.returncode != 0
    assert "--require-hashes mode" in done.stderr


def test_a_failed_command_shows_the_end_of_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "PROJECT", tmp_path)
    monkeypatch.setattr(install, "LOGS", tmp_path)
    script = "print(*range(100), sep='\\n'); raise SystemExit(3)"
    seen: list[str] = []
    with pytest.raises(install.InstallError, match=r"^count\.log ends with\n70\n(.*\n)*99$"):
        install._run([sys.executable, "-c", script], "count", seen.append)
    assert len(seen) == 100


def test_an_environment_is_made_again_when_it_was_copied_or_made_by_another_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = install.Environment(tmp_path / "env")
    assert not environment.is_usable()
    environment.create(has_pip=False)
    assert environment.is_usable()
    (tmp_path / "env").rename(tmp_path / "moved")
    assert not install.Environment(tmp_path / "moved").is_usable()
    (tmp_path / "moved").rename(tmp_path / "env")
    monkeypatch.setattr(sys, "version", "3.99.0")
    assert not environment.is_usable()


def test_what_is_up_to_date_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = install.Environment(tmp_path / "env")
    runtime.create(has_pip=False)
    runtime.mark("play.txt", install._digest_file(install.LOCKS / "play.txt"))
    runtime.mark("tretorri", install._digest_sources(has_page=True))
    monkeypatch.setattr(install, "RUNTIME", runtime)
    monkeypatch.setattr(install, "_run", lambda *_: pytest.fail("something was installed"))
    install.install("play", has_page=True)


def test_a_source_that_changes_comes_or_goes_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "src" / "package" / "module.py"
    source.parent.mkdir(parents=True)
    source.write_text("one", "utf-8")
    monkeypatch.setattr(install, "PROJECT", tmp_path)
    digests = [install._digest_sources(has_page=True), install._digest_sources(has_page=False)]
    source.write_text("other", "utf-8")
    digests.append(install._digest_sources(has_page=True))
    source.with_name("second.py").touch()
    digests.append(install._digest_sources(has_page=True))
    source.unlink()
    digests.append(install._digest_sources(has_page=True))
    assert len(set(digests)) == len(digests)
    (source.parent / "__pycache__").mkdir()
    (source.parent / "__pycache__" / "module.pyc").touch()
    assert install._digest_sources(has_page=True) == digests[-1]


def test_a_python_that_is_too_old_is_named_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert install.explain_old_python() == ""
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    assert install.explain_old_python().startswith("tretorri: Python 3.11 or newer is needed")
    assert "\n" not in install.explain_old_python()


def test_an_environment_that_lost_a_package_is_made_again(tmp_path: Path) -> None:
    environment = install.Environment(tmp_path / "env")
    environment.create(has_pip=False)
    (site,) = environment.folder.glob("lib/*/site-packages")
    (site / "click").mkdir()
    environment.keep_parts()
    assert environment.is_usable()
    (site / "click").rmdir()
    assert not environment.is_usable()


def test_without_a_network_there_is_one_sentence_and_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "PROJECT", tmp_path)
    log = tmp_path / "packages.log"
    log.write_text("Retrying: NewConnectionError\nERROR: No matching distribution\n", "utf-8")
    said = install.explain_failure(log)
    assert said.startswith("packages could not be downloaded")
    assert said.endswith("(details: packages.log)")
    assert "\n" not in said


def test_a_missing_compiler_is_named_before_anything_is_downloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(install, "RUNTIME", install.Environment(tmp_path / "env"))
    monkeypatch.setattr(install, "find_trouble", lambda: "there is no compiler")
    monkeypatch.setattr(install, "_run", lambda *_: pytest.fail("something was installed"))
    assert install.main(["play"]) == 1
    assert capsys.readouterr().err == "tretorri: there is no compiler\n"


def test_without_a_terminal_progress_is_a_line_for_each_finished_step() -> None:
    stream = io.StringIO()
    with Progress(stream) as progress:
        progress.update("packages", "1 of 2")
        progress.finish("packages", "2 installed")
    assert stream.getvalue() == "  0 s  packages: 2 installed\n"


def test_in_a_terminal_progress_is_one_line_that_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr("progress.REDRAW_S", 0.001)
    with Progress(stream) as progress:
        progress.update("packages", "1 of 2")
        while "1 of 2" not in stream.getvalue():
            pass
    assert "\n" not in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")
