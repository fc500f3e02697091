"""Check the directions of imports between the packages of Tretorri, as layers.toml states them."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = "tretorri"
VERSION, NATIVE = "__version__", "_native"
NAMED = (VERSION, NATIVE)


def find_violations(source: Path, layers: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    """Yield each import of the package in *source* that the layers do not allow."""
    folder = source / PACKAGE
    for file in sorted(folder.rglob("*.py")):
        package = package_of(file.relative_to(folder).parts)
        is_pure = package in layers["standard-library-only"]["packages"]
        for line, module in imports_in(file):
            first, *rest = module.split(".")
            place = f"{file.relative_to(source)}:{line}"
            if first != PACKAGE:
                if is_pure and first not in sys.stdlib_module_names:
                    yield f"{place}: {package} may import the standard library only, not {module}"
                continue
            target = rest[0] if rest else "."
            if not (folder / target).is_dir() and target not in NAMED:
                target = "."
            if target not in (package, VERSION, *layers["packages"].get(package, [])):
                yield f"{place}: {package} may not import {target} ({module})"


def package_of(parts: tuple[str, ...]) -> str:
    """Return the package that a file belongs to.

    >>> package_of(("core", "game.py")), package_of(("__init__.py",))
    ('core', '.')
    """
    return parts[0] if len(parts) > 1 else "."


def imports_in(file: Path) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything that a module imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            yield from ((node.lineno, f"{PACKAGE}.{each.name}") for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module


def main() -> int:
    """Print what is not allowed; return 1 if there is anything."""
    layers = tomllib.loads((ROOT / "tools" / "layers.toml").read_text(encoding="utf-8"))
    found = list(find_violations(ROOT / "src", layers))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
