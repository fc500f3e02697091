"""Both back ends read the same ``material.toml``: another box changes both alike.

The native one reads it when it is built. Until then it is not used for a box that has changed;
the fallback engine searches with the Python rules.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.copies import copied_package, python
from tests.native.drivers import ROOT, module
from tretorri import _native

WALK = """
import sys
from tests.in_step.walks import walk
from tests.settings import every_setting

for game in every_setting():
    if game.id == sys.argv[1]:
        walk(game, seed=1, steps=40)
"""
ENGINES = """
from tretorri.engine.native import has_native, why_unavailable

print([has_native("towers") for _ in range(3)], has_native("volterra"))
print(why_unavailable("volterra"))
"""
FALLBACK = """
import tretorri
from tretorri.engine.fallback import needs_fallback
from tretorri.engine.levels import has_levels, level_turn
from tretorri.engine.search import Engine, analyse, playouts

start = tretorri.game("towers").start(seed=1)
assert needs_fallback("towers") and not needs_fallback("volterra")
assert has_levels(start.game)
start.play_turn(level_turn(start, 2))
start.play_turn(analyse(start, nodes=200).best.turns[0])
assert playouts(start, 1).games == 1
try:
    Engine("towers").set_weights([])
except tretorri.InvalidOption as error:
    print(error)
"""
OUT_OF_DATE = "material.toml of {} has changed since the engine was compiled"
# What is replaced in the material, one place after the other.
CHANGES = {
    "towers": (
        ('".AB.BC..CD.DA."', '"B.A.BC..CD.DA."'),  # one symbol space moved, two others exchanged
        ('".55.66..77.88."', '"5.5.66..77.77."'),  # and two districts made one
        ('".55.66..77.88."', '".55.66..77.77."'),
    ),
    "voldetour": (
        ("blocks = [1, 1, 2, 2, 3]", "blocks = [1, 2, 3, 3]"),
        ("stairs = 5", "stairs = 3"),
        ("most_squares = 3", "most_squares = 2"),
        ("home_turns = 3", "home_turns = 4"),
        ('b = "c3"', 'b = "d3"'),
    ),
}


def copy_with_changes(folder: Path) -> None:
    """Copy the sources of the package and change the material in the copy."""
    # Searches take long to compile, and the rules do not need them.
    unneeded = shutil.ignore_patterns("*_search.hpp", "*.so", "__pycache__")
    for name in ("src", "native"):
        shutil.copytree(ROOT / name, folder / name, ignore=unneeded)
    shutil.copy(ROOT / "CMakeLists.txt", folder)
    for native in folder.glob("src/tretorri/games/*/native"):
        if native.parent.name not in CHANGES:
            shutil.rmtree(native)
    for game_id, changes in CHANGES.items():
        material = folder / "src" / "tretorri" / "games" / game_id / "material.toml"
        text = material.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        material.write_text(text, encoding="utf-8")


def difference(folder: Path, game_id: str) -> str:
    """Walk through the rules and the native twin of the copy; return how they differ, if so."""
    return python(folder / "src", "-c", WALK, game_id).stderr


def test_another_box_changes_both_back_ends_alike(tmp_path: Path) -> None:
    copy_with_changes(tmp_path)
    package = tmp_path / "src" / "tretorri"
    shutil.copy(_native.__file__, package)
    for game_id in CHANGES:
        assert OUT_OF_DATE.format(game_id) in difference(tmp_path, game_id)
    shutil.copy(module(tmp_path, tmp_path / "build"), package)
    for game_id in CHANGES:
        assert difference(tmp_path, game_id) == ""


@pytest.fixture(scope="module")
def corrected() -> Iterator[Path]:
    """Lend an installation in which the box of Spiel der Türme was corrected, but nothing built."""
    with copied_package() as folder:
        material = folder / "tretorri" / "games" / "towers" / "material.toml"
        text = material.read_text(encoding="utf-8")
        material.write_text(text.replace(".AB.BC.", ".BA.BC."), encoding="utf-8")
        yield folder


@pytest.mark.parametrize(
    "command", [("perft", "--depth", "1"), ("legal",)], ids=lambda words: words[0]
)
def test_a_corrected_box_has_no_native_back_end_until_it_is_built(
    corrected: Path, command: tuple[str, ...]
) -> None:
    name, *options = command
    words = ("-m", "tretorri", name, "towers", *options, "--seed", "1")
    refused = python(corrected, *words, "--backend", "native")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert OUT_OF_DATE.format("towers") in refused.stderr
    assert refused.stderr.count("\n") == 1
    counted = python(corrected, *words, "--backend", "python")
    assert (counted.returncode, counted.stderr) == (0, "")
    other = python(corrected, "-m", "tretorri", "legal", "volterra", "--backend", "native")
    assert (other.returncode, other.stderr) == (0, "")


def test_a_corrected_box_is_told_once(corrected: Path) -> None:
    asked = python(corrected, "-c", ENGINES)
    assert asked.stdout.split("\n")[:2] == ["[False, False, False] True", "None"]
    assert OUT_OF_DATE.format("towers") in asked.stderr
    assert asked.stderr.count("\n") == 1


def test_a_corrected_box_is_searched_by_the_fallback_engine(corrected: Path) -> None:
    done = python(corrected, "-c", FALLBACK)
    assert done.returncode == 0, done.stderr
    assert OUT_OF_DATE.format("towers") in done.stdout


def test_the_doctor_reports_a_corrected_box(corrected: Path, tmp_path: Path) -> None:
    words = ("--json", "--data", str(tmp_path), "--port", "18994")
    done = python(corrected, "-m", "tretorri", "doctor", *words)
    found = {finding["about"]: finding for finding in json.loads(done.stdout)}
    assert found["engine"]["level"] == "warning"
    assert found["engine"]["message"].endswith("until the package is rebuilt: towers")


def test_descriptions_and_comments_need_no_rebuild() -> None:
    with copied_package() as folder:
        material = folder / "tretorri" / "games" / "towers" / "material.toml"
        text = material.read_text(encoding="utf-8").replace('minutes = "30–60"', 'minutes = "45"')
        material.write_text("# another comment\n" + text, encoding="utf-8")
        asked = python(folder, "-c", ENGINES)
    assert asked.stdout.startswith("[True, True, True] True\n")
    assert asked.stderr == ""
