"""Virtual environments with a wheel and what it asks for, taken over from this environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

UNWANTED = ("PYTHON", "COV", "VIRTUAL_ENV", "TRETORRI_")  # beginnings of names of variables


@dataclass(frozen=True, slots=True)
class Home:
    """A virtual environment that has nothing in common with the one of the tests."""

    folder: Path

    def run(self, *words: str, typed: str = "") -> str:
        """Run a program of the environment, in an empty folder; return what it printed."""
        place = self.folder / "place"
        place.mkdir(exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(UNWANTED)}
        ended = subprocess.run(
            [str(self.folder / "bin" / words[0]), *words[1:]],
            cwd=place,
            input=typed,
            env=kept | {"HOME": str(place), "XDG_DATA_HOME": str(place), "LC_ALL": "C.UTF-8"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-4000:]
        return ended.stdout

    def python(self, code: str) -> str:
        """Run Python code; return what it printed."""
        return self.run("python", "-c", code)


def make_home(folder: Path, wheel: Path, extras: Iterable[str] = ()) -> Home:
    """Install *wheel* into an empty environment, with what it and its *extras* ask for."""
    venv.create(folder, symlinks=True)
    home = Home(folder)
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(folder / "bin" / "python")]
    offline = ["--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", *offline, str(wheel)], check=True)
    site = Path(home.python("import sysconfig; print(sysconfig.get_path('platlib'))").strip())
    (installed,) = (d for d in Distribution.discover(path=[str(site)]) if d.name == "tretorri")
    for wanted in needed_by(installed, extras):
        _copy(wanted, site)
    return home


def needed_by(
    package: Distribution, extras: Iterable[str] = (), seen: set[str] | None = None
) -> Iterator[Distribution]:
    """Yield what a distribution asks for, and what that asks for, as it is installed here."""
    seen = set() if seen is None else seen
    for requirement in requirements_of(package, extras):
        name = canonicalize_name(requirement.name)
        if name not in seen:
            seen.add(name)
            found = distribution(name)
            yield found
            yield from needed_by(found, requirement.extras, seen)


def requirements_of(package: Distribution, extras: Iterable[str] = ()) -> Iterator[Requirement]:
    """Yield what a distribution itself asks for on this machine."""
    for line in package.requires or ():
        requirement = Requirement(line)
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield requirement


def _copy(package: Distribution, site: Path) -> None:
    """Copy the files of a distribution; scripts, which lie elsewhere, are not wanted."""
    for file in package.files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(str(file.locate()), site / file)
