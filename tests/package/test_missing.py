"""What a machine says that cannot build the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from compiler import find_trouble
from tests.package.builds import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="on Windows CMake looks by itself")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lend a folder that has all programs of the machine: none."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("CXX", "CMAKE_TOOLCHAIN_FILE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def a_compiler(folder: Path, name: str, status: int) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\nexit {status}\n", "utf-8")
    program.chmod(0o755)


def test_without_a_compiler_a_build_ends_with_one_sentence(machine: Path, tmp_path: Path) -> None:
    assert machine.exists()
    ended = subprocess.run(
        [sys.executable, "-c", "import backend; backend.build_wheel('.')"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith("Tretorri needs a C++20 compiler")
    assert "apt-get install g++" in line
    assert "xcode-select --install" in line
    assert ended.stdout == ""


def test_pip_shows_the_sentence(machine: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps"]
    ended = subprocess.run(
        [*pip, "--no-build-isolation", "--no-index", f"--wheel-dir={machine}", str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "Tretorri needs a C++20 compiler" in ended.stdout + ended.stderr
    assert "CMake Error" not in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr


def test_a_compiler_that_was_asked_for_must_be_there(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_compiler(machine, "c++", 0)
    assert find_trouble() is None
    monkeypatch.setenv("CXX", "no-such-c++ -m64")
    assert "CXX=no-such-c++ -m64 is not there" in (find_trouble() or "")


def test_an_old_compiler_is_named(machine: Path) -> None:
    a_compiler(machine, "g++", 1)
    assert "g++ does not compile C++20" in (find_trouble() or "")


def test_missing_headers_are_named(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_compiler(machine, "c++", 0)
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(machine))
    assert f"{machine} has no Python.h" in (find_trouble() or "")


def test_a_cross_compiler_is_left_to_cmake(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shutil.which("c++", path=str(machine)) is None
    monkeypatch.setenv("CMAKE_TOOLCHAIN_FILE", "toolchain.cmake")
    assert find_trouble() is None
