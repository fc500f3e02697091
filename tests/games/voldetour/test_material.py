"""The material file decides: another box gives another game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tretorri

PACKAGE = Path(tretorri.__file__).parent
ASK = """
import tretorri
position = tretorri.game("voldetour").start(seed=1)
print(len(position.actions()), position, "B4>e5z" in map(str, position.actions()), sep="|")
"""


def start_with(tmp_path: Path, old: str, new: str) -> list[str]:
    """Return what the start looks like after a change to the material."""
    copy = tmp_path / "tretorri"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    material = copy / "games" / "voldetour" / "material.toml"
    text = material.read_text(encoding="utf-8")
    assert old in text
    material.write_text(text.replace(old, new), encoding="utf-8")
    asked = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    return asked.stdout.strip().split("|")


@pytest.mark.parametrize(
    ("old", "new", "start"),
    [
        ("stairs = 5", "stairs = 5", ["1006", "bw - b bc3,wh8 - 1", "False"]),
        ("stairs = 5", "stairs = 0", ["614", "bw - b bc3,wh8 - 1", "False"]),
        ("[1, 1, 2, 2, 3]", "[2]", ["662", "bw - b bc3,wh8 - 1", "False"]),
        ("tower_height = 3", "tower_height = 2", ["908", "bw - b bc3,wh8 - 1", "False"]),
        ('b = "c3"', 'b = "a1"', ["1012", "bw - b ba1,wh8 - 1", "False"]),
    ],
)
def test_D2_another_box_is_another_game(
    tmp_path: Path, old: str, new: str, start: list[str]
) -> None:
    assert start_with(tmp_path, old, new) == start


def test_D2_longer_blocks_fit_under_higher_towers(tmp_path: Path) -> None:
    box = "tower_height = 3          # D2, in levels; D12: no construction is higher\nblocks = [1,"
    assert start_with(tmp_path, box, "tower_height = 4\nblocks = [4,")[2] == "True"
