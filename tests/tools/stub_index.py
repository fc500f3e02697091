"""An index in a folder, with a stub for every locked package and a newer one beside it."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from locks import LockedPackage

NEWER_VERSION = "9999.0"


@dataclass(frozen=True, slots=True)
class StubIndex:
    """A package index as pip reads it from the disk."""

    folder: Path

    @property
    def address(self) -> str:
        """The address that ``--index-url`` takes."""
        return self.folder.as_uri()

    def add(self, name: str, version: str, requires: Iterable[str]) -> str:
        """Add an empty wheel that says it requires *requires*; return its hash."""
        stem = f"{name.replace('-', '_')}-{version}"
        page = self.folder / name / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        wheel = page.with_name(f"{stem}-py3-none-any.whl")
        info = f"{stem}.dist-info"
        lines = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}"]
        lines += [f"Requires-Dist: {requirement}" for requirement in requires]
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(f"{info}/METADATA", "\n".join(lines) + "\n")
            archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
            archive.writestr(f"{info}/RECORD", "")
        with page.open("a", encoding="utf-8") as links:
            links.write(f'<a href="{wheel.name}">{wheel.name}</a>\n')
        return hashlib.sha256(wheel.read_bytes()).hexdigest()


def write_stub_lock(
    lock: Sequence[LockedPackage],
    metadata: Mapping[str, Mapping[str, Any]],
    index: StubIndex,
    path: Path,
) -> None:
    """Write *lock* for stubs: names, versions, markers and requirements are kept, hashes not."""
    lines = []
    for package in lock:
        requires = metadata[f"{package.name}=={package.version}"]["requires"]
        digest = index.add(package.name, package.version, requires)
        index.add(package.name, NEWER_VERSION, requires)
        marker = f" ; {package.marker}" if package.marker else ""
        lines.append(f"{package.name}=={package.version}{marker} --hash=sha256:{digest}")
    path.write_text("\n".join(lines) + "\n", "utf-8")
