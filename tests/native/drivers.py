"""Build and run the C++ drivers of ``native/tests``; what was built before is kept in ``build``."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.programs import CLANG, Missing

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "checks"
FUZZERS = ("text_fuzzer",)
STRICT = {
    "ASAN_OPTIONS": "detect_stack_use_after_return=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1",
}


@cache
def driver(name: str) -> Path:
    """Return the program *name*, built anew if its sources have changed."""
    compiler = compiler_for(name)
    folder = BUILD / compiler
    with _locked(folder):
        _run(
            _tool("cmake"), "-G", "Ninja", "-S", str(ROOT), "-B", str(folder), *_settings(compiler)
        )
        _run(_tool("cmake"), "--build", str(folder), "--target", name)
    return folder / name


def module(sources: Path, folder: Path, flags: str = "-O0") -> Path:
    """Return the extension module of *sources*, built in *folder*; usually as fast as possible."""
    configure(sources, folder, flags)
    _run(_tool("cmake"), "--build", str(folder), "--target", "_native")
    return next(folder.glob("_native.*.so"))


def configure(sources: Path, folder: Path, flags: str = "-O0") -> None:
    """Let CMake write what is needed to build the module, whose warnings are errors here."""
    nanobind = _run(sys.executable, "-m", "nanobind", "--cmake_dir").strip()
    strict = ["-DTRETORRI_WERROR=ON", "-DTRETORRI_WEB=OFF"]
    settings = [f"-Dnanobind_DIR={nanobind}", f"-DCMAKE_CXX_FLAGS={flags}", *strict, *_tools()]
    _run(_tool("cmake"), "-G", "Ninja", "-S", str(sources), "-B", str(folder), *settings)


def compiler_for(name: str) -> str:
    """Return clang, which is fast with sanitizers and has a fuzzer; without one any will do."""
    if name in FUZZERS:
        CLANG.path()
    return "clang++" if CLANG.find() else "c++"


def run(program: Path, *words: object, folder: Path | None = None) -> str:
    """Run a driver and return what it said; a failure carries all of that."""
    return _run(str(program), *map(str, words), folder=folder)


def _run(*words: str, folder: Path | None = None) -> str:
    done = subprocess.run(
        words,
        cwd=folder,
        env=os.environ | STRICT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise AssertionError(f"{' '.join(words)}: status {done.returncode}\n{done.stdout[-8000:]}")
    return done.stdout


def _settings(compiler: str) -> list[str]:
    return ["-DTRETORRI_CHECKS=ON", f"-DCMAKE_CXX_COMPILER={compiler}", *_tools()]


def _tools() -> list[str]:
    return [f"-DCMAKE_MAKE_PROGRAM={_tool('ninja')}", f"-DPython_EXECUTABLE={sys.executable}"]


def _tool(name: str) -> str:
    """Return a tool of this environment, or that of the system."""
    found = shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)
    if not found:
        raise Missing(f"needs {name}: make install")
    return found


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep other test processes from building in the same folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
