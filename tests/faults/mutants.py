"""Mutants: the package with one small change, which its tests must notice (D5).

A change is made at a place chosen by chance: a comparison the other way, *or* for *and*, a number
one higher, a condition turned round. Which tests must notice is said for each folder. Some changes
change nothing (a limit that cannot be reached), so not every survivor is a gap.
"""

from __future__ import annotations

import ast
import random
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import tretorri
from tests.copies import PACKAGE, copied_package, python

GAMES = tuple(tretorri.all_games())
NO_RULES = {"estimate.py", "scene.py", "words.py"}
PIPELINE = tuple(f"tests/server/test_{name}.py" for name in ("service", "match_model", "seats"))
TABLE = tuple(f"table/{name}.py" for name in ("access", "state", "seats", "offers"))
TOGETHER = 2
PATIENCE = 240.0  # seconds
OTHER_WAY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed file, and the tests that must notice."""

    file: str
    line: int
    change: str
    source: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.change}"

    def survives(self) -> bool:
        """Run the tests; tell whether all of them pass."""
        with copied_package() as folder:
            (folder / "tretorri" / self.file).write_text(self.source, encoding="utf-8")
            words = ("-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", *self.tests)
            try:
                return python(folder, *words, seconds=PATIENCE).returncode == 0
            except subprocess.TimeoutExpired:
                return False  # that there is no end to it was noticed


class _Finder(ast.NodeVisitor):
    """Finds what can be changed in a tree, with its first line as it is."""

    def __init__(self) -> None:
        self.places: list[tuple[ast.AST, str]] = []

    def visit(self, node: ast.AST) -> None:
        """Note a node that can be changed; annotations and words are left alone."""
        is_number = isinstance(node, ast.Constant) and type(node.value) is int
        can_change = isinstance(node, ast.Compare | ast.BoolOp | ast.If | ast.IfExp | ast.While)
        if is_number or can_change:
            self.places.append((node, ast.unparse(node).split("\n", 1)[0]))
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    self.visit(child)


def changed(node: ast.AST) -> None:
    """Change a node a little."""
    match node:
        case ast.Compare():
            node.ops[0] = OTHER_WAY[type(node.ops[0])]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.Constant(value=int()):
            node.value = node.value + 1  # type: ignore[operator]
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)


def places() -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Yield every place: the file, which of its changes, and the tests."""
    for game in GAMES:
        for path in sorted((PACKAGE / "games" / game).rglob("*.py")):
            if path.name not in NO_RULES:
                file = path.relative_to(PACKAGE).as_posix()
                yield from ((file, nth, (f"tests/games/{game}",)) for nth in range(_changes(file)))
    for file in TABLE:
        yield from ((file, nth, PIPELINE) for nth in range(_changes(file)))


def _changes(file: str) -> int:
    return len(_found(_tree(file)))


def _tree(file: str) -> ast.Module:
    return ast.parse((PACKAGE / file).read_text(encoding="utf-8"))


def _found(tree: ast.Module) -> list[tuple[ast.AST, str]]:
    finder = _Finder()
    finder.visit(tree)
    return finder.places


def mutant(file: str, nth: int, tests: tuple[str, ...]) -> Mutant:
    """Return the file with its nth change."""
    tree = _tree(file)
    node, words = _found(tree)[nth]
    changed(node)
    becomes = ast.unparse(node).split("\n", 1)[0]
    line = getattr(node, "lineno", 0)
    return Mutant(file, line, f"{words} -> {becomes}", ast.unparse(tree), tests)


def tried(number: int, seed: int) -> tuple[int, list[Mutant]]:
    """Try so many mutants; return how many there were, and those that nothing noticed."""
    chosen = random.Random(seed).sample(list(places()), number)
    mutants = [mutant(*place) for place in chosen]
    with ThreadPoolExecutor(TOGETHER) as pool:
        survive = list(pool.map(Mutant.survives, mutants))
    return len(mutants), [m for m, survives in zip(mutants, survive, strict=True) if survives]
