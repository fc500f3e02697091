"""A native game is found by its folder: nothing else names it."""

from __future__ import annotations

import shutil
from pathlib import Path

import tretorri
from tests.native.drivers import ROOT, configure
from tretorri.engine.native import has_native

GAME = "campanile"


def test_a_fourth_native_game_is_a_unit_of_its_own(tmp_path: Path) -> None:
    sources, folder = tmp_path / "sources", tmp_path / "build"
    for name in ("native", "src", "tools"):
        shutil.copytree(ROOT / name, sources / name)
    shutil.copy(ROOT / "CMakeLists.txt", sources)
    native = sources / "src" / "tretorri" / "games" / GAME / "native"
    native.mkdir(parents=True)
    for name in (f"{GAME}.hpp", f"{GAME}_board.hpp"):
        (native / name).touch()
    configure(sources, folder)
    units = {path.stem for path in (folder / "made" / "units").iterdir()}
    assert units == {GAME, *filter(has_native, tretorri.all_games())}
    unit = (folder / "made" / "units" / f"{GAME}.cpp").read_text("utf-8")
    assert "bind_game<campanile::Position, void>" in unit
    assert "bind_campanile" in (folder / "made" / "bindings" / "units.hpp").read_text("utf-8")
    assert f"units/{GAME}.cpp.o" in (folder / "build.ninja").read_text("utf-8")
