"""Write a game's ``material.toml`` as a C++ header, so that both back ends read the same facts.

Run by the build: ``material_header.py GAME_FOLDER OUTPUT``. Tables become namespaces, numbers and
strings constants, lists arrays; comments and the table ``about`` stay in the TOML file. By the
constant ``hash_``, ``tretorri.engine.native`` finds out whether the file has changed since.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def constant(name: str, value: Any) -> Iterator[str]:
    """Yield the C++ lines that say ``name = value``."""
    if isinstance(value, dict):
        yield f"namespace {name if name.isidentifier() else 'n' + name} {{"
        yield from constant("keys", list(value))
        for key, inner in value.items():
            yield from constant(key, inner)
        yield "}"
    elif isinstance(value, list):
        items = ", ".join(literal(item) for item in value)
        kind = "int" if all(isinstance(item, int) for item in value) else "std::string_view"
        yield f"inline constexpr std::array<{kind}, {len(value)}> {name}_{{{items}}};"
    elif isinstance(value, str):
        yield f"inline constexpr std::string_view {name}_{{{literal(value)}}};"
    else:
        yield f"inline constexpr int {name}_{{{literal(value)}}};"


def literal(value: Any) -> str:
    """Return a string, a truth value or a whole number as C++."""
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(int(value))


def header(game: str, material: dict[str, Any]) -> str:
    """Return the whole header."""
    facts = {table: value for table, value in material.items() if table != "about"}
    digest = hashlib.sha256(json.dumps(facts).encode()).hexdigest()
    lines = [line for key, value in facts.items() for line in constant(key, value)]
    lines += constant("hash", digest)
    return "\n".join(
        [
            "#pragma once",
            "#include <array>",
            "#include <string_view>",
            f"namespace tretorri::material::{game} {{",
            *lines,
            "}",
            "",
        ]
    )


if __name__ == "__main__":
    folder, output = map(Path, sys.argv[1:])
    facts = tomllib.loads((folder / "material.toml").read_text(encoding="utf-8"))
    output.write_text(header(folder.name, facts), encoding="utf-8")
