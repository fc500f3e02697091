"""Imports between packages point one way, and a public class name means one thing."""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from pathlib import Path

import layers

SOURCE = layers.ROOT / "src"
ALLOWED = tomllib.loads((layers.ROOT / "tools" / "layers.toml").read_text(encoding="utf-8"))


def test_no_import_points_the_other_way() -> None:
    assert list(layers.find_violations(SOURCE, ALLOWED)) == []


def test_every_package_has_its_directions_stated() -> None:
    found = {path.parent.name for path in SOURCE.glob("tretorri/*/__init__.py")}
    assert found <= set(ALLOWED["packages"])


def test_an_import_that_points_the_other_way_is_named_with_its_line(tmp_path: Path) -> None:
    for package in ("core", "games", "server", "table"):
        (tmp_path / "tretorri" / package).mkdir(parents=True)
    table = tmp_path / "tretorri" / "table" / "views.py"
    table.write_text(
        "import json\nimport pydantic\ndef f():\n    from tretorri.server import run\n"
    )
    first, second = layers.find_violations(tmp_path, ALLOWED)
    assert first.startswith("tretorri/table/views.py:2: ")
    assert first.endswith("not pydantic")
    assert second == "tretorri/table/views.py:4: table may not import server (tretorri.server)"


def test_a_public_class_name_is_defined_in_one_module() -> None:
    places = defaultdict[str, list[str]](list)
    for file in sorted((SOURCE / "tretorri").rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(file.relative_to(SOURCE)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
