"""What is in the wheel and in the source distribution: all that is needed, and nothing else."""

from __future__ import annotations

import json
import re
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.package.builds import ROOT

SOURCE = ROOT / "src"
GENERATED = ("tretorri/_native.", "tretorri/page/", "tretorri/NOTICES.txt")
OF_THE_PAGE = re.compile(
    r"assets/[\w.-]+\.(?:css|js|woff2)|early\.js|icon[\w-]*\.(?:png|svg)|index\.html"
    r"|manifest\.webmanifest|notices\.txt"
)
# Beside our own work: the tools of the page that put something of theirs into it.
TOOLS_IN_THE_PAGE = {"svelte", "vite"}
IN_THE_MODULE = {"nanobind", "robin-map"}


@pytest.fixture(scope="session")
def in_wheel(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="session")
def in_sdist(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as archive:
        names = [PurePosixPath(member.name) for member in archive if member.isfile()]
    assert {name.parts[0] for name in names} == {sdist.name.removesuffix(".tar.gz")}
    return {"/".join(name.parts[1:]) for name in names}


@pytest.fixture(scope="session")
def notices(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        return archive.read("tretorri/NOTICES.txt").decode()


def files_of(folder: Path, base: Path = ROOT) -> set[str]:
    """Return the files of the checkout in *folder* that are not made by a tool."""
    made = {"__pycache__", "node_modules"}
    return {
        path.relative_to(base).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not made & set(path.parts)
    }


def page_files(names: set[str], folder: str) -> set[str]:
    return {name.removeprefix(folder) for name in names if name.startswith(folder)}


def packages_in(notices: str) -> set[str]:
    """Return the names that head the notices."""
    return set(re.findall(r"^([@a-z][\w@/.-]*)(?: [\d.]+|, .*)? \([\w.-]+\)$", notices, re.M))


def test_the_wheel_has_every_file_of_the_package_and_no_other(in_wheel: set[str]) -> None:
    package = {name for name in in_wheel if name.startswith("tretorri/")}
    ours = {name for name in package if not name.startswith(GENERATED)}
    wanted = {
        name
        for name in files_of(SOURCE, SOURCE)
        if "/native/" not in name
        and not name.startswith("tretorri/_native.")
        and not name.endswith("/README.md")  # for readers of the source
    }
    assert ours == wanted
    assert "tretorri/py.typed" in ours


def test_the_wheel_has_one_module_with_its_types(in_wheel: set[str]) -> None:
    native = sorted(name for name in in_wheel if name.startswith("tretorri/_native."))
    assert len(native) == 2
    assert native[0].endswith(".so")
    assert native[1] == "tretorri/_native.pyi"


def test_the_wheel_has_the_page_packed_and_unpacked(in_wheel: set[str]) -> None:
    page = page_files(in_wheel, "tretorri/page/")
    plain = {name for name in page if not name.endswith(".gz")}
    assert [name for name in plain if not OF_THE_PAGE.fullmatch(name)] == []
    assert {"index.html", "notices.txt"} <= plain
    assert {Path(name).suffix for name in plain} >= {".css", ".js", ".woff2"}
    packed = {name.removesuffix(".gz") for name in page - plain}
    assert packed <= plain
    assert "notices.txt" in packed


def test_the_wheel_has_nothing_beside_the_package_but_its_description(in_wheel: set[str]) -> None:
    others = {name for name in in_wheel if not name.startswith("tretorri/")}
    names = {re.sub(r"^tretorri-[^/]+\.dist-info/", "", name) for name in others}
    assert names == {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}


def test_the_notices_have_a_text_for_everything_that_is_built_in(notices: str) -> None:
    used = set(json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["dependencies"])
    used.remove("@sveltejs/vite-plugin-svelte")  # it only calls the compiler
    assert packages_in(notices) >= used | TOOLS_IN_THE_PAGE | IN_THE_MODULE
    texts = re.split(r"\n-{80}\n", notices)[1:]
    assert len(texts) == len(packages_in(notices))
    for text in texts:
        assert re.search(r"permission|redistribution", text, re.IGNORECASE), text[:80]
        assert "opyright" in text, text[:80]


def test_the_fonts_come_with_their_own_licence(notices: str) -> None:
    assert notices.count("SIL OPEN FONT LICENSE Version 1.1") == 2


def test_the_source_distribution_has_all_that_is_compiled(in_sdist: set[str]) -> None:
    wanted = files_of(SOURCE) | files_of(ROOT / "native") - files_of(ROOT / "native" / "tests")
    wanted = {name for name in wanted if not name.startswith("src/tretorri/_native.")}
    assert {name for name in in_sdist if name.startswith(("src/", "native/"))} == wanted


def test_the_source_distribution_has_the_page_as_it_was_built(
    in_sdist: set[str], in_wheel: set[str]
) -> None:
    page = page_files(in_sdist, "page/")
    shown = page_files(in_wheel, "tretorri/page/")
    assert page == {name for name in shown if not name.endswith(".gz")}


def test_the_source_distribution_has_the_sources_of_the_page_without_its_tests(
    in_sdist: set[str],
) -> None:
    web = {name for name in files_of(ROOT / "web") if not name.endswith(".test.ts")}
    assert {name for name in in_sdist if name.startswith("web/")} == {
        name for name in web if not name.startswith("web/dist/")
    }


def test_the_source_distribution_has_nothing_else(in_sdist: set[str]) -> None:
    folders = ("src/", "native/", "page/", "web/", "tools/")
    assert {name for name in in_sdist if not name.startswith(folders)} == {
        "CHANGELOG.md",
        "CMakeLists.txt",
        "LICENSE",
        "PKG-INFO",
        "README.md",
        "pyproject.toml",
    }
    tools = {name for name in in_sdist if name.startswith("tools/")}
    assert tools == files_of(ROOT / "tools") - {"tools/audit.py"}
