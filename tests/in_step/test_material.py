"""Both back ends read the same ``material.toml``: another box changes both alike."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.copies import python
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
        assert re.search("AssertionError|Refused", difference(tmp_path, game_id))
    shutil.copy(module(tmp_path, tmp_path / "build"), package)
    for game_id in CHANGES:
        assert difference(tmp_path, game_id) == ""
