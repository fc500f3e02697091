"""A native twin of Campanile: about sixty lines, found by its folder, searched by the tree."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.copies import copied_package, python
from tests.native.drivers import ROOT, module
from tests.settings import TESTS

WALK = """
import tretorri
from tests.in_step.walks import walk

for seed in range(20):
    walk(tretorri.game("campanile"), seed=seed, steps=10)
print("in step")
"""
THINK = """
import tretorri
from tretorri.engine.fallback import needs_fallback
from tretorri.engine.search import analyse, playouts

assert not needs_fallback("campanile")
for height in range(1, 8):
    position = tretorri.game("campanile").position(f"ab {height} a 1")
    for threads in (1, 2):
        found = analyse(position, nodes=20_000, lines=3, threads=threads)
        assert len(found.lines) == min(3, height)
        assert all(sum(line.shares.values()) > 0.999 for line in found.lines)
        assert found.proven == (height <= 3)  # the tree proves only what wins at once
        assert height % 4 == 0 or found.best.turns[0] == f"t{height % 4}", found
        assert (found.best.shares["a"] > 0.5) == (height % 4 > 0), found
assert analyse(position, nodes=500, seed=3).lines == analyse(position, nodes=500, seed=3).lines
assert sum(playouts(position, 100, seed=1).wins.values()) == 100
print("searched")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Lend a copy of the package with Campanile and its twin, and no other native game."""
    sources = tmp_path_factory.mktemp("sources")
    games = sources / "src" / "tretorri" / "games"
    shutil.copytree(TESTS / "fourth" / "campanile", games / "campanile")
    shutil.copytree(TESTS / "fourth" / "native", games / "campanile" / "native")
    shutil.copytree(ROOT / "native", sources / "native")
    shutil.copytree(ROOT / "tools", sources / "tools")
    shutil.copy(ROOT / "CMakeLists.txt", sources)
    built = module(sources, sources / "build")
    with copied_package() as copy:
        package = copy / "tretorri"
        shutil.copy(built, package)
        shutil.copytree(games / "campanile", package / "games" / "campanile")
        for path in (package / "games" / "campanile").glob("*.py"):
            text = path.read_text("utf-8")
            path.write_text(text.replace("tests.fourth", "tretorri.games"), "utf-8")
        yield copy


@pytest.mark.parametrize(("program", "said"), [(WALK, "in step"), (THINK, "searched")])
def test_the_twin_follows_the_rules_and_is_searched(program: str, said: str, folder: Path) -> None:
    done = python(folder, "-c", program)
    assert done.stdout == f"{said}\n", done.stderr
