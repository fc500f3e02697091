"""A corrected box is one edited file [T1, T2]."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import tretorri

PACKAGE = Path(tretorri.__file__).parent
SCRIPT = """
import tretorri
position = tretorri.game("towers").start(seed=1)
print(tretorri.perft(position, 2), *(square.mark for square in position.scene().squares[14:16]))
"""


def played_with(folder: Path) -> str:
    """Return what the package in *folder* says about the first moves."""
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(folder)}, check=True, capture_output=True
    )
    return done.stdout.decode().strip()


def copied(folder: Path, *changes: tuple[str, str]) -> Path:
    """Copy the package to *folder* and change its material."""
    shutil.copytree(PACKAGE, folder / "tretorri", ignore=shutil.ignore_patterns("__pycache__"))
    material = folder / "tretorri" / "games" / "towers" / "material.toml"
    words = material.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in words
        words = words.replace(old, new)
    material.write_text(words, encoding="utf-8")
    return folder


def test_T1_the_box_as_it_is_gives_the_game_of_the_rules(tmp_path: Path) -> None:
    assert played_with(copied(tmp_path)) == "892 None D"


def test_T2_other_places_of_the_symbols_make_another_game(tmp_path: Path) -> None:
    swapped = copied(tmp_path, ('".DC.', '".CD.'))
    count, marks = played_with(swapped).split(" ", 1)
    assert count != "892"
    assert marks == "None C"


def test_T1_other_streets_make_another_game(tmp_path: Path) -> None:
    west = [('".AB.', '"AB..'), ('".DC.', '"DC..'), ('".55.', '"55..'), ('".11.', '"11..')]
    count, marks = played_with(copied(tmp_path, *west)).split(" ", 1)
    assert count != "892"
    assert marks == "D C"
