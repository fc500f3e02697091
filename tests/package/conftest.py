"""What was built and installed, once for all tests of the package."""

from __future__ import annotations

from importlib.metadata import Distribution
from pathlib import Path

import pytest

from tests.package import builds
from tests.package.homes import Home, make_home

SERVER = "server"


@pytest.fixture(scope="session")
def sdist() -> Path:
    """Return the source distribution of this checkout."""
    return builds.build_sdist()


@pytest.fixture(scope="session")
def wheel(sdist: Path) -> Path:
    """Return the wheel built from the source distribution."""
    return builds.build_wheel(sdist)


@pytest.fixture(scope="session")
def library(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Return an environment with the wheel and what the library needs."""
    return make_home(tmp_path_factory.mktemp("library"), wheel)


@pytest.fixture(scope="session")
def metadata(library: Home) -> Distribution:
    """Return the package as it is installed there."""
    (site,) = library.folder.glob("lib/python*/site-packages")
    (found,) = (d for d in Distribution.discover(path=[str(site)]) if d.name == "tretorri")
    return found


@pytest.fixture(scope="session")
def server(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Return an environment that has what the server needs, too."""
    return make_home(tmp_path_factory.mktemp("server"), wheel, [SERVER])
