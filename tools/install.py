"""Install Tretorri into .venv, to play or to test it: ``python tools/install.py play``.

Packages come from the locks in requirements/, as they stand: nothing is resolved. The wheel is
built meanwhile in an environment of its own, build/env. What is up to date is left alone. All that
pip, npm and the compiler print is kept in build/logs. Only the standard library is used here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

OLDEST_PYTHON = (3, 11)


def explain_old_python() -> str:
    """Return what to do where this Python is too old; nothing if it is not."""
    if sys.version_info >= OLDEST_PYTHON:
        return ""
    needed, here = ".".join(map(str, OLDEST_PYTHON)), sys.version.split()[0]
    return (
        f"tretorri: Python {needed} or newer is needed, this is {here}; name another one:"
        " make play PYTHON=python3.12"
    )


if explain_old_python():  # before anything is imported that it does not understand
    sys.exit(explain_old_python())

sys.path.insert(0, str(Path(__file__).parent))  # wherever it is called from

from compiler import find_trouble  # noqa: E402 - only now
from node import find_node  # noqa: E402
from progress import Progress  # noqa: E402

PROJECT = Path(__file__).parent.parent
LOCKS = PROJECT / "requirements"
LOGS = PROJECT / "build" / "logs"
WHEELS = PROJECT / "build" / "wheel"
SOURCES = (
    "src",
    "native",
    "web",
    "tools",
    "CMakeLists.txt",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
NOT_SOURCES = {"node_modules", "dist", "__pycache__"}
LOG_TAIL_LINES = 30
MIN_BUILD_STEPS = 4
PARTS = "parts"  # of an environment
CACHES = {"__pycache__"}
UNREACHABLE = re.compile("NewConnectionError|ConnectTimeout|ReadTimeout|ProxyError|Name or service")
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")
AS_LOCKED = ("--no-deps", "--require-hashes", "--no-compile", "--progress-bar=off")
BUILD_WHEEL = """
import backend, sys
backend.build_wheel(sys.argv[1], dict(setting.split("=") for setting in sys.argv[2:]))
"""


class InstallError(Exception):
    """Why Tretorri cannot be installed."""


class Environment:
    """A virtual environment with a note of what was installed into it, and from which state."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        self._note = folder / "tretorri-install.json"

    def is_usable(self) -> bool:
        """Tell whether it was created in this place by this Python and nothing was removed."""
        is_ours = self.python.exists() and self.has("environment", self._origin())
        return is_ours and all(path.exists() for path in self._list_parts())

    def keep_parts(self) -> None:
        """Note the folders of all packages, so that a missing one is noticed."""
        folders = sorted(str(path.relative_to(self.folder)) for path in self._list_packages())
        self.mark(PARTS, "\n".join(folders))

    def _list_parts(self) -> Iterator[Path]:
        return (self.folder / part for part in self._read().get(PARTS, "").split("\n") if part)

    def _list_packages(self) -> Iterator[Path]:
        for site in self.folder.glob("[lL]ib*/**/site-packages"):
            yield from (
                path for path in site.iterdir() if path.is_dir() and path.name not in CACHES
            )

    def create(self, *, has_pip: bool) -> None:
        """Create it anew."""
        shutil.rmtree(self.folder, ignore_errors=True)
        pip = [] if has_pip else ["--without-pip"]
        command = [sys.executable, "-m", "venv", *pip, str(self.folder)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise InstallError(
                "this Python cannot create a virtual environment; on Debian and Ubuntu run"
                f" `apt-get install python3-venv`\n{ended.stdout}{ended.stderr}"
            )
        self.mark("environment", self._origin())

    def has(self, name: str, state: str) -> bool:
        """Tell whether *name* was installed from *state*."""
        return self._read().get(name) == state

    def mark(self, name: str, state: str) -> None:
        """Note that *name* was installed from *state*."""
        self._note.write_text(json.dumps({**self._read(), name: state}, indent=1), "utf-8")

    def _read(self) -> dict[str, str]:
        try:
            note: dict[str, str] = json.loads(self._note.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return note

    def _origin(self) -> str:
        return f"{self.folder} by {sys.base_prefix}, {sys.version}"


RUNTIME = Environment(PROJECT / ".venv")
BUILD = Environment(PROJECT / "build" / "env")
AUDIT = Environment(PROJECT / "build" / "audit")


def main(arguments: Sequence[str]) -> int:
    """Install; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    parser.add_argument("purpose", choices=["play", "host", "test", "audit"])
    parser.add_argument("--no-page", action="store_true", help="leave the web page out")
    options = parser.parse_args(arguments)
    try:
        install(options.purpose, has_page=not options.no_page)
    except InstallError as error:
        print(f"tretorri: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def install(purpose: str, *, has_page: bool) -> None:
    """Bring .venv (for an audit, build/audit) up to date, packages and wheel side by side."""
    lock = LOCKS / f"{purpose}.txt"
    if purpose == "audit":
        _install_auditor(lock)
        return
    sources = _digest_sources(has_page)
    is_usable = RUNTIME.is_usable()
    if is_usable and _has_lock(RUNTIME, lock) and RUNTIME.has("tretorri", sources):
        return
    trouble = find_trouble()
    if trouble is not None:
        raise InstallError(trouble)
    LOGS.mkdir(parents=True, exist_ok=True)
    with Progress(sys.stderr) as progress:
        if not is_usable:
            progress.update("environment", "creating .venv")
            RUNTIME.create(has_pip=True)
            progress.finish("environment", ".venv created")
        is_built = RUNTIME.has("tretorri", sources)
        with ThreadPoolExecutor() as pool:
            jobs = [pool.submit(_install_lock, RUNTIME, lock, progress)]
            if not is_built:
                jobs.append(pool.submit(_build_wheel, purpose, has_page, progress))
        for job in jobs:
            job.result()
        if not is_built:
            _install_wheel(progress)
            RUNTIME.mark("tretorri", sources)
        RUNTIME.keep_parts()


def _install_auditor(lock: Path) -> None:
    """Bring build/audit up to date; its lock holds pip itself, which no other environment gets."""
    LOGS.mkdir(parents=True, exist_ok=True)
    if not AUDIT.is_usable():
        AUDIT.create(has_pip=False)
    with Progress(sys.stderr) as progress:
        _install_lock(AUDIT, lock, progress)


def _install_lock(environment: Environment, lock: Path, progress: Progress) -> None:
    """Install a lock as it stands."""
    if _has_lock(environment, lock):
        return
    step = f"packages to {lock.stem}"
    total = len(re.findall(r"^\w\S*==", lock.read_text("utf-8"), re.MULTILINE))
    count = 0
    progress.update(step, f"0 of {total}")

    def follow(line: str) -> None:
        nonlocal count
        if line.startswith(("Collecting ", "Requirement already satisfied: ", "Ignoring ")):
            count += 1
            progress.update(step, f"{count} of {total}")
        elif line.startswith("Installing collected packages"):
            progress.update(step, "unpacking")

    command = write_install_command(RUNTIME.python, environment.python, lock)
    _run(command, f"packages-{lock.stem}", follow)
    environment.mark(lock.name, _digest_file(lock))
    progress.finish(step, f"{total} installed")


def write_install_command(pip_python: Path, target: Path, lock: Path) -> list[str]:
    """Return the command by which the pip of one environment installs a lock into another."""
    into = ["--python", str(target)] if target != pip_python else []
    return [str(pip_python), *PIP, *into, "install", *AS_LOCKED, "--requirement", str(lock)]


def _build_wheel(purpose: str, has_page: bool, progress: Progress) -> None:
    """Build the wheel in its own environment."""
    if not BUILD.is_usable():
        BUILD.create(has_pip=False)
    _install_lock(BUILD, LOCKS / "build.txt", progress)
    if has_page and find_node() is None:
        _install_lock(BUILD, LOCKS / "node.txt", progress)
    progress.update("tretorri", "configuring the build")

    def follow(line: str) -> None:
        if line.startswith("*** Building project"):  # steps are told when they end
            page = "building the page and " if has_page else ""
            progress.update("tretorri", f"{page}compiling")
        step = re.match(r"\[(\d+)/(\d+)\] ", line)
        if (
            step and int(step[2]) >= MIN_BUILD_STEPS
        ):  # ninja first looks whether CMake is up to date
            progress.update("tretorri", f"compiling, {step[1]} of {step[2]} steps done")

    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    settings = [
        f"cmake.define.TRETORRI_WEB={'ON' if has_page else 'OFF'}",
        f"cmake.define.TRETORRI_WERROR={'ON' if purpose == 'test' else 'OFF'}",
    ]
    _run([str(BUILD.python), "-c", BUILD_WHEEL, str(WHEELS), *settings], "wheel", follow)
    progress.finish("tretorri", "built")


def _install_wheel(progress: Progress) -> None:
    """Install the wheel, and check that every package has what it needs."""
    (wheel,) = WHEELS.glob("*.whl")
    progress.update("tretorri", "installing")
    command = [str(RUNTIME.python), *PIP, "install", "--no-deps", "--no-index", "--no-compile"]
    _run([*command, "--force-reinstall", str(wheel)], "install", lambda _: None)
    _run([str(RUNTIME.python), *PIP, "check"], "check", lambda _: None)
    progress.finish("tretorri", "installed")


def _run(command: Sequence[str], name: str, follow: Callable[[str], None]) -> None:
    """Run a command; hand each line that it prints to *follow*, and keep all in a log."""
    log = LOGS / f"{name}.log"
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "tools"), "PYTHONUNBUFFERED": "1"}
    with log.open("w", encoding="utf-8") as kept:
        process = subprocess.Popen(
            command,
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        for line in process.stdout or ():
            kept.write(line)
            follow(line)
    if process.wait():
        raise InstallError(explain_failure(log))


def explain_failure(log: Path) -> str:
    """Return what went wrong: in one sentence if it is known, else how the log ends."""
    text, where = log.read_text("utf-8"), log.relative_to(PROJECT)
    if UNREACHABLE.search(text):
        return (
            "packages could not be downloaded; check the internet connection and the settings of"
            f" pip and npm (details: {where})"
        )
    return "\n".join([f"{where} ends with", *text.splitlines()[-LOG_TAIL_LINES:]])


def _has_lock(environment: Environment, lock: Path) -> bool:
    return environment.has(lock.name, _digest_file(lock))


def _digest_file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _digest_sources(has_page: bool) -> str:
    """Return a digest that changes when a source changes, comes or goes."""
    digest = hashlib.sha256(str(has_page).encode())
    for path in sorted(_list_sources()):
        about = path.stat()
        digest.update(f"{path} {about.st_mtime_ns} {about.st_size}\n".encode())
    return digest.hexdigest()


def _list_sources() -> Iterator[Path]:
    for name in SOURCES:
        if (PROJECT / name).is_file():
            yield PROJECT / name
        for parent, folders, files in os.walk(PROJECT / name):
            folders[:] = [folder for folder in folders if folder not in NOT_SOURCES]
            yield from (Path(parent) / file for file in files)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
