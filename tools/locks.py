"""Lock what pyproject.toml asks for: ``make lock`` writes the files in requirements/.

Each lock is universal: it holds for every supported Python and system, by markers. It is installed
as it is (``pip install --no-deps --require-hashes``), never resolved again; *find_gaps* proves that
nothing is missing from it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parent.parent
FOLDER = PROJECT / "requirements"
METADATA = FOLDER / "metadata.json"
OLDEST_PYTHON = "3.11"
PYTHONS = ("3.11.0", "3.11.2", "3.11.7", "3.12.0", "3.13.0", "3.14.0")
SYSTEMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}  # sys.platform: its name


@dataclass(frozen=True, slots=True)
class LockSpec:
    """What a lock is made of: parts of pyproject.toml, and a lock whose versions it shares."""

    name: str
    extras: Sequence[str] | None  # None: not even the package's own dependencies
    groups: Sequence[str] = ()
    shares: str | None = None

    @property
    def path(self) -> Path:
        """The lock file."""
        return FOLDER / f"{self.name}.txt"


LOCKS = (
    LockSpec("build", None, ["build"]),
    LockSpec("node", None, ["node"]),
    LockSpec("play", ["server"]),
    LockSpec("host", ["server", "cluster"], shares="play"),
    LockSpec("test", ["server", "cluster"], ["build", "test"], shares="host"),
    LockSpec("audit", None, ["audit"]),
)


@dataclass(frozen=True, slots=True)
class LockedPackage:
    """One entry of a lock."""

    name: str
    version: str
    marker: Marker | None

    def is_installed_in(self, environment: Mapping[str, str]) -> bool:
        """Tell whether the marker holds in *environment*."""
        return self.marker is None or self.marker.evaluate(dict(environment))


def read_lock(path: Path) -> list[LockedPackage]:
    """Return the entries of a lock file."""
    lines = re.findall(r"^\w.*", path.read_text("utf-8").replace("\\\n", ""), re.MULTILINE)
    asked = [Requirement(re.sub(r"\s+--hash=\S+", "", line).strip()) for line in lines]
    return [
        LockedPackage(
            canonicalize_name(one.name), str(one.specifier).removeprefix("=="), one.marker
        )
        for one in asked
    ]


def read_metadata() -> dict[str, dict[str, Any]]:
    """Return what each locked package says of itself, by ``name==version``."""
    metadata: dict[str, dict[str, Any]] = json.loads(METADATA.read_text("utf-8"))
    return metadata


def list_environments() -> Iterator[dict[str, str]]:
    """Yield the marker environments of every supported Python on every system."""
    for python in PYTHONS:
        for system, platform in SYSTEMS.items():
            yield {
                **{name: str(value) for name, value in default_environment().items()},
                "python_version": ".".join(python.split(".")[:2]),
                "python_full_version": python,
                "implementation_version": python,
                "sys_platform": system,
                "platform_system": platform,
                "os_name": "nt" if system == "win32" else "posix",
                "extra": "",
            }


def list_requirements(spec: LockSpec) -> list[Requirement]:
    """Return what pyproject.toml asks for in the parts that *spec* names."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    asked: list[str] = []
    if spec.extras is not None:
        asked += project["project"]["dependencies"]
        for extra in spec.extras:
            asked += project["project"]["optional-dependencies"][extra]
    for group in spec.groups:
        asked += project["dependency-groups"][group]
    return [Requirement(text) for text in asked]


def find_gaps(
    requirements: Sequence[Requirement],
    lock: Sequence[LockedPackage],
    metadata: Mapping[str, Mapping[str, Any]],
    environment: Mapping[str, str],
) -> Iterator[str]:
    """Yield each requirement, direct or not, that *lock* does not meet in *environment*."""
    active: dict[str, LockedPackage] = {}
    for package in lock:
        if package.is_installed_in(environment):
            if package.name in active:
                yield f"{package.name} is locked twice"
            active[package.name] = package
    waiting = [("pyproject.toml", one, "") for one in requirements]
    seen: set[tuple[str, str]] = set()
    while waiting:
        asker, requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({**environment, "extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        found = active.get(name)
        if found is None:
            yield f"{asker} needs {requirement}, which is not locked"
            continue
        if not requirement.specifier.contains(found.version, prereleases=True):
            yield f"{asker} needs {requirement}, but {found.version} is locked"
        about = metadata[f"{name}=={found.version}"]
        python = environment["python_full_version"]
        if python not in SpecifierSet(about["requires_python"]):
            yield f"{name} {found.version} needs Python {about['requires_python']}"
        for wanted in {"", *requirement.extras}:
            if (name, wanted) not in seen:
                seen.add((name, wanted))
                waiting += [(name, Requirement(one), wanted) for one in about["requires"]]


def main() -> int:
    """Write all locks and the metadata of what they hold; report what is missing."""
    for spec in LOCKS:
        _compile(spec)
    locks = {spec.name: read_lock(spec.path) for spec in LOCKS}
    metadata = _fetch_metadata({(one.name, one.version) for lock in locks.values() for one in lock})
    METADATA.write_text(json.dumps(metadata, indent=1, sort_keys=True) + "\n", "utf-8")
    gaps = [
        f"{spec.path.name}, Python {environment['python_full_version']}: {gap}"
        for spec in LOCKS
        for environment in list_environments()
        for gap in find_gaps(list_requirements(spec), locks[spec.name], metadata, environment)
    ]
    for gap in sorted(set(gaps)):
        print(gap, file=sys.stderr)
    return bool(gaps)


def _compile(spec: LockSpec) -> None:
    """Let uv resolve one lock for every Python and system at once."""
    with tempfile.NamedTemporaryFile("w", suffix=".in") as source:
        source.write("\n".join(map(str, list_requirements(spec))))
        source.flush()
        command = ["uv", "pip", "compile", "--quiet", "--universal", "--upgrade"]
        command += ["--python-version", OLDEST_PYTHON, "--generate-hashes", "--no-annotate"]
        command += ["--no-config", "--custom-compile-command", "make lock"]
        if spec.shares:
            command += ["--constraint", str(FOLDER / f"{spec.shares}.txt")]
        print(f"locking {spec.name} ...", file=sys.stderr, flush=True)
        to = ["--output-file", str(spec.path), source.name]
        subprocess.run([sys.executable, "-m", *command, *to], check=True, stdout=subprocess.DEVNULL)


def _fetch_metadata(packages: set[tuple[str, str]]) -> dict[str, dict[str, Any]]:
    """Ask the index, through pip, what each package says of itself; nothing is installed."""
    metadata = {}
    for number, (name, version) in enumerate(sorted(packages), 1):
        print(f"\rmetadata {number}/{len(packages)} ", end="", file=sys.stderr, flush=True)
        command = ["pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"]
        report = subprocess.run(
            [sys.executable, "-m", *command, "--report", "-", f"{name}=={version}"],
            check=True,
            stdout=subprocess.PIPE,
        )
        about = json.loads(report.stdout)["install"][0]["metadata"]
        metadata[f"{name}=={version}"] = {
            "requires": about.get("requires_dist", []),
            "requires_python": about.get("requires_python", ""),
        }
    print(file=sys.stderr)
    return metadata


if __name__ == "__main__":
    sys.exit(main())
