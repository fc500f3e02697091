"""What is installed from elsewhere is pinned by its content, wherever it comes from."""

from __future__ import annotations

import json
import re
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from locks import (
    LOCKS,
    LockedPackage,
    LockSpec,
    find_gaps,
    list_environments,
    list_requirements,
    read_lock,
    read_metadata,
)

PROJECT = Path(__file__).parents[2]
FILES = sorted(PROJECT.glob("requirements/*.txt"))
ADDRESS = re.compile(r"https?:|git\+|--(?:extra-)?index-url|--find-links|--trusted-host")
HASH = re.compile(r" --hash=sha256:[0-9a-f]{64}")


@pytest.mark.parametrize("lock", FILES, ids=lambda lock: lock.name)
def test_every_python_package_has_a_version_and_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert ADDRESS.search(text) is None
    lines = re.findall(r"^[^#\n].*", text.replace("\\\n", ""), re.MULTILINE)
    assert lines
    for line in lines:
        pinned = re.fullmatch(r"[\w.-]+==[\w.]+(?: ;.*?)?", HASH.sub("", line).strip())
        assert pinned, line
        assert HASH.search(line), line


@pytest.mark.parametrize("spec", LOCKS, ids=lambda spec: spec.name)
def test_a_lock_is_closed_for_every_python_and_system(spec: LockSpec) -> None:
    lock, metadata = read_lock(spec.path), read_metadata()
    gaps = [
        (environment["python_full_version"], environment["sys_platform"], gap)
        for environment in list_environments()
        for gap in find_gaps(list_requirements(spec), lock, metadata, environment)
    ]
    assert gaps == []


@pytest.mark.parametrize("spec", LOCKS, ids=lambda spec: spec.name)
def test_a_lock_without_any_one_of_its_packages_is_not_closed(spec: LockSpec) -> None:
    lock, metadata = read_lock(spec.path), read_metadata()
    asked = list_requirements(spec)
    for package in lock:
        rest = [one for one in lock if one is not package]
        environments = filter(package.is_installed_in, list_environments())
        assert any(find_gaps(asked, rest, metadata, next(environments))), package


def test_a_version_an_extra_or_a_python_that_does_not_fit_is_a_gap() -> None:
    environment = next(list_environments())
    asked = [Requirement("first[more]>=2")]
    lock = [LockedPackage("first", "2.0", None), LockedPackage("second", "1.0", None)]
    metadata = {
        "first==2.0": {"requires": ["second>=1; extra == 'more'"], "requires_python": ""},
        "second==1.0": {"requires": [], "requires_python": ""},
    }
    assert list(find_gaps(asked, lock, metadata, environment)) == []
    assert list(find_gaps(asked, lock[:1], metadata, environment))  # what the extra brings
    assert list(find_gaps([Requirement("first>2")], lock, metadata, environment))
    metadata["second==1.0"]["requires_python"] = ">=3.11.5"
    assert list(find_gaps(asked, lock, metadata, environment))


def test_the_metadata_beside_the_locks_are_those_of_the_installed_packages() -> None:
    (test_lock,) = (spec for spec in LOCKS if spec.name == "test")
    for package in read_lock(test_lock.path):
        if package.marker is not None and not package.marker.evaluate():
            continue
        about = distribution(package.name)
        kept = read_metadata()[f"{package.name}=={package.version}"]
        assert about.version == package.version
        assert sorted(about.requires or []) == sorted(kept["requires"]), package.name
        assert (about.metadata["Requires-Python"] or "") == kept["requires_python"]


def test_what_is_in_several_locks_has_one_version() -> None:
    locks = {spec.name: {str(one) for one in read_lock(spec.path)} for spec in LOCKS}
    assert locks["play"] <= locks["host"] <= locks["test"]
    assert locks["build"] <= locks["test"]


def test_every_package_of_the_page_has_a_hash_and_no_address() -> None:
    text = (PROJECT / "web" / "package-lock.json").read_text("utf-8")
    packages = json.loads(text)["packages"]
    del packages[""]  # the page itself
    assert packages
    loose = [name for name, has in packages.items() if not has["integrity"].startswith("sha512-")]
    assert loose == []
    assert [name for name, has in packages.items() if "resolved" in has] == []
